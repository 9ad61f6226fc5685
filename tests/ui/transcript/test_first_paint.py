"""What the first paint does not wait for."""

import subprocess
import sys

CODE = """
import sys
from PySide6.QtWidgets import QApplication
from loopl_desktop.domain.transcript import AssistantItem
from tests.ui.transcript.rows import RowsModel, Shelf
from loopl_desktop.ui.transcript.view import TranscriptView

app = QApplication([])
view = TranscriptView(RowsModel([AssistantItem("**Hi**")]), Shelf())
view.resize(400, 300)
view.show()
view.repaint()
first = sorted({"markdown_it", "pygments"} & set(sys.modules))
while not view._renderer.reads_markdown:
    app.processEvents()
print(first, "markdown_it" in sys.modules)
"""


def test_markdown_is_loaded_by_itself_after_the_first_paint() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.strip() == "[] True", done.stderr
