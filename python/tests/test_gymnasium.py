"""The environments of Gymnasium, by its own checks."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import bobbin
from bobbin import gymnasium as doors


def episode(env: gymnasium.Env[Any, Any], seed: int | None, luck: int = 0) -> tuple[float, dict[str, Any], int]:
    """Plays at random to the end: the reward, the last info and how many steps that were."""
    choices = np.random.default_rng(luck)
    _, info = env.reset(seed=seed)
    steps = 0
    while True:
        shown, reward, over, _, info = env.step(int(choices.choice(np.flatnonzero(info["action_mask"]))))
        assert shown in env.observation_space
        steps += 1
        if over:
            return float(reward), info, steps


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("name", doors.IDS)
def test_gymnasium_finds_nothing_wrong(name: str, flat: bool) -> None:
    env = gymnasium.make(name, flat=flat, illegal="random", opponents="random")
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", doors.IDS)
def test_an_episode_is_a_match_to_its_end(name: str) -> None:
    env = gymnasium.make(name)
    reward, info, _ = episode(env, 1)
    assert info["outcome"]["sheets"] and not info["action_mask"].any()
    assert reward == env.unwrapped.match.rewards(env.unwrapped._reward)[info["seat"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", doors.IDS)
def test_the_same_seed_gives_the_same_episode(name: str) -> None:
    one, two = gymnasium.make(name), gymnasium.make(name)
    np.testing.assert_equal([episode(one, 5), episode(one, None)], [episode(two, 5), episode(two, None)])


def test_a_lone_player_earns_its_points() -> None:
    reward, info, _ = episode(gymnasium.make("bobbin/KnittingCircleSolo-v0"), 3)
    assert reward == info["outcome"]["sheets"][0]["total"]


def test_the_learner_earns_what_its_own_seat_does() -> None:
    earned = set()
    for seat in range(4):
        env = doors.make("hearts", opponents="random", reward="points", seat=seat)
        reward, info, _ = episode(env, 2)
        assert reward == -info["outcome"]["sheets"][seat]["total"]
        earned.add(reward)
    assert len(earned) > 1


def test_the_learner_sits_where_it_is_told() -> None:
    rotating = doors.make("hearts", opponents="random")
    assert [episode(rotating, 1 if turn == 0 else None)[1]["seat"] for turn in range(5)] == [0, 1, 2, 3, 0]
    assert episode(doors.make("hearts", opponents="random", seat=2), 1)[1]["seat"] == 2
    wandering = doors.make("hearts", opponents="random", seat="random")
    assert {episode(wandering, turn)[1]["seat"] for turn in range(20)} == {0, 1, 2, 3}
    with pytest.raises(bobbin.BobbinError, match="there is no seat 4 of 4"):
        doors.make("hearts", seat=4)


def test_opponents_are_bots_or_functions() -> None:
    seen: list[int | None] = []

    def first(view: bobbin.View) -> str:
        seen.append(view.seat)
        return view.legal[0]

    episode(doors.make("hearts", opponents=["greedy", first, "random"], seat=0), 1)
    assert set(seen) == {2}
    with pytest.raises(bobbin.BobbinError, match="2 opponents for 3 seats"):
        doors.make("hearts", opponents=["greedy", "random"])
    with pytest.raises(bobbin.BobbinError, match="there is no bot"):
        doors.make("hearts", opponents="rnadom")


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = doors.make("circuitous")
    with pytest.raises(bobbin.BobbinError, match="reset first"):
        env.step(0)
    env.reset(seed=1)
    before = env.match.record()
    for wrong in (319, -1, 10**9, "castle", None, 1.5):
        with pytest.raises(bobbin.BobbinError):
            env.step(wrong)
    assert env.match.record() == before


def test_a_flat_observation_is_the_row_alone() -> None:
    flat, whole = doors.make("circuitous", flat=True), doors.make("circuitous")
    row, info = flat.reset(seed=1)
    shown, _ = whole.reset(seed=1)
    assert np.array_equal(row, shown["observation"])
    assert np.array_equal(info["candidates"], shown["candidates"])
    assert np.array_equal(info["action_mask"], shown["action_mask"])
    assert np.array_equal(whole.action_masks(), shown["action_mask"].astype(bool))


def test_the_learner_is_rendered_its_own_view() -> None:
    env = doors.make("hearts", render_mode="ansi", seat=1)
    env.reset(seed=1)
    assert env.render() == env.match.text(1)


def test_many_solo_games_are_stepped_at_once() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec("bobbin/KnittingCircleSolo-v0", num_envs=6))
    lone = envs.unwrapped
    assert isinstance(lone, doors.Lone) and lone.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    shown, info = envs.reset(seed=4)
    ends = 0
    for _ in range(250):
        assert shown in envs.observation_space
        assert np.array_equal(shown["action_mask"], info["action_mask"])
        kept = shown["observation"].copy()
        after, rewards, ended, cut, info = envs.step(lone.random_actions())
        assert np.array_equal(kept, shown["observation"]), "what was shown before is not written over"
        assert rewards.shape == ended.shape == cut.shape == (6,) and not cut.any()
        assert (rewards[~ended] == 0).all()
        ends += int(ended.sum())
        shown = after
    assert ends >= 6


def test_a_vector_follows_its_seed() -> None:
    one, two = doors.vector(num_envs=3, threads=1), doors.vector(num_envs=3, threads=2)
    np.testing.assert_equal(one.reset(seed=1), two.reset(seed=1))
    for _ in range(120):
        actions = one.random_actions()
        np.testing.assert_equal(one.step(actions), two.step(actions))
    np.testing.assert_equal(one.reset(), two.reset())


def test_a_vector_is_for_one_seat_and_for_legal_actions() -> None:
    with pytest.raises(bobbin.BobbinError, match="a solo game has one seat, not 2"):
        doors.vector("circuitous", 2, setup={})
    envs = doors.vector(num_envs=2)
    envs.reset(seed=1)
    with pytest.raises(bobbin.BobbinError, match="not legal"):
        envs.step(np.array([706, 706]))


def test_gymnasium_makes_vectors_of_games_against_bots() -> None:
    envs = gymnasium.make_vec("bobbin/Hearts-v0", num_envs=2, vectorization_mode="sync", opponents="random")
    shown, info = envs.reset(seed=1)
    for _ in range(40):
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in shown["action_mask"]])
        shown, *_ = envs.step(actions)
        assert shown in envs.observation_space
