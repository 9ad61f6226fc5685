"""The agent: turns, tool calls and the gate that waits for the person. No Qt, no disk."""
