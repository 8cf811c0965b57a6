"""The games of OpenSpiel, by its own tests and algorithms."""

from __future__ import annotations

import itertools
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mccfr, mcts, random_agent
from open_spiel.python.policy import UniformRandomPolicy
from playing import unfolding

import bobbin
from bobbin import openspiel

SETUPS: list[tuple[str, dict[str, object]]] = [
    ("knitting-circle", {"players": 1}),
    ("knitting-circle", {"players": 2}),
    ("knitting-circle", {"players": 4}),
    ("arch-ravels", {"players": 2}),
    ("circuitous", {"players": 2}),
    ("circuitous", {"players": 4}),
    ("hearts", {}),
    ("hearts", {"moon": "shooter", "pass": "none"}),
]


def short(title: str) -> str:
    return f"bobbin_{title.replace('-', '_')}"


def played_by(state: Any, choose: Callable[[Any], int], luck: np.random.RandomState, steps: int = 100_000) -> Any:
    """The state after so many steps, or at its end; chance draws as it likes."""
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(int(luck.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(choose(state)))
    return state


def at_random(luck: np.random.RandomState) -> Callable[[Any], int]:
    return lambda state: int(luck.choice(state.legal_actions()))


def test_openspiel_finds_nothing_wrong_when_states_are_written_and_read(title: str, soak: int) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(short(title)), num_sims=soak, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["victory", "points", "margin"])
@pytest.mark.parametrize(("title_", "setup"), SETUPS)
def test_the_end_is_worth_what_the_game_says(
    title_: str, setup: dict[str, object], reward: bobbin.Reward, soak: int
) -> None:
    if setup.get("players") == 1 and reward != "points":
        with pytest.raises(bobbin.BobbinError, match="expected the reward points"):
            openspiel.load(title_, setup=setup, reward=reward)
        return
    game = openspiel.load(title_, setup=setup, reward=reward)
    zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert zero_sum == (reward != "points")
    for seed in range(soak):
        luck = np.random.RandomState(seed)
        state = played_by(game.new_initial_state(), at_random(luck), luck)
        returns = state.returns()
        assert all(game.min_utility() - 1e-6 <= worth <= game.max_utility() + 1e-6 for worth in returns)
        assert not zero_sum or sum(returns) == pytest.approx(game.utility_sum(), abs=1e-3)


@pytest.mark.parametrize(("title_", "setup"), SETUPS)
def test_chance_and_length_stay_within_their_bounds(title_: str, setup: dict[str, object], soak: int) -> None:
    game = openspiel.load(title_, setup=setup)
    for luck in range(soak):
        draws, acts = 0, 0
        for now in unfolding(bobbin.Unfolded(title_, setup=setup), luck, 100_000):
            draws += now.seat is None and not now.over
            acts += now.seat is not None
            assert all(outcome < game.max_chance_outcomes() for outcome, _ in now.chances)
        assert draws <= game.max_chance_nodes_in_history() and acts <= game.max_game_length()


def test_the_deck_of_yarn_is_larger_for_four() -> None:
    four = openspiel.load("arch-ravels", setup={"players": 4})
    widest = 0
    for luck in range(60):
        for now in unfolding(bobbin.Unfolded("arch-ravels", setup={"players": 4}), luck, 110):
            widest = max(widest, *(outcome + 1 for outcome, _ in now.chances), 0)
    assert widest == four.max_chance_outcomes() == 88


def test_states_and_games_are_pickled_without_being_played_again(title: str) -> None:
    luck = np.random.RandomState(1)
    game = pyspiel.load_game(short(title))
    assert pickle.loads(pickle.dumps(game)) == game
    state = played_by(game.new_initial_state(), at_random(luck), luck, 90)
    for again in (
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        state.clone(),
    ):
        assert (str(again), again.history()) == (str(state), state.history())
        assert again.legal_actions() == state.legal_actions()
        played_by(again, at_random(luck), luck, 3)
        assert str(again) != str(state)


def test_a_game_begins_from_a_position() -> None:
    position = "hand 0 2C\nhand 1 3C\nhand 2 4C\nhand 3 5H\ntrick 0\n"
    game = openspiel.load("hearts", setup={"pass": "none"}, position=position, reward="points")
    assert pickle.loads(pickle.dumps(game)) == game
    assert pyspiel.load_game(str(game)) == game
    state = game.new_initial_state()
    spoken = []
    while not state.is_terminal():
        (action,) = state.legal_actions()
        spoken.append(state.action_to_string(action))
        state.apply_action(action)
    assert spoken == ["play 2C", "play 3C", "play 4C", "play 5H"]
    assert state.returns() == [0, 0, -14, -12]


