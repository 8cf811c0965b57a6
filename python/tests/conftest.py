"""What the tests share: all titles, and how much is played of each.

`BOBBIN_SOAK=20` plays twenty times as much.
"""

from __future__ import annotations

import os

import pytest

import bobbin

TITLES = bobbin.games()
SOAK = int(os.environ.get("BOBBIN_SOAK", "1"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a title is run for each of them."""
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", TITLES)


@pytest.fixture
def soak() -> int:
    """How many times as much as usual is played."""
    return SOAK
