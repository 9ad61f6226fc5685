"""Pure data and pure functions: no Qt, no asyncio, no files."""
