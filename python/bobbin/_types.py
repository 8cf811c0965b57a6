"""Words of the type hints."""

from typing import Literal, TypeAlias

#: Who looks: a seat, somebody who sees public things only, or everything.
Viewer: TypeAlias = int | Literal["spectator", "everything"]
#: What the end of a match is worth: see `Match.rewards`.
Reward: TypeAlias = Literal["victory", "points", "margin"]
#: An action as a bot thinks of it: notation, value (0 a sure loss, 1 a sure win), visits, expected score.
Considered: TypeAlias = tuple[str, float | None, int | None, float | None]
