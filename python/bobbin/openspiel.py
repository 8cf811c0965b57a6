"""The games for OpenSpiel.

Importing this registers ``bobbin_knitting_circle``, ``bobbin_arch_ravels``, ``bobbin_circuitous`` and
``bobbin_hearts``. Their parameters are the options of the game, ``reward``, ``position`` and ``content``:
``pyspiel.load_game("bobbin_hearts(pass=none,reward=points)")``, or `load`, which writes them so that they can be read.

Every draw of chance is a node of its own. Where several seats may act at once they act one after the other, the first
one first, and learn of each other what the rules let them see. States are copied and serialized without playing
anything again.

`State.resample_from_infostate` is for algorithms in Python, such as `open_spiel.python.algorithms.ismcts`: OpenSpiel's
own in C++ (`pyspiel.ISMCTSBot`) do not ask a game in Python for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from ._bobbin import BobbinError, Encoding, Match, Unfolded
from ._types import Reward

__all__ = ["ArchRavels", "Circuitous", "Game", "Hearts", "KnittingCircle", "Observer", "State", "load"]

# What stands for a parameter that is left out: OpenSpiel reads no empty ones.
_DEFAULT = "default"

# The fewest and most points of a seat. Hearts: 26 penalty points, or as many less than none. Circuitous: 26 cards of at
# most five points, each passed at most twice. Knitting Circle: ninety buttons, all ugly at their dearest; good players
# have 60 points. Arch Ravels: a hundred rounds of a hundred points each; good players have 140, random ones -250.
_POINTS: dict[str, tuple[float, float]] = {
    "hearts": (-26.0, 26.0),
    "circuitous": (0.0, 260.0),
    "knitting-circle": (-540.0, 1000.0),
    "arch-ravels": (-10_000.0, 10_000.0),
}


def load(
    game: str,
    *,
    setup: Mapping[str, object] | None = None,
    content: str | None = None,
    position: str | None = None,
    reward: Reward | None = None,
) -> Game:
    """A game of OpenSpiel, from its start or from a position on."""
    chosen = Unfolded(game, setup=dict(setup or {}), content=content, position=position).setup
    defaults = Match(game, "").setup
    # A parameter has the type of its default; where that is a word, a number is written as `#3`.
    parameters: dict[str, int | str] = {
        key: int(value) if defaults[key].isdecimal() else _word(value) for key, value in chosen.items()
    }
    if content is not None:
        parameters["content"] = content
    if position is not None:
        parameters["position"] = quote(position, safe="")
    if reward is not None:
        parameters["reward"] = reward
    loaded: Game = pyspiel.load_game(_name(game), parameters)
    return loaded


def _name(game: str) -> str:
    return f"bobbin_{game.replace('-', '_')}"


def _word(value: str) -> str:
    return f"#{value}" if value.isdecimal() else value


def _typed(value: str) -> int | str:
    return int(value) if value.isdecimal() else value


def _most_outcomes(encoding: Encoding, has_house_content: bool) -> int:
    """How many outcomes a draw has at most."""
    match encoding.game:
        case "hearts":
            return 52
        case "circuitous":
            # A card of one's own deck: there are so many kinds.
            return 26
        case "knitting-circle":
            # A pile of buttons, or the requests that are shuffled; a pack may have a few more buttons.
            return 30 if has_house_content else 32
        case _:
            # The deck of yarn: 74 yarn cards and 12 events; two requests a player when six cards are laid out.
            deck = 86 if has_house_content else 255
            return max(deck, deck + 2 * encoding.players - 6)


def _most_draws(encoding: Encoding) -> int:
    """How often chance draws at most in a match."""
    match encoding.game:
        case "hearts":
            return 51
        case "circuitous":
            return 1 + 26 * encoding.players
        case _:
            # The deal, and what an action can ask for: a workspace filled with buttons, a bazaar with cards.
            return 200 + 16 * encoding.longest


def _utility(reward: Reward, players: int, game: str) -> tuple[float, float, float | None]:
    """The least and the most that the end is worth to a seat, and what it is worth to all together."""
    least, most = _POINTS[game]
    if reward == "points":
        return least, most, None
    if reward == "margin":
        widest = (most - least) * (players - 1) / players
        return -widest, widest, 0.0
    return -1 / players if players > 1 else 0.0, 1 - 1 / players, 0.0


def _type(game: str, utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    options = {key: _typed(value) for key, value in Match(game, "").setup.items()}
    counts = [count for count in range(1, 7) if _has_players(game, count)]
    return pyspiel.GameType(
        short_name=_name(game),
        long_name=f"{game.replace('-', ' ').title()} (Bobbin)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**options, "reward": _DEFAULT, "position": _DEFAULT, "content": _DEFAULT},
    )


def _has_players(game: str, count: int) -> bool:
    try:
        Encoding(game, setup={"players": count})
    except BobbinError:
        return False
    return True


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel knows it."""

    title: str

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game = self.title
        given = {key: value for key, value in (parameters or {}).items() if value != _DEFAULT}
        position = given.get("position")
        content = given.get("content")
        others = ("position", "content", "reward")
        setup = {key: str(value).removeprefix("#") for key, value in given.items() if key not in others}
        encoding = Encoding(game, setup=setup, content=content)
        players = encoding.players
        reward = given.get("reward", "points" if players == 1 else "victory")
        self._start = Unfolded(
            game, setup=setup, content=content, position=None if position is None else unquote(position)
        )
        self._start.rewards(reward)
        if players == 1 and reward != "points":
            raise BobbinError("in a lone player's game nobody else can be beaten: expected the reward points")
        self.reward: Reward = reward
        self.columns = len(encoding.columns)
        self._draws = _most_draws(encoding)
        least, most, total = _utility(self.reward, players, game)
        general = total is None
        kinds = pyspiel.GameType.Utility
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.actions,
            max_chance_outcomes=_most_outcomes(encoding, content is None),
            num_players=players,
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=encoding.longest,
        )
        super().__init__(_type(game, kinds.GENERAL_SUM if general else kinds.ZERO_SUM), info, given)

    def new_initial_state(self) -> State:
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self._draws

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(kind or pyspiel.IIGObservationType(perfect_recall=False), params, self.columns)


