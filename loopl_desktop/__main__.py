"""`python -m loopl_desktop`."""
