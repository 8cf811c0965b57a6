"""The rules, bots and environments of Bobbin."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

from ._types import Considered, Reward, Viewer

__all__ = [
    "BobbinError",
    "Bot",
    "Encoding",
    "Match",
    "Refused",
    "Unfolded",
    "Vector",
    "View",
    "__version__",
    "games",
    "insight",
    "load_content",
    "rules",
    "schema",
]

__version__: str

class BobbinError(ValueError):
    """What was asked for makes no sense here; nothing has changed."""

class Refused(BobbinError):
    """The rules say no; nothing has changed."""

    code: str
    """A stable name."""
    clause: str | None
    """The number of the rule: `bobbin.rules(game, clause)`."""

def games() -> list[str]:
    """The ids of all games."""

def rules(game: str, clause: str | None = None) -> str:
    """The rules of a game in our words, as Markdown with numbered clauses; of one clause if one is named."""

def schema(game: str) -> dict[str, Any]:
    """What views and events of a game look like in JSON: an OpenAPI document with the components `View` and `Event`."""

def load_content(game: str, path: str | PathLike[str]) -> str:
    """Reads a content pack (TOML) and returns its hash: matches are played with it by ``content=hash``."""

def insight(record: str, *, seed: str | None = None, total: int = ..., threads: int = 1) -> dict[str, Any]:
    """What a finished match was worth: luck told apart from choices. `total` says how much work it is."""

@final
class Match:
    """A match of a game: its referee, who knows everything. Players are given views.

    The same seed (any text or number) and actions give the same match on every machine; without one it is random.
    `setup` are options of the game, such as ``{"players": 2}``. Matches can be copied and pickled; whoever reads a pickle of a match with
    a content pack has to load the pack first.
    """

    def __new__(
        cls,
        game: str,
        seed: object | None = None,
        *,
        setup: Mapping[str, object] | None = None,
        content: str | None = None,
        names: Sequence[str] | None = None,
        position: str | None = None,
    ) -> Self: ...
    @staticmethod
    def from_record(
        record: str, *, seed: str | None = None, position: str | None = None, at: int | None = None
    ) -> Match:
        """A match played again from its record, with everything in it checked; `at` stops after so many entries."""
    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def setup(self) -> dict[str, str]:
        """The options it is played with."""
    @property
    def content(self) -> str:
        """The hash of the cards and boards it is played with."""
    @property
    def seed(self) -> str:
        """The seed, as 64 hexadecimal digits: it tells all luck to come."""
    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, told before the first action."""
    @property
    def version(self) -> int:
        """How many entries the record has."""
    @property
    def to_act(self) -> list[int]:
        """The seats that may act now: several in a phase that all play at once, none once it is over."""
    @property
    def seat(self) -> int | None:
        """The first seat that may act now; None once it is over."""
    @property
    def over(self) -> bool: ...
    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended, once it has: score sheets, ranks, winners."""
    def clone(self) -> Match:
        """The same match once more: what happens to one does not happen to the other."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, memo: Any) -> Match: ...
    def play(self, action: str | int, seat: int | None = None) -> list[dict[str, Any]]:
        """Carries out an action, by its notation or number, and returns what happened, each step with its audience.

        Without a seat it is the first that may act. Raises `Refused` where the rules say no.
        """
    def undo(self, seat: int) -> None:
        """Takes back the latest action of a seat, or raises `Refused`."""
    def view(self, viewer: Viewer | None = None) -> View:
        """What a viewer knows, and nothing else: of the seat that acts next, if none is named."""
    def text(self, viewer: Viewer | None = None) -> str:
        """The table as plain text."""
    def svg(self, viewer: Viewer | None = None) -> str | None:
        """The table as a picture, where there is a drawing of the game."""
    def prompt(self, viewer: Viewer | None = None) -> str:
        """What a viewer has to do now, in words."""
    def legal(self, seat: int | None = None) -> list[str]:
        """What a seat may do, in the game's notation."""
    def labels(self, seat: int | None = None) -> list[str]:
        """What a seat may do, in words, in the order of `legal`."""
    def numbers(self, seat: int | None = None) -> list[int]:
        """What a seat may do, by number, in the order of `legal`."""
    def why_not(self, picks: Sequence[str], seat: int | None = None) -> dict[str, Any]:
        """What the rules say to somebody who touches these pieces one after the other. Changes nothing."""
    def log(self, viewer: Viewer | None = None, since: int = 0) -> list[str]:
        """What has happened, as far as a viewer may know, in sentences."""
    def rewards(self, reward: Reward = "victory") -> list[float]:
        """What the end is worth to each seat; all 0 as long as it has not come.

        ``"victory"``: the share of the victory less an even share, so that the sum is 0, also where nobody wins.
        ``"points"``: the points, negative where few are better. ``"margin"``: those less the mean of all seats'.
        """
    def record(self) -> str:
        """The match as text, as `bobbin replay` reads it. It holds the seed once it is over."""
    def position(self) -> str:
        """The full state in the game's own notation."""
    def observe(self, seat: int | None = None) -> NDArray[np.uint8]:
        """What a seat sees, as a row of numbers: `Encoding.columns` tells what they are."""
    def mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """Which numbers of actions are legal."""
    def described(self, seat: int | None = None) -> NDArray[np.uint8]:
        """What is written of each legal action where a game has no numbers, one row each."""
    def _repr_html_(self) -> str: ...

