"""The one module that talks to the system keyring."""