def test_bad_input_gets_a_sentence() -> None:
    wrongs: dict[str, Callable[[], object]] = {
        'there is no game "chess"': lambda: openspiel.load("chess"),
        "option pass cannot be up": lambda: pyspiel.load_game("bobbin_hearts(pass=up)"),
        "expected a reward": lambda: openspiel.load("hearts", reward="gold"),  # type: ignore[arg-type]
        "cannot be drawn": lambda: pyspiel.load_game("bobbin_hearts").new_initial_state().apply_action(77),
        "nobody is to act": lambda: (
            pyspiel.load_game("bobbin_hearts").new_initial_state().resample_from_infostate(0, lambda: 0.5)
        ),
    }
    for sentence, wrong in wrongs.items():
        with pytest.raises(bobbin.BobbinError, match=sentence):
            wrong()


def test_players_are_told_apart_by_what_they_know(title: str) -> None:
    luck = np.random.RandomState(3)
    state = played_by(pyspiel.load_game(short(title)).new_initial_state(), at_random(luck), luck, 200)
    told = {state.information_state_string(player) for player in range(state.num_players())}
    assert len(told) == state.num_players()
    columns = len(bobbin.Encoding(title).columns)
    assert state.get_game().observation_tensor_shape() == [columns]
    assert len(state.observation_tensor(0)) == columns


def test_a_card_that_is_passed_stays_hidden_until_all_have_passed() -> None:
    luck = np.random.RandomState(4)
    state = pyspiel.load_game("bobbin_hearts").new_initial_state()
    while state.is_chance_node():
        played_by(state, at_random(luck), luck, 1)
    children = [state.child(action) for action in state.legal_actions()]
    assert len({child.information_state_string(0) for child in children}) == len(children)
    assert len({child.information_state_string(player) for child in children for player in (1, 2, 3)}) == 3


def test_a_resampled_state_looks_the_same_to_its_player(title: str) -> None:
    luck = np.random.RandomState(4)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = pyspiel.load_game(short(title)).new_initial_state()
    for _ in range(12):
        played_by(state, at_random(luck), luck, 10)
        if state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(
    ("title_", "before", "simulations"),
    [("hearts", 0, 6), ("circuitous", 0, 3), ("knitting-circle", 0, 3), ("arch-ravels", 1500, 2)],
)
def test_openspiels_search_plays_to_the_end(title_: str, before: int, simulations: int) -> None:
    """Information set search by `resample_from_infostate`; a random game of Arch Ravels is joined late."""
    luck = np.random.RandomState(5)
    game = pyspiel.load_game(short(title_))
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bots = [
        ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=simulations, random_state=luck)
        for _ in range(game.num_players())
    ]
    state = played_by(game.new_initial_state(), at_random(luck), luck, before)
    assert not state.is_terminal()
    played_by(state, lambda now: int(bots[now.current_player()].step(now)), luck)
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6)


def deals(cards: tuple[str, ...], hands: int) -> list[tuple[str, ...]]:
    """All ways to deal two cards a hand."""
    if hands == 0:
        return [()]
    pairs = itertools.combinations(cards, 2)
    return [
        (" ".join(pair), *rest)
        for pair in pairs
        for rest in deals(tuple(card for card in cards if card not in pair), hands - 1)
    ]


def test_agents_play_in_openspiels_environment(title: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(short(title)))
    env.seed(1)
    agents = [random_agent.RandomAgent(player, env.action_spec()["num_actions"]) for player in range(env.num_players)]
    step = env.reset()
    for _ in range(300):
        if step.last():
            break
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == len(bobbin.Encoding(title).columns)
        step = env.step([agents[player].step(step).action])


def test_openspiels_search_in_cplusplus_asks_for_what_it_cannot_have() -> None:
    """It does not ask a game in Python for a resampled state: see the README."""
    luck = np.random.RandomState(6)
    state = played_by(pyspiel.load_game("bobbin_hearts").new_initial_state(), at_random(luck), luck, 60)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, 3)
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        bot.get_policy(state)


def test_python_ends_in_peace() -> None:
    """OpenSpiel lets go of what was registered after Python has ended."""
    program = "import pyspiel, bobbin.openspiel; pyspiel.load_game('bobbin_hearts').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