@final
class View:
    """What one viewer knows of a match, and nothing else: inside is a world that was made up from it."""

    @property
    def game(self) -> str: ...
    @property
    def seat(self) -> int | None:
        """Whose view it is; None for a spectator or for one who sees everything."""
    @property
    def json(self) -> dict[str, Any]:
        """The game's own JSON; `bobbin schema GAME` describes it."""
    @property
    def text(self) -> str:
        """The table as plain text."""
    @property
    def svg(self) -> str | None:
        """The table as a picture, where there is a drawing of the game."""
    @property
    def prompt(self) -> str:
        """What the viewer has to do now, in words."""
    @property
    def legal(self) -> list[str]:
        """What the seat may do, in the game's notation."""
    @property
    def labels(self) -> list[str]:
        """What the seat may do, in words, in the order of `legal`."""
    @property
    def numbers(self) -> list[int]:
        """What the seat may do, by number, in the order of `legal`."""
    def observe(self) -> NDArray[np.uint8]:
        """The view as a row of numbers."""
    def mask(self) -> NDArray[np.bool_]:
        """Which numbers of actions are legal."""
    def described(self) -> NDArray[np.uint8]:
        """What is written of each legal action where a game has no numbers, one row each."""
    def sample(self, luck: int = 0) -> Match:
        """A match that looks the same to this viewer: what is hidden is dealt anew, all deals equally likely."""
    def search(self, iterations: int = 1000, luck: int = 0) -> list[Considered]:
        """What our search thinks of the legal actions, the best first."""
    def _repr_html_(self) -> str: ...

@final
class Bot:
    """One of our bots, for one seat of one match: ``"random"``, ``"greedy"``, ``"search:1000i"``, ``"search:100ms"``, or
    a level (``"playful"``, ``"gentle"``, ``"steady"``, ``"keen"``, ``"sharp"``, ``"expert"``). With iterations instead of time the same luck gives the same
    answers on every machine."""

    def __new__(cls, game: str, spec: str = "steady", luck: int = 0) -> Self: ...
    @property
    def game(self) -> str: ...
    @property
    def spec(self) -> str: ...
    def choose(self, view: View) -> str:
        """What it would do: an action's notation."""
    def think(self, view: View) -> list[Considered]:
        """What it thinks of the actions it considered, the best first."""
    def __call__(self, view: View) -> str: ...

@final
class Encoding:
    """How views and actions of a game are written as numbers. It depends on the number of players and the content."""

    def __new__(
        cls, game: str, *, setup: Mapping[str, object] | None = None, content: str | None = None
    ) -> Self: ...
    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def columns(self) -> list[tuple[str, Literal["flag", "count", "category"], int]]:
        """The columns of an observation: name, kind and highest value."""
    @property
    def most(self) -> NDArray[np.uint8]:
        """The highest value of each column of an observation."""
    @property
    def actions(self) -> int:
        """How many numbers there are for actions.

        Where a game has none, an action's number is its place among the legal ones. Should there ever be more legal
        ones than this, the mask and `Vector` leave out the last; `Match.play` takes any by its notation.
        """
    @property
    def longest(self) -> int:
        """No match has more actions."""
    @property
    def ranges(self) -> list[tuple[str, int, int]]:
        """What the numbers say: name, first and count. Empty where a game has none."""
    @property
    def described(self) -> list[tuple[str, Literal["flag", "count", "category"], int]]:
        """The columns of what is written of each legal action, where a game has no numbers."""

