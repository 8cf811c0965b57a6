"""The games as environments of PettingZoo.

`aec` is one agent after the other. `parallel` asks all agents at once: those who are not to act wait, which is the last
action and the only one that their mask allows. Importing this registers both for all titles where PettingZoo has a
registry (since 1.27): ``pettingzoo.make("aec", "bobbin/Hearts-v0")``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv, ParallelEnv

from ._bobbin import BobbinError, Match, games
from ._rows import Illegal, Observation, Picture, Rows, as_number, checked_illegal, checked_reward
from ._types import Reward, Viewer

__all__ = ["AEC", "Parallel", "aec", "env", "parallel", "parallel_env"]

Infos = dict[str, dict[str, Any]]


class _Table:
    """What both forms have in common: a match, its agents and their spaces."""

    possible_agents: list[str]
    agents: list[str]

    def _lay(
        self,
        game: str,
        setup: Mapping[str, object] | None,
        content: str | None,
        reward: Reward | None,
        illegal: Illegal,
        render_mode: str | None,
        viewer: Viewer,
        spare: int,
    ) -> None:
        self._rows = Rows(game, setup, content, spare)
        self._reward: Reward = checked_reward(reward, self._rows.players)
        self._illegal: Illegal = checked_illegal(illegal)
        self._picture = Picture(render_mode, self._rows.has_drawing, viewer)
        self._luck: np.random.Generator | None = None
        self._match: Match | None = None
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"bobbin_{game.replace('-', '_')}_v0",
            "render_modes": self._picture.modes,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self._rows.players)]
        self.agents = []
        self.observation_spaces = {agent: self._rows.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._rows.actions) for agent in self.possible_agents}
        most = self._rows.encoding.most
        whole = np.tile(most, self._rows.players)
        self.state_space = spaces.Box(np.zeros_like(whole), whole, dtype=np.uint8)

    @property
    def match(self) -> Match:
        """The match that is played: its referee, who knows everything."""
        if self._match is None:
            raise BobbinError("there is no match yet: reset first")
        return self._match

    def _deal(self, seed: int | None) -> None:
        if seed is not None or self._luck is None:
            self._luck, _ = seeding.np_random(seed)
        self._match = self._rows.begin(str(self._luck.integers(2**63)))
        self.agents = self.possible_agents[:]

    @property
    def _generator(self) -> np.random.Generator:
        if self._luck is None:
            raise BobbinError("there is no match yet: reset first")
        return self._luck

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise BobbinError(f"there is no agent {agent!r}: expected one of {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _earned(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.match.rewards(self._reward)))

    def _told(self) -> Infos:
        """How the match ended, once it has."""
        outcome = self.match.outcome
        return {agent: {} if outcome is None else {"outcome": outcome} for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.uint8]:
        """What all agents see, one row behind the other."""
        return np.concatenate([self.match.observe(seat) for seat in range(self._rows.players)])

    def render(self) -> str | None:
        return self._picture.of(self.match)

    def close(self) -> None:
        self._match = None


class AEC(_Table, AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]
    """A match in which one agent acts after the other.

    An agent observes ``{"observation", "action_mask"}`` and, where a game has no numbers for its actions,
    ``"candidates"``: a row for each of them. Where several may act at once, the first of them does. Rewards come at the
    end. An action that is not legal raises `BobbinError` and changes nothing, or with ``illegal="random"`` becomes a
    legal one.
    """

    def __init__(
        self,
        game: str,
        *,
        setup: Mapping[str, object] | None = None,
        content: str | None = None,
        reward: Reward | None = None,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        viewer: Viewer = "everything",
    ) -> None:
        self._lay(game, setup, content, reward, illegal, render_mode, viewer, 0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seed)
        self._skip_agent_selection: str | None = None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._told()
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.match.seat or 0]

    def observe(self, agent: str) -> Observation:
        return self._rows.show(self.match, self._seat(agent))

    def step(self, action: int | None) -> None:
        match = self.match
        if not self.agents:
            raise BobbinError("the match is over: reset to play another")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat(agent)
        match.play(self._rows.legal(match, seat, action, self._illegal, self._generator), seat)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._earned()
        self.terminations = dict.fromkeys(self.agents, match.over)
        self.infos = self._told()
        self._accumulate_rewards()
        self._select()


class Parallel(_Table, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A match in which all agents are asked at once, as they are in a phase that all play at once.

    Elsewhere one of them acts, and the others wait: that is the last number, the only one that their mask allows, and
    whatever else they say is not listened to. Actions of one step are carried out in the order of the seats. One that
    has become illegal by what another seat did is not carried out; its agent is told ``{"came_too_late": True}`` and
    asked again.
    """

    def __init__(
        self,
        game: str,
        *,
        setup: Mapping[str, object] | None = None,
        content: str | None = None,
        reward: Reward | None = None,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        viewer: Viewer = "everything",
    ) -> None:
        self._lay(game, setup, content, reward, illegal, render_mode, viewer, 1)
        self.metadata["is_parallelizable"] = True

    @property
    def wait(self) -> int:
        """The action of those who are not to act."""
        return self._rows.actions - 1

    def _observed(self) -> dict[str, Observation]:
        shown = {agent: self._rows.show(self.match, self._seat(agent)) for agent in self.agents}
        acting = self.match.to_act
        for agent in self.agents:
            shown[agent]["action_mask"][self.wait] = self._seat(agent) not in acting
        return shown

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self._deal(seed)
        return self._observed(), self._told()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        match = self.match
        if not self.agents:
            raise BobbinError("the match is over: reset to play another")
        chosen = [(seat, self._chosen(seat, actions)) for seat in match.to_act]
        late = [seat for seat, action in chosen if not self._played(seat, action)]
        observed, earned, infos = self._observed(), self._earned(), self._told()
        for seat in late:
            infos[self.possible_agents[seat]]["came_too_late"] = True
        over, cut = dict.fromkeys(self.agents, match.over), dict.fromkeys(self.agents, False)
        if match.over:
            self.agents = []
        return observed, earned, over, cut, infos

    def _chosen(self, seat: int, actions: dict[str, int]) -> str:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise BobbinError(f"{agent} is to act: its action is missing")
        action = as_number(actions[agent])
        return self._rows.legal(self.match, seat, action, self._illegal, self._generator)

    def _played(self, seat: int, action: str) -> bool:
        if action not in self.match.legal(seat):
            return False
        self.match.play(action, seat)
        return True


def aec(game: str, **options: Any) -> AEC:
    """A match in which one agent acts after the other, with the options of `AEC`."""
    return AEC(game, **options)


def parallel(game: str, **options: Any) -> Parallel:
    """A match in which all agents are asked at once, with the options of `Parallel`."""
    return Parallel(game, **options)


env = aec
parallel_env = parallel

if hasattr(pettingzoo, "register"):
    for _game in games():
        _id = f"bobbin/{_game.title().replace('-', '')}-v0"
        if _id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", _id, AEC, kwargs={"game": _game})
            pettingzoo.register("parallel", _id, Parallel, kwargs={"game": _game})
