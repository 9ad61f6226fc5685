"""The conversation as a list that paints only what is shown."""