@final
class Vector:
    """Many matches of a game, stepped together on several threads.

    `reset` and `step` write into the same arrays each time: copy what you keep. What happens in a match follows from
    the seed, its place and its actions alone, however many threads there are. While `step` writes, other threads of Python go
    on: let none of them read the arrays meanwhile.
    """

    def __new__(
        cls,
        game: str,
        matches: int,
        *,
        setup: Mapping[str, object] | None = None,
        content: str | None = None,
        reward: Reward = "victory",
        threads: int | None = None,
        seed: int = 0,
    ) -> Self: ...
    @property
    def game(self) -> str: ...
    @property
    def matches(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def actions(self) -> int:
        """How many numbers there are for actions."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """What the seat that acts next sees: matches × columns."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """What it may do: matches × actions."""
    @property
    def described(self) -> NDArray[np.uint8]:
        """What is written of each legal action where a game has no numbers: matches × actions × columns.

        Rows of actions that are not legal are 0.
        """
    @property
    def seats(self) -> NDArray[np.int32]:
        """Whose turn it is."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the latest step was worth to each seat, matches × players: all 0 but where a match has ended."""
    @property
    def ended(self) -> NDArray[np.bool_]:
        """Did the latest step end the match? What stands in the row is a new one then."""
    def reset(self, seed: int = 0) -> None:
        """Begins all matches anew, as this seed has it."""
    def step(self, actions: NDArray[np.int32]) -> None:
        """Plays one action in every match, that of the seat whose turn it is. A match that ends begins anew.

        If one of them is not legal, nothing is played in any match.
        """
    def random_actions(self) -> NDArray[np.int32]:
        """A legal action for every match, all equally likely."""
    def run(self, steps: int) -> int:
        """Steps so often with random actions and returns how many that were in all: for measuring."""
    def __len__(self) -> int: ...

@final
class Unfolded:
    """A match in which every draw of chance is a step of its own.

    Where several seats may act at once, the first of them does. It can be copied and pickled: that plays nothing again.
    """

    def __new__(
        cls,
        game: str,
        *,
        setup: Mapping[str, object] | None = None,
        content: str | None = None,
        position: str | None = None,
    ) -> Self: ...
    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def setup(self) -> dict[str, str]:
        """The options it is played with."""
    @property
    def seat(self) -> int | None:
        """The seat that acts next; None if chance does, or it is over."""
    @property
    def over(self) -> bool: ...
    @property
    def chances(self) -> list[tuple[int, int]]:
        """What chance may draw next: each outcome that can happen with its weight. Empty if it is not to draw."""
    @property
    def legal(self) -> list[tuple[int, str]]:
        """What the seat that acts next may do: the number of each legal action and its notation."""
    def act(self, number: int) -> None:
        """The seat that acts next does what has this number."""
    def draw(self, outcome: int) -> None:
        """Chance draws."""
    def clone(self) -> Unfolded: ...
    def __copy__(self) -> Unfolded: ...
    def __deepcopy__(self, memo: Any) -> Unfolded: ...
    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees, as a row of numbers; all 0 while the first deal is drawn."""
    def text(self, seat: int) -> str:
        """What a seat sees, as plain text; empty while the first deal is drawn."""
    def information(self, seat: int) -> str:
        """All that a seat knows, what it was told and did so far included, as one word.

        Two matches have the same exactly if the seat cannot tell them apart.
        """
    def resample(self, seat: int, luck: int = 0) -> Unfolded:
        """A match that looks the same to a seat: what is hidden from it is dealt anew. Not while chance is to draw."""
    def rewards(self, reward: Reward = "victory") -> list[float]:
        """What the end is worth to each seat; all 0 as long as it has not come."""
    def written(self) -> str:
        """All of it as text, hidden things included."""
    def read(self, written: str) -> Unfolded:
        """The match of the same setup that was `written` so."""
