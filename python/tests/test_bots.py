"""Bots, tournaments and what a match was worth."""

from __future__ import annotations

import threading

import pytest
from playing import played

import bobbin


def test_a_bot_does_what_is_legal(title: str) -> None:
    for spec in ("random", "greedy", "search:20i"):
        view = bobbin.Match(title, 1).view()
        assert bobbin.Bot(title, spec, 3).choose(view) in view.legal
        assert bobbin.Bot(title, spec, 3)(view) == bobbin.Bot(title, spec, 3).choose(view)


def test_the_same_luck_gives_the_same_answer(title: str) -> None:
    view = played(bobbin.Match(title, 2), 2, 8).view()
    assert bobbin.search(view, 60, 5) == bobbin.search(view, 60, 5)
    assert {action for action, *_ in bobbin.search(view, 60, 5)} <= set(view.legal)


def test_a_greedy_bot_beats_a_random_one_at_hearts() -> None:
    standings = bobbin.tournament("hearts", {"greedy": "greedy", "random": "random"}, games=24)
    assert [standing.name for standing in standings] == ["greedy", "random"]
    assert standings[0].games == 24 and "greedy" in str(standings[0])


def test_a_function_of_ones_own_takes_part(title: str) -> None:
    seats = bobbin.Match(title, 1).players
    standings = bobbin.tournament(title, {"first": lambda view: view.numbers[0], "bot": "random"}, games=seats)
    assert {standing.name for standing in standings} == {"first", "bot"}


def test_a_tournament_needs_players_and_seats() -> None:
    with pytest.raises(ValueError, match="nobody to play"):
        bobbin.tournament("hearts", {})
    with pytest.raises(ValueError, match="5 players for 4 seats"):
        bobbin.tournament("hearts", {str(name): "random" for name in range(5)})


def test_luck_is_told_apart_from_choices() -> None:
    told = bobbin.insight(played(bobbin.Match("hearts", 1), 1).record(), seed="1", total=2_000)
    assert isinstance(told, dict) and told


def test_two_threads_may_ask_one_bot() -> None:
    bot, view = bobbin.Bot("hearts", "search:300i"), bobbin.Match("hearts", 1).view(0)
    threads = [threading.Thread(target=lambda: [bot.choose(view) for _ in range(5)], daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)


def test_a_tournament_without_games_is_refused_and_nobody_shares_what_nobody_won() -> None:
    with pytest.raises(ValueError, match="games"):
        bobbin.tournament("hearts", {"random": "random"}, games=0)
    alone = bobbin.tournament("knitting-circle", {"random": "random"}, games=2, setup={"players": 1})
    assert alone[0].share == 0
