"""What the person chose. Keys are not here: they live in the system keyring."""

import math
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

TimeToAnswer: TypeAlias = Literal["as_asked", "ten_times", "no_limit"]
Appearance: TypeAlias = Literal["system", "light", "dark"]


class Settings(BaseModel):
    """All settings; frozen, so a change makes a new object."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    base_url: str = ""
    """Where the model is served, ending with `/v1`; empty: the built-in demo agent."""
    model: str = ""
    tools_off: frozenset[str] = frozenset()
    """Names of tools that the model is not offered; every other tool is on."""
    time_to_answer: TimeToAnswer = "as_asked"
    appearance: Appearance = "system"

    @property
    def patience(self) -> float:
        """The factor on every wait for the person."""
        factors: dict[TimeToAnswer, float] = {
            "as_asked": 1.0,
            "ten_times": 10.0,
            "no_limit": math.inf,
        }
        return factors[self.time_to_answer]
