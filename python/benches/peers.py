"""Steps a second of our environments beside those of others, in one run on one machine, all with random play.

    pip install bobbin open_spiel 'pettingzoo[classic]' envpool
    python benches/peers.py [SECONDS]
"""

import random
import sys
import time
from collections.abc import Callable

import numpy as np

import bobbin

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


def measure(name: str, told: str, steps: Callable[[], int]) -> None:
    """Calls `steps` for a while; it returns how many steps it made."""
    steps()
    count, began, spent = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        count += steps()
    wall, processor = time.perf_counter() - began, time.process_time() - spent
    print(f"| {name} | {told} | {count / wall:,.0f} | {1e9 * processor / count:,.0f} |", flush=True)


def ours(game: str, setup: dict[str, object], matches: int) -> None:
    vector = bobbin.Vector(game, matches, setup=setup)

    def steps() -> int:
        vector.step(vector.random_actions())
        return matches

    players = f"{vector.players} player{'s' if vector.players > 1 else ''}"
    measure(f"Bobbin {game}, {players}", f"{matches} matches a call, observations and masks", steps)


def one_by_one(game: str) -> None:
    def steps() -> int:
        match, count = bobbin.Match(game, count_up()), 0
        while not match.over:
            match.observe()
            match.play(random.choice(match.numbers()))
            count += 1
        return count

    measure(f"Bobbin {game}, `Match`", "one by one, observations; events told, records kept", steps)


numbers = iter(range(1_000_000_000))


def count_up() -> int:
    return next(numbers)


def openspiel(name: str, observe: bool) -> None:
    import pyspiel

    game = pyspiel.load_game(name)

    def steps() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                continue
            if observe:
                state.information_state_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            count += 1
        return count

    measure(f"OpenSpiel {name}", "one by one, information states" if observe else "one by one, no observations", steps)


def pettingzoo(name: str) -> None:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def steps() -> int:
        env.reset(count_up())
        count = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
            count += 1
        return count

    measure(f"PettingZoo {name}", "one by one, observations", steps)


def envpool(name: str, matches: int) -> None:
    import envpool

    env = envpool.make(name, env_type="gymnasium", num_envs=matches, num_threads=2)
    env.reset()
    actions = np.random.default_rng(0).integers(0, env.action_space.n, (64, matches)).astype(np.int32)

    def steps() -> int:
        for row in actions:
            env.step(row)
        return matches * len(actions)

    measure(f"EnvPool {name}", f"{matches} a call, observations", steps)


print("| environment | how | steps a second | ns of processor a step |\n|---|---|---:|---:|")
ours("hearts", {}, 1024)
ours("knitting-circle", {"players": 2}, 1024)
ours("knitting-circle", {"players": 1}, 1024)
ours("arch-ravels", {"players": 2}, 1024)
ours("circuitous", {"players": 2}, 1024)
one_by_one("hearts")
openspiel("hearts", observe=False)
openspiel("hearts", observe=True)
for card_game in ("leduc_holdem_v4", "texas_holdem_v4"):
    pettingzoo(card_game)
for toy in ("CartPole-v1", "Blackjack-v1", "Catch-v0"):
    envpool(toy, 1024)
