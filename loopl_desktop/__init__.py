"""Loopl Desktop: a desktop client for AI agents that can ask the person back."""
