"""The one module that imports httpx."""
