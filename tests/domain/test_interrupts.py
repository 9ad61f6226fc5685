"""Interrupt ids lead to the call and back, and only those of questions do."""

from loopl_desktop.domain.interrupts import APPROVAL, interrupt_id_for, tool_use_id_from


def test_an_id_leads_back_to_its_call() -> None:
    assert interrupt_id_for("call_1") == "ask_user:call_1"
    assert tool_use_id_from(interrupt_id_for("call_1")) == "call_1"


def test_a_call_id_may_hold_anything() -> None:
    assert tool_use_id_from(interrupt_id_for("outer:call_1")) == "outer:call_1"


def test_an_approval_is_no_question() -> None:
    assert tool_use_id_from(interrupt_id_for("call_1", APPROVAL)) is None


def test_a_malformed_id_leads_nowhere() -> None:
    for malformed in ("", "ask_user", "ask_user:", "call_1"):
        assert tool_use_id_from(malformed) is None


def test_two_kinds_of_one_call_have_two_ids() -> None:
    assert interrupt_id_for("call_1") != interrupt_id_for("call_1", APPROVAL)
