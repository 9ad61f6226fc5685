"""What every section of the settings has: a heading and a column of controls below it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.plain_label import PlainLabel, Tone


class SettingsSection(QWidget):
    """A group of settings under a heading.

    Signals:
        announced(str): A sentence that a screen reader should say.
    """

    announced = Signal(str)

    def __init__(self, heading: str, explanation: str = "") -> None:
        super().__init__()
        self.setAccessibleName(heading)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.SPACE_PX)
        self.column.addWidget(PlainLabel(heading, bold=True))
        if explanation:
            self.column.addWidget(PlainLabel(explanation, Tone.QUIET))


class Choice(QButtonGroup):
    """Radio buttons for a setting that has one of a few values.

    Signals:
        chosen(str): The person chose this value.
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
        for number, (value, label) in enumerate(labels.items()):
            button = QRadioButton(label)
            button.setMinimumHeight(theme.CONTROL_HEIGHT_PX)
            button.setAccessibleIdentifier(f"settings-{setting}-{value}")
            self.addButton(button, number)
            section.column.addWidget(button)
        self.idClicked.connect(self._tell)

    def show_value(self, value: str) -> None:
        """Check the button of this value."""
        self.button(self._values.index(value)).setChecked(True)

    def _tell(self, number: int) -> None:
        self.chosen.emit(self._values[number])
