"""The games as environments of Gymnasium: one learner, alone or against bots.

Importing this registers ``bobbin/KnittingCircleSolo-v0``, ``bobbin/KnittingCircle-v0``, ``bobbin/ArchRavels-v0``,
``bobbin/Circuitous-v0`` and ``bobbin/Hearts-v0``. `vector` steps many solo games by one call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._bobbin import BobbinError, Bot, Match, Vector, View
from ._rows import Illegal, Observation, Picture, Rows, checked_illegal, checked_reward, play_as
from ._types import Reward, Viewer

__all__ = ["IDS", "Learner", "Lone", "make", "vector"]

#: One of our bots by name, or a function from a `View` to an action.
Opponent = str | Callable[[View], str | int]

#: What is registered, with the arguments of `Learner`.
IDS: dict[str, dict[str, Any]] = {
    "bobbin/KnittingCircleSolo-v0": {"game": "knitting-circle", "setup": {"players": 1}},
    "bobbin/KnittingCircle-v0": {"game": "knitting-circle"},
    "bobbin/ArchRavels-v0": {"game": "arch-ravels"},
    "bobbin/Circuitous-v0": {"game": "circuitous"},
    "bobbin/Hearts-v0": {"game": "hearts"},
}


class Learner(gymnasium.Env[Any, Any]):
    """A match in which a learner has one seat and bots have the others.

    It observes ``{"observation", "action_mask"}`` and, where a game has no numbers for its actions, ``"candidates"``: a
    row for each of them. With ``flat=True`` it observes the row alone. The mask (and the candidates) are in the info in
    either case. The reward comes at the end: of a lone player the points, else the share of the victory.

    `opponents` is a bot for all other seats or one for each of them; `seat` a number, ``"rotate"`` (the next one each
    time; a seed begins with the first) or ``"random"``. An action that is not legal raises `BobbinError` and changes
    nothing, or with ``illegal="random"`` becomes a legal one.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        setup: Mapping[str, object] | None = None,
        content: str | None = None,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int | Literal["rotate", "random"] = "rotate",
        reward: Reward | None = None,
        flat: bool = False,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        viewer: Viewer | None = None,
    ) -> None:
        self._rows = Rows(game, setup, content)
        players = self._rows.players
        self._reward: Reward = checked_reward(reward, players)
        self._illegal: Illegal = checked_illegal(illegal)
        self._picture = Picture(render_mode, self._rows.has_drawing, "spectator" if viewer is None else viewer)
        self._viewer = viewer
        self._opponents = _one_each(opponents, players - 1)
        for opponent in self._opponents:
            _seated(game, opponent, 0)
        if seat not in ("rotate", "random") and seat not in range(players):
            raise BobbinError(f"there is no seat {seat!r} of {players}: expected a number, rotate or random")
        self._wanted = seat
        self._played = 0
        self._flat = flat
        self._match: Match | None = None
        self.seat = 0
        self.render_mode = render_mode
        self.metadata = {"render_modes": self._picture.modes, "render_fps": 1}
        self.observation_space = self._rows.row_space() if flat else self._rows.space()
        self.action_space = spaces.Discrete(self._rows.actions)

    @property
    def match(self) -> Match:
        """The match that is played: its referee, who knows everything."""
        if self._match is None:
            raise BobbinError("there is no match yet: reset first")
        return self._match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._played = 0
        self._match = self._rows.begin(str(self.np_random.integers(2**63)))
        self.seat = self._next_seat()
        self._played += 1
        luck = [int(self.np_random.integers(2**63)) for _ in self._opponents]
        bots = [_seated(self._rows.game, *pair) for pair in zip(self._opponents, luck)]
        self._bots = dict(zip((seat for seat in range(self._rows.players) if seat != self.seat), bots))
        self._until_to_act()
        return self._told()

    def _next_seat(self) -> int:
        if self._wanted == "rotate":
            return self._played % self._rows.players
        if self._wanted == "random":
            return int(self.np_random.integers(self._rows.players))
        return self._wanted

    def _until_to_act(self) -> None:
        match = self.match
        # Where several may act at once the first of them does, as everywhere.
        while (seat := match.seat) is not None and seat != self.seat:
            play_as(match, seat, self._bots[seat])

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        match = self.match
        if match.over:
            raise BobbinError("the match is over: reset to play another")
        match.play(self._rows.legal(match, self.seat, action, self._illegal, self.np_random), self.seat)
        self._until_to_act()
        observed, info = self._told()
        return observed, match.rewards(self._reward)[self.seat], match.over, False, info

    def _told(self) -> tuple[Any, dict[str, Any]]:
        match = self.match
        shown = self._rows.show(match, self.seat)
        info: dict[str, Any] = {key: shown[key].copy() for key in shown if key != "observation"}
        info["seat"] = self.seat
        if match.over:
            info["outcome"] = match.outcome
        return shown["observation"] if self._flat else shown, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, by the name that learners with masks ask for."""
        return self.match.mask(self.seat)

    def render(self) -> Any:
        if self._viewer is None:
            self._picture.viewer = self.seat
        return self._picture.of(self.match)

    def close(self) -> None:
        self._match = None


def _one_each(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Opponent]:
    if isinstance(opponents, str) or callable(opponents):
        return [opponents] * seats
    if len(opponents) != seats:
        raise BobbinError(f"{len(opponents)} opponents for {seats} seats: expected one, or one for each")
    return list(opponents)


def _seated(game: str, opponent: Opponent, luck: int) -> Callable[[View], str | int]:
    return Bot(game, opponent, luck) if isinstance(opponent, str) else opponent


class Lone(VectorEnv[Any, Any, Any]):
    """Many solo games that are stepped together, on several threads. A game that ends begins anew in the same step.

    The info has the masks (``"action_mask"``) and, where a game has no numbers for its actions, their ``"candidates"``.
    A game is never cut short, so what was seen last is not needed to learn from and there is no ``"final_obs"``. If one
    of the actions is not legal, `BobbinError` is raised and nothing is played in any game.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str = "knitting-circle",
        num_envs: int = 1,
        *,
        setup: Mapping[str, object] | None = None,
        content: str | None = None,
        reward: Reward | None = None,
        flat: bool = False,
        threads: int | None = None,
        render_mode: None = None,
    ) -> None:
        setup = {"players": 1} if setup is None else dict(setup)
        rows = Rows(game, setup, content)
        if rows.players != 1:
            raise BobbinError(f"a solo game has one seat, not {rows.players}: bobbin.Vector steps games of several")
        if num_envs < 1:
            raise BobbinError(f"{num_envs} games cannot be played: expected at least 1")
        self._flat = flat
        self._vector = Vector(
            game, num_envs, setup=setup, content=content, reward=checked_reward(reward, 1), threads=threads
        )
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = rows.row_space() if flat else rows.space()
        self.single_action_space = spaces.Discrete(rows.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins all games anew. One seed is enough for all; of several the first counts."""
        first = seed if seed is None or isinstance(seed, int) else next(iter(seed), None)
        if first is not None:
            self._np_random, self._np_random_seed = seeding.np_random(first)
        self._vector.reset(int(self.np_random.integers(2**63)))
        return self._told()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        given = np.asarray(actions)
        if not np.issubdtype(given.dtype, np.integer) or (given != given.astype(np.int32)).any():
            raise BobbinError("expected one number of an action for each game, as integers")
        self._vector.step(given.astype(np.int32))
        observed, info = self._told()
        rewards = self._vector.rewards[:, 0].astype(np.float64)
        return observed, rewards, self._vector.ended.copy(), np.zeros(self.num_envs, np.bool_), info

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action for every game, all equally likely."""
        return self._vector.random_actions()

    def _told(self) -> tuple[Any, dict[str, Any]]:
        vector = self._vector
        shown: Observation = {
            "observation": vector.observations.copy(),
            "action_mask": vector.masks.astype(np.int8),
        }
        if vector.described.shape[-1]:
            shown["candidates"] = np.where(vector.masks[..., None], vector.described, np.uint8(0))
        info = {key: shown[key].copy() for key in shown if key != "observation"}
        return shown["observation"] if self._flat else shown, info


def make(game: str, **options: Any) -> Learner:
    """An environment of any game, with the options of `Learner`."""
    return Learner(game, **options)


def vector(game: str = "knitting-circle", num_envs: int = 1, **options: Any) -> Lone:
    """Many solo games that are stepped together, with the options of `Lone`."""
    return Lone(game, num_envs, **options)


for _id, _kwargs in IDS.items():
    _lone = _kwargs.get("setup") == {"players": 1}
    gymnasium.register(
        _id,
        entry_point="bobbin.gymnasium:Learner",
        vector_entry_point="bobbin.gymnasium:Lone" if _lone else None,
        kwargs=_kwargs,
    )