class State(pyspiel.State):  # type: ignore[misc]
    """A moment of a match: a seat is to act, chance to draw, or it is over."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.unfolded = game._start.clone()
        self.reward = game.reward

    def current_player(self) -> int:
        seat = self.unfolded.seat
        if seat is not None:
            return seat
        player = pyspiel.PlayerId.TERMINAL if self.unfolded.over else pyspiel.PlayerId.CHANCE
        return int(player)

    def is_terminal(self) -> bool:
        return self.unfolded.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(number for number, _ in self.unfolded.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self.unfolded.chances
        whole = sum(weight for _, weight in chances)
        return [(outcome, weight / whole) for outcome, weight in chances]

    def _apply_action(self, action: int) -> None:
        if self.unfolded.seat is None:
            self.unfolded.draw(action)
        else:
            self.unfolded.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return dict(self.unfolded.legal).get(action, f"action {action}")

    def returns(self) -> list[float]:
        return self.unfolded.rewards(self.reward)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one: what is hidden from it is dealt anew.

        How it came about is not known of such a state: its history is empty.
        """
        if self.unfolded.seat is None:
            raise BobbinError("nobody is to act: only where a player decides is there something to be unsure of")
        resampled: State = self.get_game().new_initial_state()
        resampled.unfolded = self.unfolded.resample(player, int(sampler() * 2**53))
        return resampled

    def __str__(self) -> str:
        return self.unfolded.written()


class Observer:
    """What a player observes: with perfect recall all that it knows, as one word; else what it sees now, as numbers."""

    def __init__(self, kind: Any, params: Any, columns: int) -> None:
        if params:
            raise BobbinError(f"an observation has no parameters: {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise BobbinError("a player observes what it sees itself: public things together with its own")
        self._remembers: bool = kind.perfect_recall
        self.tensor = None if self._remembers else np.zeros(columns, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.unfolded.observe(player)

    def string_from(self, state: State, player: int) -> str:
        if self._remembers:
            return f"{player} {state.unfolded.information(player)}"
        row = hashlib.sha256(state.unfolded.observe(player).tobytes()).hexdigest()[:32]
        return f"{player} {row}\n{state.unfolded.text(player)}"


class KnittingCircle(Game):
    title = "knitting-circle"


class ArchRavels(Game):
    title = "arch-ravels"


class Circuitous(Game):
    title = "circuitous"


class Hearts(Game):
    title = "hearts"


# OpenSpiel lets go of these after Python has ended: classes, unlike functions, bear that.
for _class in (KnittingCircle, ArchRavels, Circuitous, Hearts):
    # Before it is loaded nobody knows the reward: a game that is loaded says whether it is zero-sum.
    pyspiel.register_game(_type(_class.title, pyspiel.GameType.Utility.GENERAL_SUM), _class)
