"""The environments of RLCard, played by its own agents."""

from __future__ import annotations

import numpy as np
import pytest
import rlcard
from rlcard.agents import RandomAgent
from rlcard.utils import reorganize, tournament

import bobbin
import bobbin.rlcard


def test_rlcards_agents_play_a_tournament(title: str) -> None:
    env = rlcard.make(f"bobbin-{title}", config={"seed": 3})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    payoffs = tournament(env, 1 if title == "arch-ravels" else 4)
    assert len(payoffs) == env.num_players and sum(payoffs) == pytest.approx(0, abs=1e-6)


def test_trajectories_are_what_rlcards_agents_learn_from() -> None:
    env = rlcard.make("bobbin-hearts", config={"seed": 1, "game_reward": "points"})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(4)])
    trajectories, payoffs = env.run(is_training=True)
    assert payoffs.sum() in (-26, -78)
    for player, steps in enumerate(reorganize(trajectories, payoffs)):
        assert len(steps) == 17, "three cards and done, then thirteen tricks"
        state, action, reward, _, over = steps[-1]
        assert action in state["legal_actions"] and over and reward == payoffs[player]
        assert state["obs"].shape == tuple(env.state_shape[player])


def test_a_state_tells_only_what_its_player_knows() -> None:
    env = rlcard.make("bobbin-hearts", config={"seed": 2})
    state, player = env.reset()
    assert list(state["legal_actions"]) == env.match.numbers()
    env.step(state["raw_legal_actions"][0], raw_action=True)
    assert len(env.get_state(player)["action_record"]) == 1
    other = env.get_state(1)
    assert other["action_record"] == [] and other["raw_obs"]["seats"][0]["hand"] is None
    assert len(env.get_perfect_information()["position"]) > 0


def test_a_step_is_taken_back() -> None:
    env = rlcard.make("bobbin-hearts", config={"seed": 2, "allow_step_back": True})
    state, _ = env.reset()
    before = env.match.position()
    env.step(next(iter(state["legal_actions"])))
    back, player = env.step_back()
    assert env.match.position() == before and player == 0
    assert np.array_equal(back["obs"], state["obs"])
    assert env.step_back() is False


def test_the_same_seed_gives_the_same_deal() -> None:
    one, two = (rlcard.make("bobbin-hearts", config={"seed": 9}) for _ in range(2))
    assert np.array_equal(one.reset()[0]["obs"], two.reset()[0]["obs"])
    assert not np.array_equal(one.reset()[0]["obs"], rlcard.make("bobbin-hearts", config={"seed": 8}).reset()[0]["obs"])


def test_an_illegal_action_changes_nothing() -> None:
    env = rlcard.make("bobbin-hearts", config={"seed": 2})
    env.reset()
    before = env.match.record()
    with pytest.raises(bobbin.BobbinError, match="action 104 is not legal"):
        env.step(104)
    assert env.match.record() == before
