"""Learns a game by playing against itself (PPO) and shows how it does against random players.

    pip install bobbin jax optax matplotlib
    python examples/ppo.py hearts --minutes 10 --curve hearts.svg
    python examples/ppo.py knitting-circle --setup players=1 --reward points --minutes 10
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

import bobbin

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("game", choices=[game for game in bobbin.games() if game != "circuitous"])
arguments.add_argument("--setup", nargs="*", default=[], metavar="KEY=VALUE")
arguments.add_argument("--reward", default="margin", choices=["victory", "points", "margin"])
arguments.add_argument("--minutes", type=float, default=10)
arguments.add_argument("--seed", type=int, default=0)
arguments.add_argument("--curve", metavar="FILE", help="draws the curve into this file")
chosen = arguments.parse_args()
setup = dict(pair.split("=") for pair in chosen.setup)

MATCHES, STEPS, WIDTH, EPOCHS, PARTS = 256, 128, 256, 4, 8
encoding = bobbin.Encoding(chosen.game, setup=setup)
scale = jnp.asarray(1 / np.maximum(encoding.most, 1), jnp.float32)
vector = bobbin.Vector(chosen.game, MATCHES, setup=setup, reward=chosen.reward, seed=chosen.seed)


def layer(key, inputs, outputs, size=1.0):
    return size * jax.nn.initializers.orthogonal()(key, (inputs, outputs)), jnp.zeros(outputs)


def think(weights, observations):
    """Logits of all actions and the value of the position, for each row."""
    hidden = observations.astype(jnp.float32) * scale
    for weight, bias in weights[:-1]:
        hidden = jnp.tanh(hidden @ weight + bias)
    weight, bias = weights[-1]
    answer = hidden @ weight + bias
    return answer[:, :-1], answer[:, -1]


@jax.jit
def choose(weights, key, observations, masks):
    logits, values = think(weights, observations)
    logits = jnp.where(masks, logits, -1e9)
    actions = jax.random.categorical(key, logits)
    chances = jnp.take_along_axis(jax.nn.log_softmax(logits), actions[:, None], 1)[:, 0]
    return actions.astype(jnp.int32), chances, values


def loss(weights, observations, masks, actions, chances, gains, targets):
    logits, values = think(weights, observations)
    logs = jax.nn.log_softmax(jnp.where(masks, logits, -1e9))
    ratio = jnp.exp(jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - chances)
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    policy = -jnp.minimum(ratio * gains, jnp.clip(ratio, 0.8, 1.2) * gains).mean()
    entropy = -jnp.where(masks, jnp.exp(logs) * logs, 0).sum(1).mean()
    return policy + 0.5 * jnp.square(values - targets).mean() - 0.005 * entropy


@jax.jit
def learn(weights, memory, *batch):
    slopes = jax.grad(loss)(weights, *batch)
    changes, memory = optimizer.update(slopes, memory, weights)
    return optax.apply_updates(weights, changes), memory


def play(weights, key):
    """Steps all matches; returns what was seen and done, and how much better it went than was expected."""
    names = ("observations", "masks", "seats", "actions", "chances", "values", "rewards", "ended")
    seen = {name: [] for name in names}
    for key in jax.random.split(key, STEPS):
        actions, chances, values = (np.asarray(x) for x in choose(weights, key, vector.observations, vector.masks))
        now = [vector.observations, vector.masks, vector.seats, actions, chances, values]
        for name, array in zip(seen, now):
            seen[name].append(array.copy())
        vector.step(actions)
        seen["rewards"].append(vector.rewards / size)
        seen["ended"].append(vector.ended.copy())
    seen = {name: np.stack(arrays) for name, arrays in seen.items()}
    # From the end: each seat of each match has an expectation of its own, and what it gains counts for all it did.
    row = np.arange(MATCHES)
    later, gain = np.zeros((2, MATCHES, vector.players), np.float32)
    known = np.zeros((MATCHES, vector.players), bool)
    gains, counts = np.zeros((STEPS, MATCHES), np.float32), np.zeros((STEPS, MATCHES), bool)
    for step in reversed(range(STEPS)):
        ended, seats = seen["ended"][step], seen["seats"][step]
        later[ended], gain[ended], known[ended] = seen["rewards"][step][ended], 0, True
        counts[step] = known[row, seats]
        gain[row, seats] = later[row, seats] - seen["values"][step] + 0.95 * gain[row, seats]
        gains[step], later[row, seats], known[row, seats] = gain[row, seats], seen["values"][step], True
    return seen, gains, counts


def measure(weights=None, games=512):
    """The mean result of the learned player, at every seat in turn, where the others play at random (or all do)."""
    table = bobbin.Vector(chosen.game, games, setup=setup, reward=chosen.reward, seed=99)
    own, results = np.arange(games) % table.players, np.full(games, np.nan, np.float32)
    while np.isnan(results).any():
        actions = table.random_actions()
        if weights is not None:
            logits = np.where(table.masks, greedy(weights, table.observations)[0], -np.inf)
            actions = np.where(table.seats == own, logits.argmax(1), actions).astype(np.int32)
        table.step(actions)
        first = table.ended & np.isnan(results)
        results[first] = table.rewards[first, own[first]]
    return results.mean(), 1.96 * results.std() / games**0.5


greedy = jax.jit(think)
size = {"victory": 1.0, "points": 20.0, "margin": 10.0}[chosen.reward]
keys = jax.random.split(jax.random.key(chosen.seed), 4)
dice = np.random.default_rng(chosen.seed)
weights = [
    layer(keys[0], len(encoding.columns), WIDTH, 2**0.5),
    layer(keys[1], WIDTH, WIDTH, 2**0.5),
    layer(keys[2], WIDTH, encoding.actions + 1, 0.01),
]
optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(5e-4))
print("all at random:       {} {:6.2f} ± {:.2f}".format(chosen.reward, *measure()))
memory, key, began, rounds, curve = optimizer.init(weights), keys[3], time.monotonic(), 0, []
while True:
    minutes = (time.monotonic() - began) / 60
    if rounds % 20 == 0 or minutes > chosen.minutes:
        mean, error = measure(weights)
        curve.append((minutes, mean, error))
        steps = rounds * MATCHES * STEPS
        print(f"{minutes:5.1f} min  {steps:>9,} steps  {chosen.reward} {mean:6.2f} ± {error:.2f}", flush=True)
    if minutes > chosen.minutes:
        break
    key, played = jax.random.split(key)
    seen, gains, counts = play(weights, played)
    flat = [seen[name] for name in ("observations", "masks", "actions", "chances")] + [gains, gains + seen["values"]]
    flat = [array.reshape(-1, *array.shape[2:]) for array in flat]
    for _ in range(EPOCHS):
        for rows in dice.choice(np.flatnonzero(counts), (PARTS, MATCHES * STEPS // PARTS // 2)):
            weights, memory = learn(weights, memory, *(array[rows] for array in flat))
    rounds += 1

if chosen.curve:
    import matplotlib.pyplot as plot

    times, means, errors = zip(*curve)
    plot.errorbar(times, means, errors, capsize=2)
    plot.xlabel("minutes on this machine")
    plot.ylabel(f"{chosen.reward} against random players" if vector.players > 1 else chosen.reward)
    plot.title(chosen.game)
    plot.savefig(chosen.curve)
