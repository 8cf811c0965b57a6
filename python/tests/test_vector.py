"""Many matches that are stepped together."""

from __future__ import annotations

import os
import time

import numpy as np
import pytest
from numpy.typing import NDArray

import bobbin


def story(title: str, threads: int, steps: int = 40, **options: object) -> list[NDArray[np.generic]]:
    """All that is written in so many steps."""
    vector = bobbin.Vector(title, 130, threads=threads, **options)  # type: ignore[arg-type]
    vector.reset(5)
    told: list[NDArray[np.generic]] = []
    for _ in range(steps):
        vector.step(vector.random_actions())
        arrays = (vector.observations, vector.masks, vector.seats, vector.rewards, vector.ended)
        told += [array.copy() for array in arrays]
    return told


def test_threads_do_not_change_what_happens(title: str) -> None:
    for one, three in zip(story(title, 1), story(title, 3), strict=True):
        assert np.array_equal(one, three)


def test_rows_are_those_of_a_seat_that_may_do_what_the_mask_says(title: str) -> None:
    encoding = bobbin.Encoding(title)
    vector = bobbin.Vector(title, 20)
    vector.reset(1)
    for _ in range(150):
        assert vector.observations.shape == (20, len(encoding.columns))
        assert (vector.observations <= encoding.most).all()
        assert vector.masks.any(axis=1).all()
        actions = vector.random_actions()
        assert vector.masks[np.arange(20), actions].all()
        assert ((0 <= vector.seats) & (vector.seats < vector.players)).all()
        vector.step(actions)
        assert (vector.rewards[~vector.ended] == 0).all()


def test_a_match_that_ends_begins_anew() -> None:
    vector = bobbin.Vector("hearts", 3, reward="points")
    vector.reset(2)
    for _ in range(2):
        for step in range(68):
            assert not vector.ended.any() or step == 0
            vector.step(vector.random_actions())
        assert vector.ended.all()
        assert (vector.rewards.sum(axis=1) <= -26).all(), "26 penalty points, or 78 if the moon was shot"
        assert (vector.masks.sum(axis=1) == 13).all(), "a new deal: any of thirteen cards may be passed"


def test_a_row_of_a_vector_is_stepped_as_a_match_is() -> None:
    """A deal without a pass can be told from what each seat sees before its first card."""
    setup = {"pass": "none"}
    columns = [name for name, _, _ in bobbin.Encoding("hearts", setup=setup).columns]
    first = columns.index("hand 0")
    cards = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
    vector = bobbin.Vector("hearts", 1, setup=setup, reward="points")
    vector.reset(3)
    leader, hands = int(vector.seats[0]), {}
    for _ in range(4):
        held = np.flatnonzero(vector.observations[0][first : first + 52])
        hands[int(vector.seats[0])] = " ".join(cards[card] for card in held)
        vector.step(np.flatnonzero(vector.masks[0])[:1].astype(np.int32))
    lines = [f"hand {seat} {hands[seat]}" for seat in range(4)]
    match = bobbin.Match("hearts", 1, setup=setup, position="\n".join([*lines, f"trick {leader}", ""]))
    vector.reset(3)
    while not match.over:
        assert vector.seats[0] == match.seat
        assert np.array_equal(vector.observations[0], match.observe())
        assert np.array_equal(vector.masks[0], match.mask())
        action = vector.random_actions()
        match.play(int(action[0]))
        vector.step(action)
        assert bool(vector.ended[0]) == match.over
    assert vector.rewards[0].tolist() == match.rewards("points")


def test_one_illegal_action_stops_all(title: str) -> None:
    vector = bobbin.Vector(title, 4)
    vector.reset(1)
    before = vector.observations.copy()
    actions = vector.random_actions()
    for wrong in (-1, vector.actions, int(np.flatnonzero(~vector.masks[2])[0])):
        spoiled = actions.copy()
        spoiled[2] = wrong
        with pytest.raises(bobbin.BobbinError, match="match 2"):
            vector.step(spoiled)
        assert np.array_equal(vector.observations, before)
    vector.step(actions)
    assert not np.array_equal(vector.observations, before)


def test_steps_of_random_play_are_counted(title: str) -> None:
    assert bobbin.Vector(title, 10).run(30) == 300


def test_rows_of_actions_that_are_not_legal_tell_nothing_of_those_before() -> None:
    vector = bobbin.Vector("circuitous", 50, threads=1)
    for _ in range(150):
        assert not vector.described[~vector.masks].any()
        vector.step(vector.random_actions())


def test_what_is_no_array_of_actions_is_refused_in_words() -> None:
    vector = bobbin.Vector("hearts", 4, threads=1)
    for wrong in ([1, 2, 3, 4], np.zeros(4), np.zeros(4, np.int64), np.zeros((2, 2), np.int32), None):
        with pytest.raises(bobbin.BobbinError, match="int32"):
            vector.step(wrong)  # type: ignore[arg-type]


def test_arrays_that_were_changed_are_not_written() -> None:
    vector = bobbin.Vector("hearts", 4, threads=1)
    actions = vector.random_actions()
    vector.observations.resize((2, 3), refcheck=False)
    with pytest.raises(bobbin.BobbinError, match="shape"):
        vector.step(actions)
    vector = bobbin.Vector("hearts", 4, threads=1)
    vector.masks.flags.writeable = False
    with pytest.raises(bobbin.BobbinError, match="cannot be written"):
        vector.step(actions)


def test_so_many_matches_that_no_machine_holds_them_are_refused() -> None:
    for matches in (0, 10**9, 10**15):
        with pytest.raises(bobbin.BobbinError, match="matches"):
            bobbin.Vector("hearts", matches)


def test_a_copy_of_the_process_steps_on() -> None:
    vector = bobbin.Vector("hearts", 200, threads=2)
    vector.step(vector.random_actions())
    child = os.fork()
    if child == 0:
        vector.step(vector.random_actions())
        os._exit(0)
    began = time.monotonic()
    while (done := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() - began < 20:
        time.sleep(0.05)
    if done == (0, 0):
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert done == (child, 0)
