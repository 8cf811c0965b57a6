"""Matches played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

import bobbin


def moments(match: bobbin.Match, luck: int, steps: int = 150) -> Iterator[bobbin.Match]:
    """The match at each of so many moments, played at random."""
    choices = random.Random(luck)
    for _ in range(steps):
        yield match
        if match.over:
            return
        seat = choices.choice(match.to_act)
        match.play(choices.choice(match.legal(seat)), seat)


def played(match: bobbin.Match, luck: int, steps: int = 100_000) -> bobbin.Match:
    """The match after so many random actions, or at its end."""
    choices = random.Random(luck)
    for _ in range(steps):
        if match.over:
            break
        match.play(choices.choice(match.numbers()))
    return match


def unfolding(unfolded: bobbin.Unfolded, luck: int, steps: int = 200) -> Iterator[bobbin.Unfolded]:
    """The match at each of so many moments, those of chance included, played at random."""
    choices = random.Random(luck)
    for _ in range(steps):
        yield unfolded
        if unfolded.over:
            return
        if unfolded.seat is None:
            outcomes, weights = zip(*unfolded.chances)
            unfolded.draw(choices.choices(outcomes, weights)[0])
        else:
            unfolded.act(choices.choice(unfolded.legal)[0])
