"""Fits a network to games of self-play and writes its weights.

    python fit.py knitting-circle.net games-1.bin games-2.bin --curve loss.svg

The form of the files stands in `crates/minds/examples/self_play.rs` and `crates/minds/src/net.rs`. The same games and
seed give the same network on the same machine.
"""

import argparse
import hashlib
import json
import struct
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

FIRST, SECOND, OUTPUTS, VERSION = 48, 24, 3, 1
MOST_SEATS = 4
SPREADS = (6, 8, 10, 13, 16, 20, 26, 32, 40)


def read(files):
    """The number of the game of each line, all lines, and the names of their columns."""
    names, games, parts = None, [], []
    for place, file in enumerate(files):
        own, *features = Path(f"{file}.columns").read_text().splitlines()
        if names not in (None, (int(own), features)):
            raise SystemExit(f"{file} has other columns than {files[0]}")
        names = int(own), features
        lines = np.fromfile(file, np.float32).reshape(-1, 4 + len(features) + 2)
        games.append(lines[:, 0].astype(np.int64) + (place << 24))
        parts.append(lines)
    return np.concatenate(games), np.concatenate(parts), *names


def moments(games, lines, own, most, dice):
    """Each moment as its seats' inputs (with zeros for seats that are not there), and what came of them; at most so many,
    by lot."""
    starts = np.flatnonzero(lines[:, 3] == 0)
    if len(starts) > most:
        starts = np.sort(dice.choice(starts, most, replace=False))
    players = lines[starts, 2].astype(int)
    seats = np.arange(MOST_SEATS)
    there = seats < players[:, None]
    place = np.where(there, starts[:, None] + seats, 0)
    values = lines[place, 4 : 4 + own] * there[..., None]
    rest = values.sum(1, keepdims=True) - values
    rest /= np.maximum(players - 1, 1)[:, None, None]
    table = lines[place, 4 + own : -2]
    inputs = np.concatenate([values, rest, table], 2) * there[..., None]
    return games[starts], inputs.astype(np.float32), there, lines[place, -2], lines[place, -1] * there


def begin(key, inputs):
    keys = jax.random.split(key, 2)
    normal = jax.nn.initializers.he_normal()
    return {
        "first": normal(keys[0], (inputs, FIRST)),
        "first_bias": jnp.zeros(FIRST),
        "second": normal(keys[1], (FIRST, SECOND)),
        "second_bias": jnp.zeros(SECOND),
        "last": jnp.zeros((SECOND, OUTPUTS)),
        "last_bias": jnp.zeros(OUTPUTS),
        "past": jnp.zeros((inputs, OUTPUTS)),
    }


def think(weights, inputs):
    first = jax.nn.relu(inputs @ weights["first"] + weights["first_bias"])
    second = jax.nn.relu(first @ weights["second"] + weights["second_bias"])
    return second @ weights["last"] + weights["last_bias"] + inputs @ weights["past"]


def losses(weights, inputs, there, points, worth, lost_by_all):
    out = think(weights, inputs)
    count = there.sum(1)
    miss = jnp.where(there, optax.huber_loss(out[..., 0], points), 0).sum(1) / count
    logits = jnp.where(there, out[..., 1], -1e9)
    if lost_by_all:
        nobody = (out[..., 2] * there).sum(1, keepdims=True) / count[:, None]
        logits = jnp.concatenate([logits, nobody], 1)
        worth = jnp.concatenate([worth, 1 - worth.sum(1, keepdims=True)], 1)
    chance = -(worth * jax.nn.log_softmax(logits)).sum(1)
    return miss.mean(), (chance * (count > 1)).mean()


