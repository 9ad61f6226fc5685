"""Native cards, one class for each type of question."""
