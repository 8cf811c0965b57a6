"""The games for RLCard: ``rlcard.make("bobbin-hearts")`` once this is imported.

Hearts is the one that RLCard's agents suit best: its actions have few numbers, and a deal is short. The other titles
are ``bobbin-knitting-circle``, ``bobbin-arch-ravels`` and ``bobbin-circuitous``. A config may have ``"game_setup"``
(options of the game), ``"game_content"`` and ``"game_reward"``.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rlcard.envs.env import Env
from rlcard.envs.registration import register, registry

from ._bobbin import BobbinError, Encoding, Match

__all__ = ["ArchRavelsEnv", "CircuitousEnv", "HeartsEnv", "KnittingCircleEnv"]


class _Played:
    """A match as RLCard's environments ask for it."""

    allow_step_back = False
    np_random: np.random.RandomState

    def __init__(self, game: str, setup: Mapping[str, object], content: str | None) -> None:
        self._game, self._setup, self._content = game, dict(setup), content
        self.encoding = Encoding(game, setup=self._setup, content=content)
        self.match = Match(game, "", setup=self._setup, content=content)
        self._before: list[Match] = []
        self._heard: dict[int, tuple[int, list[str]]] = {}

    def init_game(self) -> tuple[int, int]:
        seed = " ".join(str(self.np_random.randint(2**31)) for _ in range(2))
        self.match = Match(self._game, seed, setup=self._setup, content=self._content)
        self._before = []
        self._heard = {}
        return self.get_player_id(), self.get_player_id()

    def heard(self, player_id: int) -> list[str]:
        """What has happened so far, as far as a player may know, in sentences."""
        since, known = self._heard.get(player_id, (0, []))
        known = known + self.match.log(player_id, since)
        self._heard[player_id] = (self.match.version, known)
        return known.copy()

    def step(self, action: str) -> tuple[int, int]:
        before = self.match.clone() if self.allow_step_back else None
        self.match.play(action)
        if before is not None:
            self._before.append(before)
        return self.get_player_id(), self.get_player_id()

    def step_back(self) -> bool:
        if not self._before:
            return False
        self.match = self._before.pop()
        self._heard = {}
        return True

    def get_player_id(self) -> int:
        return self.match.seat or 0

    def get_state(self, player_id: int) -> int:
        return player_id

    def get_num_players(self) -> int:
        return self.encoding.players

    def get_num_actions(self) -> int:
        return self.encoding.actions

    def is_over(self) -> bool:
        return self.match.over


class _TitleEnv(Env):  # type: ignore[misc]
    """A title for RLCard's agents.

    A state has what the player sees as numbers (``"obs"``) and as the game's own JSON (``"raw_obs"``), the legal
    actions by number and in the game's notation, and what has happened, as far as the player may know, in sentences.
    """

    title: str

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.name = f"bobbin-{self.title}"
        self.game = _Played(self.title, config.get("game_setup", {}), config.get("game_content"))
        players = self.game.get_num_players()
        self._reward = config.get("game_reward", "points" if players == 1 else "victory")
        self.game.match.rewards(self._reward)
        super().__init__({"allow_step_back": False, "seed": None, **config})
        self.state_shape = [[len(self.game.encoding.columns)]] * players
        self.action_shape = [None] * players

    @property
    def match(self) -> Match:
        """The match that is played: its referee, who knows everything."""
        return self.game.match

    def _extract_state(self, state: int) -> dict[str, Any]:
        view = self.match.view(state)
        return {
            "obs": view.observe(),
            "legal_actions": OrderedDict((number, None) for number in view.numbers),
            "raw_obs": view.json,
            "raw_legal_actions": view.legal,
            "action_record": self.game.heard(state),
        }

    def _decode_action(self, action_id: int) -> str:
        numbers = self.match.numbers()
        if action_id not in numbers:
            raise BobbinError(f"action {action_id} is not legal for seat {self.match.seat}")
        return self.match.legal()[numbers.index(action_id)]

    def _get_legal_actions(self) -> list[int]:
        return self.match.numbers()

    def get_payoffs(self) -> NDArray[np.float64]:
        return np.array(self.match.rewards(self._reward))

    def get_perfect_information(self) -> dict[str, Any]:
        """All there is, hidden things included."""
        match = self.match
        return {"position": match.position(), "text": match.text("everything"), "current_player": match.seat}


class KnittingCircleEnv(_TitleEnv):
    title = "knitting-circle"


class ArchRavelsEnv(_TitleEnv):
    title = "arch-ravels"


class CircuitousEnv(_TitleEnv):
    title = "circuitous"


class HeartsEnv(_TitleEnv):
    title = "hearts"


for _class in (KnittingCircleEnv, ArchRavelsEnv, CircuitousEnv, HeartsEnv):
    if f"bobbin-{_class.title}" not in registry.env_specs:
        register(f"bobbin-{_class.title}", f"bobbin.rlcard:{_class.__name__}")
