"""What every section of the settings has: a heading and a column of controls below it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.option_rows import ROW_PADDING_PX, CheckRow, RadioRow
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone


class SettingsSection(QWidget):
    """A group of settings under a heading.

    Rows to click stand `ROW_PADDING_PX` out of the column, so that their marks line up with it.

    Signals:
        announced(str): A sentence that a screen reader should say.
    """

    announced = Signal(str)

    def __init__(self, heading: str, explanation: str = "") -> None:
        super().__init__()
        self.setAccessibleName(heading)
        self._parts = QVBoxLayout(self)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.setSpacing(theme.SPACE_PX)
        self.column = QVBoxLayout()
        self.column.setContentsMargins(ROW_PADDING_PX, 0, ROW_PADDING_PX, 0)
        self.column.setSpacing(theme.SPACE_PX)
        self.column.addWidget(PlainLabel(heading, bold=True))
        if explanation:
            self.column.addWidget(PlainLabel(explanation, Tone.QUIET))
        self._parts.addLayout(self.column)

    def add_rows(self, rows: Sequence[CheckRow | RadioRow]) -> None:
        """Add rows to click below everything else."""
        column = QVBoxLayout()
        column.setSpacing(0)
        for row in rows:
            column.addWidget(row)
        self._parts.addLayout(column)


class Choice(QButtonGroup):
    """Radio buttons for a setting that has one of a few values.

    Signals:
        chosen(str): This value is the checked one now.
    """

    chosen = Signal(str)

    def __init__(self, setting: str, labels: dict[str, str], section: SettingsSection) -> None:
        """Add the buttons to a section.

        Args:
            setting: The setting's name, for the identifiers `settings-<setting>-<value>`.
            labels: `{value: what the button says}`, in order.
            section: Where they go.
        """
        self._values = tuple(labels)
        super().__init__(section)
        rows = [RadioRow(label) for label in labels.values()]
        for number, row in enumerate(rows):
            row.setAccessibleIdentifier(f"settings-{setting}-{self._values[number]}")
            self.addButton(row, number)
        section.add_rows(rows)
        self.idToggled.connect(self._tell)

    def show_value(self, value: str) -> None:
        """Check the button of this value."""
        self.button(self._values.index(value)).setChecked(True)

    def _tell(self, number: int, checked: bool) -> None:
        if checked:
            self.chosen.emit(self._values[number])
