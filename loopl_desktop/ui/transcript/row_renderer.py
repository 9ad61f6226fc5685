"""Pictures of rows, made when a row is looked at and kept for a while."""

from collections import OrderedDict

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

from loopl_desktop.bridge.transcript_model import TranscriptRole
from loopl_desktop.domain.transcript import AssistantItem, TranscriptItem
from loopl_desktop.ui.transcript.markdown_parser import load_parser
from loopl_desktop.ui.transcript.row_picture import RowPicture
from loopl_desktop.ui.transcript.text_style import TextStyle

KEPT_PICTURES = 160

Index = QModelIndex | QPersistentModelIndex


class RowRenderer:
    """Makes and keeps the pictures of rows.

    Attributes:
        made: How many pictures were made so far.
    """

    def __init__(self, style: TextStyle) -> None:
        self.made = 0
        self._style = style
        self._width = 1
        self._markdown = False
        self._pictures: OrderedDict[str, tuple[tuple[object, bool], RowPicture]] = OrderedDict()

    @property
    def style(self) -> TextStyle:
        """The fonts and colours of all pictures."""
        return self._style

    @property
    def reads_markdown(self) -> bool:
        """Whether replies are shown as Markdown already."""
        return self._markdown

    def set_style(self, style: TextStyle) -> None:
        """Use other fonts and colours."""
        self._style = style
        self._pictures.clear()

    def set_width(self, width: int) -> None:
        """Lay pictures out for a column of this many pixels."""
        self._width = max(1, width)

    def load_markdown(self) -> None:
        """From now on replies are read as Markdown; until then they are shown as they came."""
        load_parser()
        self._markdown = True
        self._pictures.clear()

    def clear(self) -> None:
        """Forget all rows: others take their places."""
        self._pictures.clear()

    def picture(self, index: Index) -> RowPicture:
        """The picture of a row as it is now, laid out for the present width."""
        row_id = str(index.data(TranscriptRole.ROW_ID))
        expanded = bool(index.data(TranscriptRole.EXPANDED))
        state = (index.data(TranscriptRole.REVISION), expanded)
        kept = self._pictures.get(row_id)
        if kept is not None and kept[0] == state:
            picture = kept[1]
        else:
            item: TranscriptItem = index.data(TranscriptRole.ITEM)
            picture = self._updated(kept, state, item)
            self._pictures[row_id] = (state, picture)
        self._pictures.move_to_end(row_id)
        if len(self._pictures) > KEPT_PICTURES:
            self._pictures.popitem(last=False)
        picture.set_width(self._width)
        return picture

    def _updated(
        self,
        kept: tuple[tuple[object, bool], RowPicture] | None,
        state: tuple[object, bool],
        item: TranscriptItem,
    ) -> RowPicture:
        expanded = state[1]
        if (
            kept is not None
            and kept[0][1] == expanded
            and isinstance(item, AssistantItem)
            and kept[1].grow(item, expanded)
        ):
            return kept[1]
        self.made += 1
        return RowPicture(item, self._style, expanded=expanded, markdown=self._markdown)
