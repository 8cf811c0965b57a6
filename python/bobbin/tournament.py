"""A tournament: your own bot against ours, each deal played once from every seat."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ._bobbin import Bot, Match, View

Player = Callable[[View], "str | int"]


@dataclass(frozen=True)
class Standing:
    """How one player did: its share of victories, with the half width of a 95 % interval, and its points."""

    name: str
    games: int
    share: float
    error: float
    points: float

    def __str__(self) -> str:
        return f"{self.name:<16} {self.share:6.1%} ± {self.error:.1%} of {self.games} games, {self.points:.2f} points"


def tournament(
    game: str,
    players: Mapping[str, str | Player],
    *,
    games: int = 100,
    setup: Mapping[str, object] | None = None,
    content: str | None = None,
    seed: str = "tournament",
) -> list[Standing]:
    """Plays `games` games and returns the standings, the best first.

    A player is a function from a `View` to an action (its notation or number), or the name of one of our bots:
    ``"greedy"``, ``"search:1000i"``, ``"expert"``. Where there are more seats than players, the last one fills them.
    Each deal is played once for each way to turn the seats, so that neither luck nor place decides; let `games` be a
    multiple of the number of seats. Where nobody wins (or plays alone) nobody has a share of the victory.
    """
    names = list(players)
    if not names:
        raise ValueError("there is nobody to play: expected at least one player")
    if games < 1:
        raise ValueError(f"{games} games: expected at least 1")
    seats = Match(game, seed, setup=dict(setup or {}), content=content).players
    if len(names) > seats:
        raise ValueError(f"{len(names)} players for {seats} seats")
    names += names[-1:] * (seats - len(names))
    shares: dict[str, list[float]] = {name: [] for name in players}
    points: dict[str, list[float]] = {name: [] for name in players}
    for index in range(games):
        number, turn = divmod(index, seats)
        seated = names[turn:] + names[:turn]
        match = Match(game, f"{seed} {number}", setup=dict(setup or {}), content=content)
        bots = [_player(game, players[name], seat + number * seats) for seat, name in enumerate(seated)]
        while (seat := match.seat) is not None:
            match.play(bots[seat](match.view(seat)), seat)
        winners, total = (match.outcome or {})["winners"], match.rewards("points")
        for name in players:
            own = [seat for seat, other in enumerate(seated) if other == name]
            shares[name].append(sum(seat in winners for seat in own) / max(len(winners), 1))
            points[name].append(sum(total[seat] for seat in own) / len(own))
    standings = [_standing(name, shares[name], points[name], seats) for name in players]
    return sorted(standings, key=lambda standing: -standing.share)


def _player(game: str, player: str | Player, luck: int) -> Player:
    return Bot(game, player, luck) if isinstance(player, str) else player


def _standing(name: str, shares: list[float], points: list[float], seats: int) -> Standing:
    count = len(shares)
    # Games of one deal are not independent of each other: a deal counts as one.
    deals = [statistics.mean(shares[first : first + seats]) for first in range(0, count, seats)]
    spread = statistics.variance(deals) if len(deals) > 1 else 0.25
    error = 1.96 * math.sqrt(spread / len(deals))
    return Standing(name, count, statistics.mean(shares), error, statistics.mean(points))
