"""What a learner is shown and may do, as spaces and arrays of Gymnasium."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._bobbin import BobbinError, Encoding, Match, View
from ._types import Reward, Viewer

#: ``"observation"``, ``"action_mask"`` and, where actions have no numbers of their own, ``"candidates"``.
Observation = dict[str, NDArray[Any]]
#: What happens to an action that is not legal: it raises, or a legal one is played instead, all equally likely.
Illegal = Literal["raise", "random"]


def checked_illegal(illegal: Illegal) -> Illegal:
    if illegal not in get_args(Illegal):
        raise BobbinError(f"illegal cannot be {illegal!r}: expected one of {', '.join(get_args(Illegal))}")
    return illegal


def checked_reward(reward: Reward | None, players: int) -> Reward:
    """The reward that was asked for; else the points of a lone player, or the share of the victory."""
    if reward is None:
        return "points" if players == 1 else "victory"
    if reward not in get_args(Reward):
        raise BobbinError(f"there is no reward {reward!r}: expected one of {', '.join(get_args(Reward))}")
    return reward


def as_number(action: object) -> int:
    """An action as a learner gives it: a number of Python or of NumPy."""
    try:
        return operator.index(cast(Any, action))
    except TypeError:
        raise BobbinError(f"{action!r} is no action: expected a whole number") from None


class Rows:
    """How the matches of one game and setup are shown; `spare` numbers follow those of its actions."""

    def __init__(self, game: str, setup: Mapping[str, object] | None, content: str | None, spare: int = 0) -> None:
        self.game = game
        self.setup = dict(setup or {})
        self.content = content
        self.encoding = Encoding(game, setup=self.setup, content=content)
        self.players = self.encoding.players
        self.actions = self.encoding.actions + spare
        self._columns = len(self.encoding.described)
        self.has_drawing = self.begin("").svg("spectator") is not None

    def begin(self, seed: str) -> Match:
        return Match(self.game, seed, setup=self.setup, content=self.content)

    def space(self) -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {
            "observation": self.row_space(),
            "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
        }
        if self._columns:
            most = np.array([most for _, _, most in self.encoding.described], np.uint8)
            high = np.tile(most, (self.actions, 1))
            parts["candidates"] = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        return spaces.Dict(parts)

    def row_space(self) -> spaces.Box:
        most = self.encoding.most
        return spaces.Box(np.zeros_like(most), most, dtype=np.uint8)

    def show(self, match: Match, seat: int) -> Observation:
        shown: Observation = {"observation": match.observe(seat), "action_mask": self.mask(match, seat)}
        if self._columns:
            shown["candidates"] = self.candidates(match, seat)
        return shown

    def mask(self, match: Match, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self.actions, np.int8)
        mask[: self.encoding.actions] = match.mask(seat)
        return mask

    def candidates(self, match: Match, seat: int) -> NDArray[np.uint8]:
        """A row of what is written of each legal action; below them zeros."""
        rows = np.zeros((self.actions, self._columns), np.uint8)
        described = match.described(seat)
        if len(described):
            rows[: len(described)] = described
        return rows

    def legal(self, match: Match, seat: int, action: object, illegal: Illegal, luck: np.random.Generator) -> str:
        """The notation of the action with this number, or of any legal one where that is asked for."""
        number = as_number(action)
        view = match.view(seat)
        numbers, legal = view.numbers, view.legal
        if number in numbers:
            return legal[numbers.index(number)]
        if illegal == "random":
            return legal[int(luck.integers(len(legal)))]
        raise BobbinError(f"action {number} is not legal for seat {seat}: its action mask says what is")


class Picture:
    """How a match is rendered: as text, as a drawing where there is one, or as text on the standard output."""

    def __init__(self, mode: str | None, has_drawing: bool, viewer: Viewer) -> None:
        self.modes = ["human", "ansi", "svg"] if has_drawing else ["human", "ansi"]
        if mode is not None and mode not in self.modes:
            raise BobbinError(f"render_mode cannot be {mode!r}: expected one of {', '.join(self.modes)}")
        self.mode = mode
        self.viewer = viewer

    def of(self, match: Match) -> str | None:
        if self.mode == "human":
            print(match.text(self.viewer))
            return None
        if self.mode == "ansi":
            return match.text(self.viewer)
        return match.svg(self.viewer) if self.mode == "svg" else None


def play_as(match: Match, seat: int, player: Any) -> None:
    """One action of a bot or of a function from a `View` to an action."""
    view: View = match.view(seat)
    match.play(player(view), seat)
