"""Model servers: the one place that talks to the network."""
