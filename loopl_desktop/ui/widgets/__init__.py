"""Small widgets and layouts that every part of the window uses."""
