"""The environments of PettingZoo, by its own tests."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import bobbin
from bobbin import pettingzoo as zoo

# PettingZoo knows by name which environments have masks; of others it says that a dict is no array.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def finished(env: zoo.Parallel, seed: int) -> list[dict[str, Any]]:
    """All that a parallel environment tells of a match that is played at random."""
    observed, infos = env.reset(seed=seed)
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed + number)
    told: list[dict[str, Any]] = [observed, infos]
    while env.agents:
        actions = {agent: int(env.action_space(agent).sample(observed[agent]["action_mask"])) for agent in env.agents}
        observed, rewards, over, cut, infos = env.step(actions)
        told += [observed, rewards, over, cut, infos]
    return told


def test_agents_act_one_after_the_other_as_pettingzoo_wants_it(title: str) -> None:
    api_test(zoo.aec(title), num_cycles=2000)


def test_pettingzoo_makes_them_by_name(title: str) -> None:
    name = f"bobbin/{title.title().replace('-', '')}-v0"
    assert isinstance(pettingzoo.make("aec", name), zoo.AEC)
    made = pettingzoo.make("parallel", name, reward="points")
    assert isinstance(made, zoo.Parallel) and made._reward == "points"


def test_agents_act_at_once_as_pettingzoo_wants_it(title: str) -> None:
    parallel_api_test(zoo.parallel(title), num_cycles=2000)


def test_a_seed_tells_all_that_happens(title: str) -> None:
    seed_test(lambda: zoo.aec(title), 100)
    parallel_seed_test(lambda: zoo.parallel(title, illegal="random"), 100)


def test_a_seed_tells_all_of_a_parallel_match(title: str) -> None:
    np.testing.assert_equal(finished(zoo.parallel(title), 3), finished(zoo.parallel(title), 3))


def test_the_table_is_rendered(title: str) -> None:
    render_test(
        lambda render_mode: zoo.aec(title, render_mode=render_mode),
        custom_tests={"svg": lambda drawing: drawing.startswith("<svg")},
    )
    if title == "hearts":
        with pytest.raises(bobbin.BobbinError, match="render_mode cannot be 'svg'"):
            zoo.aec(title, render_mode="svg")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_any_number_of_players_is_seated(players: int) -> None:
    api_test(zoo.aec("knitting-circle", setup={"players": players}))
    parallel_api_test(zoo.parallel("knitting-circle", setup={"players": players}))


def test_an_illegal_action_changes_nothing(title: str) -> None:
    env = zoo.aec(title)
    env.reset(seed=1)
    agent = env.agent_selection
    before = env.match.record()
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    wrongs: list[Any] = [illegal, -1, None, "castle"]
    for wrong in wrongs:
        with pytest.raises(bobbin.BobbinError):
            env.step(wrong)
    assert (env.match.record(), env.agent_selection) == (before, agent)


def test_candidates_describe_the_actions_that_the_mask_allows() -> None:
    env = zoo.aec("circuitous")
    env.reset(seed=1)
    shown = env.observe(env.agent_selection)
    described = env.match.described()
    assert shown["candidates"].shape == (len(shown["action_mask"]), described.shape[1])
    assert np.array_equal(shown["candidates"][: len(described)], described)
    assert shown["action_mask"].sum() == len(described) and not shown["candidates"][len(described) :].any()


def test_who_is_not_to_act_can_only_wait() -> None:
    env = zoo.parallel("circuitous")
    observed, _ = env.reset(seed=1)
    (acting,) = [agent for agent in env.agents if not observed[agent]["action_mask"][env.wait]]
    (waiting,) = [agent for agent in env.agents if agent != acting]
    assert np.flatnonzero(observed[waiting]["action_mask"]).tolist() == [env.wait]
    with pytest.raises(bobbin.BobbinError, match="its action is missing"):
        env.step({waiting: env.wait})
    with pytest.raises(bobbin.BobbinError, match="not legal"):
        env.step({acting: env.wait, waiting: env.wait})
    assert env.match.version == 0
    env.step({acting: 0})
    assert env.match.version == 1


def test_all_pass_their_cards_at_once() -> None:
    env = zoo.parallel("hearts")
    observed, _ = env.reset(seed=1)
    for step in range(4):
        env.step({agent: int(np.flatnonzero(observed[agent]["action_mask"])[0]) for agent in env.agents})
        observed = {agent: env._observed()[agent] for agent in env.agents}
        assert env.match.version == 4 * (step + 1)
    assert len(env.match.to_act) == 1


def test_no_action_comes_too_late(title: str, soak: int) -> None:
    """In a phase that all play at once nobody takes another's choices away."""
    for seed in range(soak):
        told = finished(zoo.parallel(title, setup={"players": 4}), seed)
        assert not any("came_too_late" in info for infos in told[6::5] for info in infos.values())


def test_rewards_are_those_of_the_match(title: str) -> None:
    env = zoo.aec(title, reward="points")
    env.reset(seed=2)
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(number)
    earned = {}
    for agent in env.agent_iter():
        shown, reward, over, _, info = env.last()
        if over:
            earned[agent] = reward
            assert info["outcome"]["sheets"]
        env.step(None if over else int(env.action_space(agent).sample(shown["action_mask"])))
    assert list(earned.values()) == env.match.rewards("points")
    with pytest.raises(bobbin.BobbinError, match="reset to play another"):
        env.step(0)


def test_the_state_is_what_all_see(title: str) -> None:
    env = zoo.aec(title)
    with pytest.raises(bobbin.BobbinError, match="reset first"):
        env.state()
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
