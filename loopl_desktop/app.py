"""The composition root: the one place that builds every object and joins the layers."""
