"""Settings for the window: load, change, test the connection, keep the key."""
