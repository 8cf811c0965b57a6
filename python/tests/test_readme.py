"""The examples of the README and of the notebook are run."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

HERE = Path(__file__).parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text("utf-8"), re.DOTALL)
NOTEBOOKS = sorted((HERE / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_readme_runs_and_is_short(example: str) -> None:
    assert len(example.splitlines()) <= 14
    exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})


def test_every_door_has_an_example() -> None:
    for door in ("gymnasium", "openspiel", "pettingzoo", "rlcard"):
        assert any(re.search(rf"bobbin(\.| import ){door}", example) for example in EXAMPLES), door


def shown(cell: nbformat.NotebookNode) -> list[object]:
    """What stands below a cell."""
    return [output.get("data", output.get("text")) for output in cell.outputs]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_what_stands_in_it(path: Path) -> None:
    kept, run = (nbformat.read(path, as_version=4) for _ in range(2))  # type: ignore[no-untyped-call]
    NotebookClient(run, timeout=60, resources={"metadata": {"path": str(HERE)}}).execute()
    for cell, again in zip(kept.cells, run.cells, strict=True):
        if cell.cell_type == "code":
            assert cell.outputs and shown(cell) == shown(again)
