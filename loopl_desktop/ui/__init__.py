"""Widgets. They know a request or a list model and emit signals."""