def fit(files, target, *, epochs=3, batch=1024, rate=1e-3, decay=3e-2, seed=0, lost_by_all=False, curve=None, most=2_000_000):
    dice = np.random.default_rng(seed)
    games, lines, own, names = read(files)
    games, inputs, there, points, worth = moments(games, lines, own, most, dice)
    del lines
    by_hand = inputs[..., 0].copy()
    seats = inputs[there]
    center, spread = seats.mean(0), seats.std(0)
    # What is seldom so must not weigh too much when it is.
    spread = np.maximum(spread, 0.1 * (seats.max(0) - seats.min(0)))
    spread[spread < 1e-6] = 1
    del seats
    inputs = (inputs - center) / spread * there[..., None]
    middle, scale = points[there].mean(), points[there].std()
    goals = (points - middle) / scale
    held = games % 10 == 7
    learn, test = np.flatnonzero(~held), np.flatnonzero(held)
    if len(learn) < batch or len(test) == 0:
        raise SystemExit(f"{len(np.unique(games))} games are too few to learn from")
    print(f"{len(games):,} moments of {len(np.unique(games)):,} games, {len(center)} inputs", flush=True)

    steps = epochs * (len(learn) // batch)
    schedule = optax.cosine_decay_schedule(rate, steps)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=decay))
    weights = begin(jax.random.key(seed), len(center))
    memory = optimizer.init(weights)
    both = jax.jit(lambda weights, *data: losses(weights, *data, lost_by_all))

    @jax.jit
    def step(weights, memory, *data):
        total = lambda weights: sum(losses(weights, *data, lost_by_all))
        slopes = jax.grad(total)(weights)
        changes, memory = optimizer.update(slopes, memory, weights)
        return optax.apply_updates(weights, changes), memory

    def data(which):
        return inputs[which], there[which], goals[which], worth[which]

    def tell(weights):
        parts = [(len(part), *both(weights, *data(part))) for part in np.array_split(test, max(1, len(test) // 8192))]
        count = sum(part[0] for part in parts)
        return [float(sum(part[0] * part[place] for part in parts) / count) for place in (1, 2)]

    def error(guess):
        miss = (guess - points[test])[there[test]]
        return float(np.sqrt(np.mean(miss**2)))

    told, began = [], time.monotonic()
    best = (np.inf, weights)
    for epoch in range(epochs):
        order = dice.permutation(learn)
        for place in range(0, len(order) - batch + 1, batch):
            weights, memory = step(weights, memory, *data(order[place : place + batch]))
        told.append(tell(weights))
        if not np.isfinite(told[-1]).all():
            raise SystemExit("the losses grew beyond all numbers: nothing was written")
        best = min(best, (sum(told[-1]), weights), key=lambda pair: pair[0])
        print(f"  {epoch + 1:2}  points {told[-1][0]:.4f}  chances {told[-1][1]:.4f}", flush=True)
    weights = best[1]
    guess = np.concatenate([np.asarray(think(weights, inputs[part]))[..., 0] for part in np.array_split(test, 20)])
    report = {
        "moments": len(games),
        "games": len(np.unique(games)),
        "seconds": round(time.monotonic() - began),
        "error_by_hand": round(error(by_hand[test]), 3),
        "error": round(error(guess * scale + middle), 3),
        "chances_by_hand": round(min(crude(by_hand[test], there[test], worth[test], spread) for spread in SPREADS), 4),
        "chances": round(tell(weights)[1], 4),
    }
    print(json.dumps(report), flush=True)
    write(target, weights, own, names, center, spread, middle, scale)
    Path(f"{target}.json").write_text(json.dumps(report | {"curve": told}) + "\n")
    if curve:
        draw({"points": [line[0] for line in told], "chances": [line[1] for line in told]}, "loss", "epoch", curve)
    return report


def crude(by_hand, there, worth, spread):
    """The loss of chances told from points by hand alone."""
    logits = np.where(there, by_hand / spread, -1e9)
    logits -= logits.max(1, keepdims=True)
    logs = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    return float(-(np.where(there, worth * logs, 0).sum(1) * (there.sum(1) > 1)).mean())


def write(target, weights, own, names, center, spread, middle, scale):
    """The weights with what was done to inputs and outputs taken into them."""
    weights = {name: np.asarray(value, np.float64) for name, value in weights.items()}
    first = weights["first"] / spread[:, None]
    first_bias = weights["first_bias"] - (center / spread) @ weights["first"]
    past = weights["past"] / spread[:, None]
    past_bias = -(center / spread) @ weights["past"]
    last, last_bias = weights["last"].copy(), weights["last_bias"].copy()
    for part in (last, last_bias, past, past_bias):
        part[..., 0] *= scale
    past_bias[0] += middle
    parts = [
        np.vstack([first, first_bias]),
        np.vstack([weights["second"], weights["second_bias"]]),
        np.vstack([last, last_bias]),
        np.vstack([past, past_bias]),
    ]
    head = b"bobbinNN" + struct.pack("<III", VERSION, own, len(names) - own)
    body = head + hashlib.sha256("\n".join(names).encode()).digest()
    body += b"".join(part.astype("<f4").tobytes() for part in parts)
    Path(target).write_bytes(body + hashlib.sha256(body).digest())


def draw(lines, title, along, file):
    """A picture with a line for each name."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(5, 3))
    for name, values in lines.items():
        axis.plot(range(1, len(values) + 1), values, marker="o", label=name)
    axis.set_title(title)
    axis.set_xlabel(along)
    axis.legend()
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("target")
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--epochs", type=int, default=3)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--lost-by-all", action="store_true", help="a game can end without a winner")
    arguments.add_argument("--curve", metavar="FILE")
    chosen = arguments.parse_args()
    options = dict(epochs=chosen.epochs, seed=chosen.seed, lost_by_all=chosen.lost_by_all, curve=chosen.curve)
    fit(chosen.files, chosen.target, **options)
