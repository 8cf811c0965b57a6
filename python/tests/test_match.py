"""Matches, views, unfolded matches: what the package itself promises."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import numpy as np
import pytest
from playing import moments, played, unfolding

import bobbin


def test_the_same_seed_and_actions_give_the_same_match(title: str) -> None:
    assert played(bobbin.Match(title, 7), 1).record() == played(bobbin.Match(title, "7"), 1).record()
    assert bobbin.Match(title, 7).position() != bobbin.Match(title, 8).position()


def test_what_happens_to_a_copy_does_not_happen_to_the_match(title: str) -> None:
    match = played(bobbin.Match(title, 1), 1, 10)
    before = match.record()
    for other in (match.clone(), copy.copy(match), copy.deepcopy(match)):
        played(other, 2, 5)
        assert other.record() != before
    assert match.record() == before


def test_a_pickled_match_goes_on_as_it_would_have(title: str) -> None:
    match = played(bobbin.Match(title, 3), 3, 12)
    again = pickle.loads(pickle.dumps(match))
    assert again.position() == match.position()
    assert played(again, 4).record() == played(match, 4).record()


def test_a_record_is_played_again_and_checked(title: str) -> None:
    match = played(bobbin.Match(title, 4, names=None), 4)
    again = bobbin.Match.from_record(match.record())
    assert (again.record(), again.outcome) == (match.record(), match.outcome)
    assert bobbin.Match.from_record(match.record(), at=5).version == 5
    with pytest.raises(bobbin.BobbinError):
        bobbin.Match.from_record(match.record()[:40])


def test_a_position_is_where_another_match_can_begin(title: str) -> None:
    match = played(bobbin.Match(title, 5), 5, 20)
    begun = bobbin.Match(title, 6, setup=match.setup, position=match.position())
    assert begun.position() == match.position()
    assert begun.legal() == match.legal()


def test_an_action_is_taken_back() -> None:
    match = bobbin.Match("hearts", "undo")
    before = match.position()
    match.play(match.legal(0)[0], 0)
    match.undo(0)
    assert match.position() == before
    with pytest.raises(bobbin.Refused) as refused:
        match.undo(0)
    assert refused.value.code == "nothing_done"


def test_a_refusal_says_which_rule_it_is_and_changes_nothing() -> None:
    match = bobbin.Match("hearts", "refused")
    match.play(match.legal(0)[0], 0)
    before = match.record()
    chosen = next(iter(match.view(0).json["seats"][0]["passed"]))
    with pytest.raises(bobbin.Refused) as refused:
        match.play(f"pass {chosen}", 0)
    assert (refused.value.code, refused.value.clause) == ("chosen_already", "2.2")
    assert refused.value.clause is not None and bobbin.rules("hearts", refused.value.clause)
    assert match.record() == before


@pytest.mark.parametrize("wrong", ["castle", "", -1, 10**6, None, 1.5])
def test_what_is_no_action_changes_nothing(title: str, wrong: object) -> None:
    match = bobbin.Match(title, 1)
    before = match.record()
    with pytest.raises((bobbin.BobbinError, TypeError, OverflowError)):
        match.play(wrong)  # type: ignore[arg-type]
    assert match.record() == before


def test_bad_input_gets_a_sentence() -> None:
    wrongs: dict[str, Callable[[], object]] = {
        'there is no game "chess"': lambda: bobbin.Match("chess"),
        "option pass cannot be up": lambda: bobbin.Match("hearts", setup={"pass": "up"}),
        "there is no seat 9": lambda: bobbin.Match("hearts").view(9),
        "there is no bot": lambda: bobbin.Bot("hearts", "rnadom"),
        "expected a reward": lambda: bobbin.Match("hearts").rewards("gold"),  # type: ignore[arg-type]
    }
    for sentence, wrong in wrongs.items():
        with pytest.raises(bobbin.BobbinError, match=sentence):
            wrong()


def test_a_view_is_the_same_in_all_matches_that_look_the_same(title: str) -> None:
    seats = bobbin.Match(title, 1).players
    for match in moments(bobbin.Match(title, 1), 1, 60):
        seat = random.Random(match.version).randrange(seats)
        view = match.view(seat)
        for luck in range(2):
            other = view.sample(luck).view(seat)
            assert other.json == view.json
            assert other.legal == view.legal
            assert np.array_equal(other.observe(), view.observe())


def test_what_is_hidden_is_dealt_anew() -> None:
    view = bobbin.Match("hearts", 1).view(0)
    assert len({bobbin.sample(view, luck).position() for luck in range(20)}) == 20


def test_rows_masks_and_numbers_agree_with_what_is_legal(title: str) -> None:
    encoding = bobbin.Encoding(title)
    for match in moments(bobbin.Match(title, 2), 2):
        for seat in match.to_act:
            view = match.view(seat)
            row, mask, numbers = view.observe(), view.mask(), view.numbers
            assert (row <= encoding.most).all() and row.shape == (len(encoding.columns),)
            assert mask.shape == (encoding.actions,)
            assert sorted(numbers) == np.flatnonzero(mask).tolist()
            assert len(view.legal) == len(view.labels) == len(set(numbers)) == len(numbers)
            assert np.array_equal(match.observe(seat), row)
            assert view.described().shape == (len(view.legal), len(encoding.described))


def test_a_number_plays_the_action_it_stands_for(title: str) -> None:
    for match in moments(bobbin.Match(title, 3), 3, 60):
        if match.over:
            continue
        place = match.version % len(match.legal())
        by_name, by_number = match.clone(), match.clone()
        by_name.play(match.legal()[place])
        by_number.play(match.numbers()[place])
        assert by_name.record() == by_number.record()


def test_numbers_of_actions_are_told_by_their_ranges(title: str) -> None:
    encoding = bobbin.Encoding(title)
    covered = [number for _, first, count in encoding.ranges for number in range(first, first + count)]
    assert covered == (list(range(encoding.actions)) if encoding.ranges else [])
    assert bool(encoding.ranges) != bool(encoding.described)


def test_no_match_is_longer_than_it_is_said_to_be(title: str) -> None:
    assert played(bobbin.Match(title, 9), 9).version <= bobbin.Encoding(title).longest


def test_rewards_come_at_the_end_and_add_up(title: str) -> None:
    match = bobbin.Match(title, 6)
    assert match.rewards() == [0.0] * match.players
    played(match, 6)
    assert sum(match.rewards("victory")) == pytest.approx(0, abs=1e-6)
    assert sum(match.rewards("margin")) == pytest.approx(0, abs=1e-3)
    outcome = match.outcome
    assert outcome is not None
    if outcome["winners"]:
        assert max(match.rewards("victory")) == match.rewards("victory")[outcome["winners"][0]] > 0


def test_a_log_tells_a_seat_nothing_that_it_may_not_know() -> None:
    match = bobbin.Match("hearts", 1)
    match.play(match.legal(0)[0], 0)
    assert (len(match.log(0)), match.log(1), match.log("spectator")) == (1, [], [])


def test_what_is_touched_in_vain_is_explained() -> None:
    match = bobbin.Match("hearts", 1)
    seat, other = match.view(0).json["seats"][0]["hand"], match.view(1).json["seats"][1]["hand"]
    assert match.why_not([f"hand:{other[0]}"], 0)["answer"] == "refused"
    assert match.why_not([f"hand:{seat[0]}"], 0)["answer"] == "legal"


def test_tables_are_shown_in_notebooks(title: str) -> None:
    match = bobbin.Match(title, 1)
    assert match._repr_html_() and match.view(0)._repr_html_() and match.prompt(0)
    assert (match.svg() is not None) == (title != "hearts")


def test_an_unfolded_match_is_pickled_without_being_played_again(title: str) -> None:
    for now in unfolding(bobbin.Unfolded(title), 1):
        again = pickle.loads(pickle.dumps(now))
        assert (again.written(), again.chances, again.legal) == (now.written(), now.chances, now.legal)
        assert again.setup == now.setup


def test_seats_know_the_same_in_unfolded_matches_that_look_the_same(title: str) -> None:
    for step, now in enumerate(unfolding(bobbin.Unfolded(title), 2)):
        if now.seat is not None:
            seat = step % now.players
            other = now.resample(seat, step)
            assert other.information(seat) == now.information(seat)
            assert other.text(seat) == now.text(seat)


def test_rules_and_schemas_are_there(title: str) -> None:
    assert bobbin.rules(title).startswith("#")
    assert {"View", "Event"} <= set(bobbin.schema(title)["components"]["schemas"])
