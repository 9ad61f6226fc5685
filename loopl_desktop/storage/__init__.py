"""What is kept on disk and in the system keyring: masked data only."""
