"""Tells the columns of observations and the numbers of actions, as Markdown.

    python -m bobbin.columns            # all games, as in docs/encodings.md
    python -m bobbin.columns hearts     # one of them
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ._bobbin import BobbinError, Encoding, games

Column = tuple[str, str, int]


@dataclass
class Part:
    """Columns whose names begin alike, or several such parts that differ in their number only."""

    word: str
    width: int
    tail: str
    parts: list[Part] = field(default_factory=list)
    last: str | None = None
    count: int = 1

    def shape(self) -> tuple[object, ...]:
        return (self.width, self.tail, self.count, tuple((part.word, part.last, part.shape()) for part in self.parts))


def tell(game: str) -> str:
    """The columns and numbers of a game, for each number of players that it can be played with."""
    lines = [f"## {game}", ""]
    for players in range(1, 5):
        try:
            encoding = Encoding(game, setup={"players": players})
        except BobbinError:
            continue
        columns = encoding.columns
        lines += [f"### {players} player{'s' if players > 1 else ''}: {len(columns):,} columns", ""]
        lines += _table(columns)
        if encoding.ranges:
            lines += ["", f"{encoding.actions:,} numbers of actions:", "", "| numbers | actions |", "|---|---|"]
            lines += [f"| {_span(first, count)} | {name} |" for name, first, count in encoding.ranges]
        else:
            lines += ["", f"No numbers: each legal action has a row of {len(encoding.described)} columns.", ""]
            lines += _table(encoding.described)
        lines.append("")
    return "\n".join(lines)


def _span(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first} to {first + count - 1}"


def _table(columns: Sequence[Column]) -> list[str]:
    lines = ["| columns | what | kind |", "|---|---|---|"]
    _write(_parts([(name.split("."), kind, most) for name, kind, most in columns]), 0, "", lines)
    return lines


def _parts(columns: Iterable[tuple[list[str], str, int]]) -> list[Part]:
    """Columns as a tree, what differs in a number only put together."""
    groups: list[tuple[str, list[tuple[list[str], str, int]]]] = []
    for words, kind, most in columns:
        if not groups or groups[-1][0] != words[0] or len(words) == 1:
            groups.append((words[0], []))
        groups[-1][1].append((words[1:], kind, most))
    told: list[Part] = []
    for word, inner in groups:
        is_leaf = not inner[0][0]
        tail = (inner[0][1] if inner[0][2] == 1 else f"{inner[0][1]}, at most {inner[0][2]}") if is_leaf else ""
        part = Part(word, len(inner), tail, [] if is_leaf else _parts(inner))
        before = told[-1] if told else None
        if before and _follows(before.last or before.word, word) and (before.width, before.tail) == (part.width, tail):
            if [(x.word, x.last, x.shape()) for x in before.parts] == [(x.word, x.last, x.shape()) for x in part.parts]:
                before.last, before.count = word, before.count + 1
                continue
        told.append(part)
    return told


def _follows(word: str, after: str) -> bool:
    match, other = re.fullmatch(r"(.*?)(\d+)", word), re.fullmatch(r"(.*?)(\d+)", after)
    return bool(match and other and match[1] == other[1] and int(other[2]) == int(match[2]) + 1)


def _write(parts: list[Part], first: int, indent: str, lines: list[str]) -> None:
    for part in parts:
        number = re.search(r"\d+$", part.last) if part.last else None
        name = f"{part.word} to {number[0]}" if number else part.word
        each = f", {part.width} columns each" if part.count > 1 and part.parts else ""
        kind = part.tail or f"{part.width * part.count} columns{each}"
        lines.append(f"| {indent}{_span(first, part.width * part.count)} | {indent}{name} | {kind} |")
        _write(part.parts, first, indent + "· ", lines)
        first += part.width * part.count


def document() -> str:
    """The page docs/encodings.md."""
    head = [
        "# Columns and numbers",
        "",
        "What `python -m bobbin.columns` tells of the house content: the columns of an observation, own seat first, and the",
        "numbers of actions. A flag is 0 or 1, a count a number, a category 0 for none or else which of several. What is",
        "larger than a byte takes several columns, the highest first (`/ 256^1`). Of several parts that are alike the columns",
        "of the first are told. Colors, cards and kinds are counted from 0 in the order of the content (`bobbin content list GAME`),",
        "cards of Hearts from the two of clubs to the ace of hearts.",
        "",
    ]
    return "\n".join(head) + "\n" + "\n".join(tell(game) for game in games())


if __name__ == "__main__":
    sys.stdout.write("\n".join(tell(game) for game in sys.argv[1:]) if sys.argv[1:] else document())
