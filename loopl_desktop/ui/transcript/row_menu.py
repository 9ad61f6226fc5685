"""What can be done with a row: copying it, and opening the links it shows."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from loopl_desktop.domain.transcript import AssistantItem, TranscriptItem
from loopl_desktop.ui.transcript.links import allowed_link
from loopl_desktop.ui.transcript.plain_text import legible, one_line
from loopl_desktop.ui.transcript.quiet_lines import copied_text
from loopl_desktop.ui.transcript.row_picture import RowPicture

MAX_CODE_ENTRIES = 9
MAX_LINK_ENTRIES = 9
MAX_LINK_CHARS = 60


def row_menu(
    item: TranscriptItem,
    picture: RowPicture,
    links: Sequence[str],
    open_link: Callable[[QUrl], object],
    parent: QWidget,
) -> QMenu:
    """The menu of a row; it deletes itself when it closes.

    Args:
        item: The row.
        picture: The row as it is painted.
        links: The address under the pointer, or all of the row.
        open_link: Opens an address outside of this application.
        parent: The widget that the menu belongs to.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for address in links[:MAX_LINK_ENTRIES]:
        _add_link(menu, address, open_link)
    _add_copying(menu, "Copy", plain_copy(item, picture))
    if isinstance(item, AssistantItem):
        _add_copying(menu, "Copy as Markdown", item.text)
        codes = picture.codes()[:MAX_CODE_ENTRIES]
        for number, code in enumerate(codes, start=1):
            _add_copying(menu, "Copy code" if len(codes) == 1 else f"Copy code {number}", code)
    return menu


def plain_copy(item: TranscriptItem, picture: RowPicture) -> str:
    """A row as plain text: of a reply the words without their Markdown."""
    if isinstance(item, AssistantItem) and not picture.is_cut:
        return picture.body_text() or item.text
    return copied_text(item)


def copy_text(text: str) -> None:
    """Put a text on the clipboard; half a surrogate pair would not survive the way."""
    QGuiApplication.clipboard().setText(legible(text))


def _add_link(menu: QMenu, address: str, open_link: Callable[[QUrl], object]) -> None:
    link = allowed_link(address)
    if link is None:
        return
    where = one_line(address.split("://")[-1], MAX_LINK_CHARS).replace("&", "&&")
    menu.addAction(f"Open {where}").triggered.connect(partial(_open, open_link, link.url))
    menu.addAction(f"Copy link {where}").triggered.connect(partial(_copy, link.url))
    menu.addSeparator()


def _add_copying(menu: QMenu, title: str, text: str) -> None:
    menu.addAction(title).triggered.connect(partial(_copy, text))


def _copy(text: str, _checked: bool = False) -> None:
    copy_text(text)


def _open(open_link: Callable[[QUrl], object], address: str, _checked: bool = False) -> None:
    open_link(QUrl(address))
