"""Between the engine and the window: the event loop, controllers and list models."""
