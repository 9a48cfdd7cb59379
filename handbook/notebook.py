"""The notebook as a page: its cells are run, and shown with what comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from handbook.boards import Gallery

SECONDS = 60
"""How long a cell may take."""


def notebook_page(notebook: Path, gallery: Gallery) -> str:
    """The notebook as Markdown, run by the Python that runs this."""
    content = cast("Any", nbformat).read(notebook, as_version=4)
    this_python = KernelSpecManager(kernel_dirs=[])  # and no other one that is installed somewhere
    kernel = AsyncKernelManager(kernel_spec_manager=this_python, transport="ipc")
    NotebookClient(content, km=kernel, timeout=SECONDS).execute(cleanup_kc=True)
    title, *cells = (_cell(cell, gallery) for cell in content.cells)
    return "\n".join([title, f"[Download it]({notebook.name}), and run it yourself.\n", *cells])


def _cell(cell: Any, gallery: Gallery) -> str:
    if cell.cell_type == "markdown":
        return f"{cell.source}\n"
    return f"```python\n{cell.source}\n```\n\n" + "\n".join(_output(output, gallery) for output in cell.outputs)


def _output(output: Any, gallery: Gallery) -> str:
    if output.output_type == "stream":
        return _text(output.text)
    if "image/svg+xml" in output.data:
        return gallery.drawn(output.data["image/svg+xml"])
    return _text(output.data["text/plain"])


def _text(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```\n"
