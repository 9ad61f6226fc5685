"""Which card draws which question."""

from typing import assert_never

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.choice_cards import (
    ConfirmCard,
    MultiselectCard,
    SelectCard,
    buttons_card,
)
from loopl_desktop.ui.cards.form_card import FormCard
from loopl_desktop.ui.cards.text_cards import InputCard, MessageCard


def card_for(tool_use_id: str, request: AskUserRequest, audience: str) -> AskCard:
    """The card of a question.

    Args:
        tool_use_id: The call that asks.
        request: The question.
        audience: Who reads the answer, e.g. `SmolLM2 at localhost`.
    """
    match request.type:
        case "confirm":
            return ConfirmCard(tool_use_id, request, audience)
        case "select":
            return SelectCard(tool_use_id, request, audience)
        case "multiselect":
            return MultiselectCard(tool_use_id, request, audience)
        case "input":
            return InputCard(tool_use_id, request, audience)
        case "buttons":
            return buttons_card(tool_use_id, request, audience)
        case "form":
            return FormCard(tool_use_id, request, audience)
        case "message":
            return MessageCard(tool_use_id, request, audience)
        case never:
            assert_never(never)
