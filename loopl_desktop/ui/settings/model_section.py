"""Which model answers: the address of its server, its name, its key, and whether it works."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from loopl_desktop.bridge.settings_controller import SettingsController
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.secret_edit import SecretEdit
from loopl_desktop.ui.settings.model_box import ModelBox
from loopl_desktop.ui.settings.section import SettingsSection
from loopl_desktop.ui.settings.server_address import server_address
from loopl_desktop.ui.widgets.flow_layout import FlowLayout
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.text_edits import padded
from loopl_desktop.ui.widgets.wrapping_button import WrappingButton

EXPLANATION = (
    "Any server that speaks the OpenAI chat format, on this computer or elsewhere. Without an "
    "address the built-in demo agent answers."
)
TESTING = "Testing the connection …"
DEMO_IN_USE = "The built-in demo agent answers. It needs no key and no network."
NO_KEY_NEEDED = "The demo agent needs no key."


class ModelSection(SettingsSection):
    """Address, model, key, and the test of all three.

    The key is read from its field as a `Secret` only and handed on at once.
    """

    def __init__(self, settings: SettingsController) -> None:
        self._settings = settings
        super().__init__("Model", EXPLANATION)
        self._address = padded(QLineEdit())
        self._model = ModelBox()
        self._key = padded(SecretEdit())
        self._save_key = WrappingButton("Save key", "settings-key-save")
        self._forget_key = WrappingButton("Forget key", "settings-key-forget")
        self._key_line = PlainLabel("", Tone.QUIET)
        self._test = WrappingButton("Test connection", "settings-test")
        self._demo = WrappingButton("Use the demo agent", "settings-demo")
        self._result = PlainLabel()
        self._result.hide()
        self._lay_out()
        self._connect()
        self._show(settings.settings)

    def _lay_out(self) -> None:
        self._address.setPlaceholderText("http://localhost:8080/v1")
        self._add_field("Server address", self._address, "settings-base-url")
        self._add_field("Model name", self._model, "settings-model")
        self._model.set_caption("Model name")
        self._add_field("API key", self._key, "settings-key")
        self.column.addWidget(self._key_line)
        self._add_buttons(self._save_key, self._forget_key)
        self.column.addSpacing(theme.SPACE_PX)
        self.column.addWidget(self._result)
        self._add_buttons(self._test, self._demo)

    def _add_field(self, label: str, field: QWidget, identifier: str) -> None:
        caption = QLabel(label)
        caption.setTextFormat(Qt.TextFormat.PlainText)
        caption.setBuddy(field)
        field.setAccessibleName(label)
        field.setAccessibleIdentifier(identifier)
        field.setMinimumHeight(theme.CONTROL_HEIGHT_PX)
        pair = QVBoxLayout()
        pair.setSpacing(theme.SPACE_PX // 2)
        pair.addWidget(caption)
        pair.addWidget(field)
        self.column.addLayout(pair)

    def _add_buttons(self, *buttons: WrappingButton) -> None:
        row = FlowLayout()
        for button in buttons:
            row.add(button)
        self.column.addLayout(row)

    def _connect(self) -> None:
        self._address.editingFinished.connect(self._take_address)
        self._address.textEdited.connect(self._enable)
        self._model.name_taken.connect(self._take_model)
        self._key.edited.connect(self._enable)
        self._key.notice_changed.connect(self._show_key_notice)
        self._key.returnPressed.connect(self._store_key)
        self._save_key.clicked.connect(self._store_key)
        self._forget_key.clicked.connect(self._settings.forget_key)
        self._test.clicked.connect(self._test_connection)
        self._demo.clicked.connect(self._use_demo)
        self._settings.settings_changed.connect(self._show)
        self._settings.key_changed.connect(self._show_key_state)
        self._settings.models_found.connect(self._model.offer)
        self._settings.connection_tested.connect(self._show_result)

    # What the person changed.

    def _take_address(self) -> None:
        address = server_address(self._address.text())
        if address != self._settings.settings.base_url:
            self._model.clear()  # another server has other models
            self._say("", Tone.NORMAL)
            self._settings.update(base_url=address, model="")
        self._address.setText(address)

    def _take_model(self, name: str) -> None:
        self._settings.update(model=name)

    def _store_key(self) -> None:
        if not self._key.is_blank():
            self._settings.store_key(self._key.take())
            self._enable()

    def _test_connection(self) -> None:
        self._say(TESTING, Tone.QUIET)
        settings = self._settings.settings
        if self._key.is_blank():
            self._settings.test_connection(settings.base_url, settings.model, None)
            return
        typed = self._key.take()
        self._settings.test_connection(settings.base_url, settings.model, typed)
        self._key.fill(typed)  # a test does not save it

    def _use_demo(self) -> None:
        self._settings.update(base_url="", model="")
        self._say(DEMO_IN_USE, Tone.NORMAL)
        self._address.setFocus(Qt.FocusReason.OtherFocusReason)

    # What the controller tells.

    def _show(self, settings: Settings) -> None:
        self._address.setText(settings.base_url)
        self._model.setEditText(settings.model)
        self._show_key_state()

    def _show_key_state(self) -> None:
        has_server = bool(self._settings.settings.base_url)
        self._key_line.setText(self._settings.key_sentence if has_server else NO_KEY_NEEDED)
        self._key_line.set_tone(Tone.QUIET)
        self._enable()

    def _show_key_notice(self, notice: str) -> None:
        """Say what the field has to say, else where the key is."""
        self._show_key_state()
        if notice:
            self._key_line.setText(notice)
            self._key_line.set_tone(Tone.NORMAL)
            self.announced.emit(notice)

    def _show_result(self, works: bool, sentence: str) -> None:
        self._say(sentence, Tone.NORMAL if works else Tone.ERROR)

    def _say(self, sentence: str, tone: Tone) -> None:
        self._result.setText(sentence)
        self._result.set_tone(tone)
        self._result.setVisible(bool(sentence))
        if sentence:
            self.announced.emit(sentence)

    def _enable(self) -> None:
        """A key and a test need an address."""
        has_server = bool(self._address.text().strip())
        for widget in (self._model, self._key, self._test, self._demo):
            widget.setEnabled(has_server)
        self._save_key.setEnabled(has_server and not self._key.is_blank())
        self._forget_key.setEnabled(has_server and self._settings.key_state != "none")
