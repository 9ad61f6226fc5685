"""Fixtures of the journeys."""

from tests.providers.local_model import local_model_server as local_model_server
