"""Every error of the package can be caught as one, and a model's says what hosts branch on."""

from loopl_desktop.domain.ask_answer import AnswerError
from loopl_desktop.domain.errors import (
    AskSpecError,
    LooplError,
    ModelError,
    ScriptError,
    TurnRunningError,
)


def test_every_error_is_one_of_the_package() -> None:
    for error in (AnswerError, AskSpecError, ModelError, ScriptError, TurnRunningError):
        assert issubclass(error, LooplError)


def test_a_models_error_says_its_kind_and_when_to_try_again() -> None:
    error = ModelError("The server is busy. Try again.", kind="rate_limit", retry_after_s=7.0)
    assert str(error) == "The server is busy. Try again."
    assert error.kind == "rate_limit"
    assert error.retry_after_s == 7.0
    assert ModelError("No.", kind="auth").retry_after_s is None