class EndOfHearts(openspiel.Hearts):
    """Two cards a hand: seat 0 leads, and which of the others has which of the six cards is drawn first.

    So that there is something to be unsure of: from a single position on all hands would follow from the game.
    """

    deals = deals(("QS", "KS", "AS", "9H", "TH", "4D"), 3)

    def __init__(self) -> None:
        super().__init__({"pass": "none", "reward": "margin"})
        self.begun = [self._dealt(*deal) for deal in self.deals]

    @staticmethod
    def _dealt(*others: str) -> bobbin.Unfolded:
        hands = "\n".join(f"hand {seat} {cards}" for seat, cards in enumerate(("JS 5D", *others)))
        return bobbin.Unfolded("hearts", setup={"pass": "none"}, position=f"{hands}\ntrick 0\n")

    def new_initial_state(self) -> EndOfHeartsState:
        return EndOfHeartsState(self)


class EndOfHeartsState(openspiel.State):
    def __init__(self, game: EndOfHearts) -> None:
        super().__init__(game)
        self.is_dealt = False

    def current_player(self) -> int:
        return super().current_player() if self.is_dealt else int(pyspiel.PlayerId.CHANCE)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / len(EndOfHearts.deals)) for deal in range(len(EndOfHearts.deals))]

    def _apply_action(self, action: int) -> None:
        if self.is_dealt:
            super()._apply_action(action)
        else:
            self.unfolded, self.is_dealt = self.get_game().begun[action].clone(), True


def test_seat_0_cannot_tell_the_deals_apart() -> None:
    game = EndOfHearts()
    assert len({begun.information(0) for begun in game.begun}) == 1
    assert len({begun.written() for begun in game.begun}) == len(game.deals)


def test_a_player_may_do_the_same_wherever_it_knows_the_same() -> None:
    game = EndOfHearts()
    may: dict[str, tuple[list[int], str]] = {}
    moments, histories = 0, [game.new_initial_state()]
    while histories:
        state = histories.pop()
        if not state.is_terminal() and not state.is_chance_node():
            known = (state.legal_actions(), state.observation_string(state.current_player()))
            assert may.setdefault(state.information_state_string(), known) == known
            moments += len(known[0]) > 1
        histories += [state.child(action) for action in state.legal_actions()]
    choices = sum(len(legal) > 1 for legal, _ in may.values())
    assert moments > 2 * choices, "who has a choice does not know where it is"


def test_regret_falls_as_openspiels_sampling_goes_on(soak: int) -> None:
    """External sampling MCCFR.

    With four players it need not come to an equilibrium, but nobody regrets: the mean over iterations of what each
    player could have gained by the best plan in hindsight goes to 0, and the sum over information sets of the positive
    part of the largest sampled regret is an estimate of a bound of it. How much all could gain together against the
    mean policy (NashConv) is no bound of that kind; here it falls, too.
    """
    np.random.seed(1)
    game = EndOfHearts()
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    regrets, gains = [], [exploitability.nash_conv(game, UniformRandomPolicy(game))]
    iterations = 0
    for until in (25, 100, 400 * soak):
        while iterations < until:
            solver.iteration()
            iterations += 1
        regrets.append(sum(max(0.0, *known[mccfr.REGRET_INDEX]) for known in solver._infostates.values()) / iterations)
        gains.append(exploitability.nash_conv(game, solver.average_policy()))
    print(f"regret {regrets}, NashConv {gains}")
    assert regrets[0] > regrets[1] > regrets[2] and regrets[2] < regrets[0] / 2
    assert gains[-1] < gains[0] / 2


def test_every_choice_of_every_option_can_be_loaded() -> None:
    for game, options in (
        ("circuitous", [("finishes", number) for number in (1, 2, 3)]),
        ("knitting-circle", [("scenario", number) for number in range(1, 15)]),
    ):
        for key, value in options:
            loaded = openspiel.load(game, setup={key: value, "players": 1 if key == "scenario" else 2})
            again = pyspiel.load_game(str(loaded))
            assert again.new_initial_state().is_chance_node()


def test_a_match_is_not_dealt_anew_while_chance_draws_and_wrong_text_is_refused() -> None:
    dealing = bobbin.Unfolded("hearts")
    with pytest.raises(bobbin.BobbinError, match="chance"):
        dealing.resample(0)
    heard = [[0] * 16] * 8
    for drawn in ([99999], [52], [0] * 60):
        wrong = json.dumps({"position": None, "acting": None, "drawn": drawn, "heard": heard})
        for game in bobbin.games():
            with pytest.raises(bobbin.BobbinError):
                bobbin.Unfolded(game).read(wrong.replace("[52]", "[9999]"))
