"""The settings page: one section a file, each bound to the settings controller."""
