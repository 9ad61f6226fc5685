"""The floor for a card's cost: the same labels and controls, Qt's own, in Qt's own layouts."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from loopl_desktop.domain.ask_request import AskUserRequest, FormField

_BUTTONS = {
    "confirm": ("Yes", "No"),
    "select": ("Choose",),
    "multiselect": ("All", "None", "Done"),
    "input": ("Send",),
    "buttons": (),
    "form": ("Submit",),
    "message": ("Continue",),
}


def bare_controls(request: AskUserRequest) -> QWidget:
    """A frame with what the card of this question shows."""
    frame = QFrame()
    frame.setFrameShape(QFrame.Shape.StyledPanel)
    column = QVBoxLayout(frame)
    _add_row(column, _label("The agent asks", frame), _label("waiting for you", frame))
    for text in (request.title, request.text):
        if text:
            column.addWidget(_label(text, frame))
    _add_options(request, column, frame)
    if request.type == "input":
        default = str(request.default or "")
        lines = request.multiline or "\n" in default or len(default) > 1_000
        edit = QPlainTextEdit(default, frame) if lines else QLineEdit(default, frame)
        _add_row(column, edit, QToolButton(frame))
    for field in request.fields:
        _add_field(field, column, frame)
    if request.secret or request.secret_names:
        column.addWidget(_label("This will be sent to the model. It is not stored.", frame))
    buttons = [QPushButton(text, frame) for text in (*_BUTTONS[request.type], "Cancel")]
    more_time = QPushButton("More time", frame)
    _add_row(column, *buttons, _label("3 min left", frame), more_time)
    return frame


def _label(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _add_row(column: QBoxLayout, *widgets: QWidget) -> None:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    column.addLayout(row)


def _add_options(request: AskUserRequest, column: QBoxLayout, frame: QWidget) -> None:
    kinds = {"select": QRadioButton, "multiselect": QCheckBox, "buttons": QPushButton}
    kind = kinds.get(request.type)
    if kind is None:
        return
    parent = frame
    if len(request.options) > 12:
        kind = QCheckBox if kind is QCheckBox else QRadioButton
        column.addWidget(QLineEdit(frame))
        area = QScrollArea(frame)
        area.setWidgetResizable(True)
        area.setFixedHeight(240)
        column.addWidget(area)
        column.addWidget(_label(f"{len(request.options)} options", frame))
        parent = QWidget()
        column = QVBoxLayout(parent)
        area.setWidget(parent)
    for option in request.options:
        column.addWidget(kind(option.label, parent))
        if option.description:
            column.addWidget(_label(option.description, parent))


def _add_field(field: FormField, column: QBoxLayout, frame: QWidget) -> None:
    if field.type == "toggle":
        column.addWidget(QCheckBox(field.label, frame))
    else:
        edit = QPlainTextEdit(frame) if field.multiline else QLineEdit(frame)
        buttons = [] if field.type == "number" else [QToolButton(frame)]
        _add_row(column, _label(field.label, frame), edit, *buttons)
    if field.help:
        column.addWidget(_label(field.help, frame))
