"""Runs the turns of one conversation for the window."""
