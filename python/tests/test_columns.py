"""What is told of columns and numbers is what there is."""

from __future__ import annotations

from pathlib import Path

import bobbin
from bobbin import columns


def test_the_page_of_columns_is_what_the_program_tells() -> None:
    page = Path(__file__).parents[2] / "docs/encodings.md"
    told = "python -m bobbin.columns > docs/encodings.md writes it anew"
    assert page.read_text() == columns.document(), told


def test_every_column_and_every_number_is_told_once() -> None:
    for game in bobbin.games():
        for part in columns.tell(game).split("### ")[1:]:
            tables = part.split("| columns | what | kind |\n")[1:]
            count = int(part.split(": ")[1].split(" ")[0].replace(",", ""))
            spans = [row.split(" | ")[0].removeprefix("| ") for row in tables[0].splitlines()[1:] if row.startswith("| ")]
            spans = [span.split(" |")[0] for span in spans if not span.startswith(("·", "numbers", "---"))]
            after = 0
            for span in spans[: next((i for i, span in enumerate(spans) if i and span.startswith("0")), len(spans))]:
                first, _, last = span.partition(" to ")
                assert int(first) == after, (game, span)
                after = int(last or first) + 1
            assert after == count, (game, after, count)
