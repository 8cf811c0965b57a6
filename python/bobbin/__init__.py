"""Knitting Circle, Arch Ravels, Circuitous and Hearts for programs.

A `Match` is the referee and knows everything; a `View` is what one seat knows, and all that a bot is given. `Vector`
steps thousands of matches by one call. `bobbin.gymnasium`, `bobbin.pettingzoo`, `bobbin.openspiel` and `bobbin.rlcard`
are the same games for those libraries.
"""

from ._bobbin import (
    Bot,
    BobbinError,
    Encoding,
    Match,
    Refused,
    Unfolded,
    Vector,
    View,
    __version__,
    games,
    insight,
    load_content,
    rules,
    schema,
)
from ._types import Considered, Reward, Viewer
from .tournament import Standing, tournament

__all__ = [
    "BobbinError",
    "Bot",
    "Considered",
    "Encoding",
    "Match",
    "Refused",
    "Reward",
    "Standing",
    "Unfolded",
    "Vector",
    "View",
    "Viewer",
    "__version__",
    "games",
    "insight",
    "load_content",
    "rules",
    "sample",
    "schema",
    "search",
    "tournament",
]


def sample(view: View, luck: int = 0) -> Match:
    """A match that looks the same to whoever has this view: what is hidden is dealt anew."""
    return view.sample(luck)


def search(view: View, iterations: int = 1000, luck: int = 0) -> list[Considered]:
    """What our search thinks of the legal actions, the best first: action, value, visits, expected score."""
    return view.search(iterations, luck)


def _match_again(record: str, seed: str, position: str | None) -> Match:
    return Match.from_record(record, seed=seed, position=position)


def _unfolded_again(game: str, setup: dict[str, str], content: str | None, written: str) -> Unfolded:
    return Unfolded(game, setup=setup, content=content).read(written)
