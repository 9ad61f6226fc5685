"""Questions that are answered by picking: confirm, select, multiselect, buttons."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from loopl_desktop.domain.ask_answer import AnswerValue
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.option_group import MOST_IN_CARD, OptionGroup
from loopl_desktop.ui.widgets.flow_layout import FlowLayout
from loopl_desktop.ui.widgets.option_rows import CheckRow, RadioRow
from loopl_desktop.ui.widgets.wrapping_button import QUIET_PADDING_PX, Emphasis, WrappingButton

CHOOSE_FIRST = "Choose one of the options first."
SUGGESTED = "suggested"


class ConfirmCard(AskCard):
    """Yes or No, each of which answers at once."""

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        super().__init__(tool_use_id, request, audience)
        self.finish(self._button("Yes", "yes", value=True), self._button("No", "no", value=False))

    def _button(self, label: str, identifier: str, *, value: bool) -> WrappingButton:
        suggested = self.request.default is value
        emphasis = Emphasis.SUGGESTED if suggested else Emphasis.PLAIN
        button = WrappingButton(label, identifier, self, emphasis=emphasis)
        button.setAccessibleDescription(SUGGESTED if suggested else "")
        button.clicked.connect(partial(self.answer_with, value))
        return button


class _OptionsCard(AskCard):
    """What cards with option rows share."""

    _group: OptionGroup

    def _add_options(
        self, kind: type[RadioRow] | type[CheckRow], chosen: tuple[str, ...]
    ) -> OptionGroup:
        group = OptionGroup(kind, self.request.options, chosen, self.body, self)
        group.changed.connect(self.note_edit)
        group.shown_changed.connect(self.note_edit)
        return group

    def has_input(self) -> bool:
        """Whether the person chose something, or searched."""
        return self._group.is_changed()

    def draft_text(self) -> str:
        """The labels of what is chosen."""
        return self._group.chosen_labels()

    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus; of a long list its search field and its current row."""
        own = super().controls()
        search = self._group.search
        if search is None:
            return own
        after = own.index(search) + 1
        return (*own[:after], *self._group.controls()[1:], *own[after:])

    def watch_controls(self) -> None:
        """Count keys and clicks in all rows, not only in the one that Tab goes to."""
        super().watch_controls()
        self.watch(*self._group.rows)

    def first_control(self) -> QWidget:
        """What is chosen, else the first option; the search field of a long list."""
        chosen = self._group.chosen()
        if self._group.search is None and chosen:
            return self._group.rows[chosen[0]]
        return self._group.controls()[0]

    def option_at(self, place: int) -> QWidget | None:
        """The row at this place, while the focus is on a row."""
        shown = self._group.shown_rows
        in_options = self.focusWidget() in shown
        return shown[place] if in_options and place < len(shown) else None

    def choose(self, option: QWidget) -> bool:
        """Choose a row as a click on it does."""
        if not isinstance(option, RadioRow | CheckRow):
            return False
        option.setFocus(Qt.FocusReason.OtherFocusReason)
        option.click()
        return True


class SelectCard(_OptionsCard):
    """A radio list and Choose; the answer is the picked option's value."""

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        super().__init__(tool_use_id, request, audience)
        default = request.default if request.type == "select" else None
        chosen = (default,) if isinstance(default, str) else ()
        self._group = self._add_options(RadioRow, chosen)
        self.finish(self.going_on_button("Choose"))

    def value(self) -> AnswerValue | None:
        """The value of the chosen option."""
        values = self._group.chosen_values()
        if not values:
            self.show_error(CHOOSE_FIRST)
            self._group.first_row().setFocus()
            return None
        return values[0]


class MultiselectCard(_OptionsCard):
    """Check boxes, All and None, and Done; the answer is a list that may be empty."""

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        super().__init__(tool_use_id, request, audience)
        chosen = request.default if isinstance(request.default, tuple) else ()
        quick = FlowLayout(overhang_left_px=QUIET_PADDING_PX)
        self._all = WrappingButton("All", "all", self, emphasis=Emphasis.QUIET)
        self._all.clicked.connect(self._choose_all)
        self._none = WrappingButton("None", "none", self, emphasis=Emphasis.QUIET)
        self._none.clicked.connect(self._choose_none)
        quick.add(self._all)
        quick.add(self._none)
        self._group = self._add_options(CheckRow, chosen)
        self.body.addLayout(quick)
        self._group.shown_changed.connect(self._name_quick_buttons)
        self.finish(self.going_on_button("Done"))

    def value(self) -> AnswerValue | None:
        """The values of the chosen options, in their order."""
        return self._group.chosen_values()

    def _choose_all(self) -> None:
        self._group.set_all(chosen=True)

    def _choose_none(self) -> None:
        self._group.set_all(chosen=False)

    def _name_quick_buttons(self) -> None:
        """While the search hides some rows, say that they are left alone."""
        shown = " shown" if self._group.is_searching() else ""
        self._all.set_label(f"All{shown}")
        self._none.set_label(f"None{shown}")


class ButtonsCard(AskCard):
    """Chips, each of which answers at once."""

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        super().__init__(tool_use_id, request, audience)
        chips = FlowLayout()
        self._chips: list[WrappingButton] = []
        count = len(request.options)
        for index, option in enumerate(request.options):
            suggested = option.value == request.default
            chip = WrappingButton(
                option.label,
                f"option-{index}",
                self,
                emphasis=Emphasis.SUGGESTED if suggested else Emphasis.PLAIN,
                description=option.description,
            )
            said = [f"{index + 1} of {count}", SUGGESTED if suggested else "", option.description]
            chip.setAccessibleDescription(". ".join(part for part in said if part))
            chip.clicked.connect(partial(self.answer_with, option.value))
            chips.add(chip)
            self._chips.append(chip)
        self.body.addLayout(chips)
        self.finish()

    def option_at(self, place: int) -> QWidget | None:
        """The chip at this place, while the focus is on a chip."""
        in_chips = self.focusWidget() in self._chips
        return self._chips[place] if in_chips and place < len(self._chips) else None

    def choose(self, option: QWidget) -> bool:
        """Go to the chip: a stray digit must not answer."""
        option.setFocus(Qt.FocusReason.OtherFocusReason)
        return True


def buttons_card(tool_use_id: str, request: AskUserRequest, audience: str) -> AskCard:
    """Chips; with too many of them the same question as a list."""
    many = len(request.options) > MOST_IN_CARD
    return (SelectCard if many else ButtonsCard)(tool_use_id, request, audience)
