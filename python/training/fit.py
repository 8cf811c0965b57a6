"""Fits a network to games of self-play and writes its weights: what seats can expect, and a policy.

    python fit.py knitting-circle.net games-1.bin games-2.bin --curve loss.svg
    python fit.py knitting-circle.net games-3.bin --values-of before.net       (a new policy alone)

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

FIRST, SECOND, OUTPUTS, WIDTH, VERSION = 48, 24, 3, 24, 2
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


def resume(parts, center, spread, middle, scale):
    """The weights of a file as they are learned: `folded` the other way round."""
    first, second, last, past = [np.asarray(part, np.float64) for part in parts]
    last, past = last.copy(), past.copy()
    past[-1, 0] -= middle
    for part in (last, past):
        part[:, 0] /= scale
    weights = {
        "first": first[:-1] * spread[:, None],
        "first_bias": first[-1] + center @ first[:-1],
        "second": second[:-1],
        "second_bias": second[-1],
        "last": last[:-1],
        "last_bias": last[-1] + past[-1] + center @ past[:-1],
        "past": past[:-1] * spread[:, None],
    }
    return {name: jnp.asarray(value, jnp.float32) for name, value in weights.items()}


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


def fit(
    files, *, epochs=3, batch=1024, rate=1e-3, decay=3e-2, seed=0, lost_by_all=False, curve=None, most=2_000_000, begun=None
):
    """What seats can expect: the weights as parts of a file, and what came of the fit."""
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
    if begun is None:
        weights = begin(jax.random.key(seed), len(center))
    else:
        weights = resume(values_of(begun), center, spread, middle, scale)
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
    alone = there[test].sum(1) == 1
    if alone.any():
        miss = (guess * scale + middle - points[test])[alone, 0]
        report["error_alone"] = round(float(np.sqrt(np.mean(miss**2))), 3)
    print(json.dumps(report), flush=True)
    if curve:
        draw({"points": [line[0] for line in told], "chances": [line[1] for line in told]}, "loss", "epoch", curve)
    return report | {"curve": told}, folded(weights, center, spread, middle, scale)


def crude(by_hand, there, worth, spread):
    """The loss of chances told from points by hand alone."""
    logits = np.where(there, by_hand / spread, -1e9)
    logits -= logits.max(1, keepdims=True)
    logs = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    return float(-(np.where(there, worth * logs, 0).sum(1) * (there.sum(1) > 1)).mean())


def folded(weights, center, spread, middle, scale):
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
    return [
        np.vstack([first, first_bias]),
        np.vstack([weights["second"], weights["second_bias"]]),
        np.vstack([last, last_bias]),
        np.vstack([past, past_bias]),
    ]


def read_choices(files):
    """The number of the game of each line of all choices, all lines, and the names of their columns."""
    games, parts, known = [], [], None
    for place, file in enumerate(files):
        count, *names = Path(f"{file}.choices.columns").read_text().splitlines()
        names = names[: int(count)], names[int(count) :]
        if known not in (None, names):
            raise SystemExit(f"{file} has other columns than {files[0]}")
        known = names
        lines = np.fromfile(f"{file}.choices", np.float32).reshape(-1, 4 + len(names[0]) + len(names[1]))
        games.append(lines[:, 0].astype(np.int64) + (place << 24))
        parts.append(lines)
    return np.concatenate(games), np.concatenate(parts), *known


def fit_policy(files, *, epochs=12, lines_of_batch=16384, rate=2e-3, decay=1e-2, seed=0):
    """A policy: what the search came to, foretold from what is seen of each action. Also what came of it."""
    games, lines, choice_names, action_names = read_choices(files)
    dice = np.random.default_rng(seed)
    starts = np.flatnonzero(np.r_[True, (np.diff(games) != 0) | (np.diff(lines[:, 1]) != 0)])
    sizes = np.diff(np.r_[starts, len(lines)])
    held = games[starts] % 10 == 7
    values = lines[:, 4:]
    center, spread = values.mean(0), values.std(0)
    spread = np.maximum(spread, 0.1 * (values.max(0) - values.min(0)))
    spread[spread < 1e-6] = 1
    width = len(choice_names)
    keys = jax.random.split(jax.random.key(seed), 2)
    normal = jax.nn.initializers.he_normal()
    weights = {
        "hidden": normal(keys[0], (values.shape[1], WIDTH)),
        "bias": jnp.zeros(WIDTH),
        "last": jnp.zeros(WIDTH),
        "past": jnp.zeros(len(action_names)).at[0].set(float(spread[width])),
    }
    most = lines_of_batch // 4

    def loss(weights, values, target, which):
        hidden = jax.nn.relu(values @ weights["hidden"] + weights["bias"])
        logits = hidden @ weights["last"] + values[:, width:] @ weights["past"]
        best = jax.ops.segment_max(logits, which, most)
        sums = jax.ops.segment_sum(jnp.exp(logits - best[which]), which, most)
        logs = logits - best[which] - jnp.log(sums)[which]
        return -jnp.where(target > 0, target * logs, 0).sum()

    def batches(choices):
        """So many choices as go into a batch, again and again; what is left over is a choice of its own."""
        begin = 0
        ends = np.cumsum(sizes[choices])
        while begin < len(choices):
            done = ends[begin - 1] if begin else 0
            end = min(np.searchsorted(ends, done + lines_of_batch, "right"), begin + most - 1)
            part = choices[begin:end]
            rows = np.concatenate([np.arange(starts[one], starts[one] + sizes[one]) for one in part])
            which = np.full(lines_of_batch, most - 1)
            which[: len(rows)] = np.repeat(np.arange(len(part)), sizes[part])
            target = np.zeros(lines_of_batch, np.float32)
            shown = np.zeros((lines_of_batch, values.shape[1]), np.float32)
            target[: len(rows)] = lines[rows, 3]
            shown[: len(rows)] = (values[rows] - center) / spread
            yield len(part), shown, target, which
            begin = end

    learn, test = np.flatnonzero(~held), np.flatnonzero(held)
    steps = epochs * (int(sizes[learn].sum()) // lines_of_batch + 1)
    schedule = optax.cosine_decay_schedule(rate, steps)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=decay))
    memory = optimizer.init(weights)

    @jax.jit
    def step(weights, memory, count, *data):
        slopes = jax.grad(lambda weights: loss(weights, *data) / count)(weights)
        changes, memory = optimizer.update(slopes, memory, weights)
        return optax.apply_updates(weights, changes), memory

    judge = jax.jit(loss)

    def tell(weights):
        return float(sum(judge(weights, *data) for _, *data in batches(test)) / len(test))

    by_hand = weights | {"hidden": weights["hidden"] * 0}
    target = lines[np.isin(np.repeat(np.arange(len(starts)), sizes), test), 3]
    least = float(-(target[target > 0] * np.log(target[target > 0])).sum() / len(test))
    told, best = [], (np.inf, weights)
    before = tell(by_hand)
    print(f"{len(starts):,} choices, by hand {before:.4f}, at least {least:.4f}", flush=True)
    for epoch in range(epochs):
        for count, *data in batches(dice.permutation(learn)):
            weights, memory = step(weights, memory, count, *data)
        told.append(tell(weights))
        best = min(best, (told[-1], weights), key=lambda pair: pair[0])
        print(f"  {epoch + 1:2}  choices {told[-1]:.4f}", flush=True)
    weights = {name: np.asarray(value, np.float64) for name, value in best[1].items()}
    hidden = weights["hidden"] / spread[:, None]
    bias = weights["bias"] - (center / spread) @ weights["hidden"]
    parts = [np.vstack([hidden[:width], bias, hidden[width:]]), weights["last"], weights["past"] / spread[width:]]
    report = {"choices": len(starts), "surprise_by_hand": before, "surprise": best[0], "least": least}
    return {name: round(value, 4) for name, value in report.items()}, parts


def write(target, names, own, choices, parts):
    """A file of weights: see `crates/minds/src/net.rs`."""
    counts = own, len(names) - own, *map(len, choices)
    head = b"bobbinNN" + struct.pack("<5I", VERSION, *counts)
    body = head + hashlib.sha256("\n".join([*names, *choices[0], *choices[1]]).encode()).digest()
    body += b"".join(np.asarray(part).astype("<f4").tobytes() for part in parts)
    Path(target).write_bytes(body + hashlib.sha256(body).digest())


def values_of(file):
    """The weights of a network without those of its policy."""
    body = Path(file).read_bytes()[:-32]
    own, table, _, _ = struct.unpack("<4I", body[12:28])
    inputs = 2 * own + table + 1
    numbers, parts = np.frombuffer(body[60:], "<f4"), []
    for lines, width in ((inputs, FIRST), (FIRST + 1, SECOND), (SECOND + 1, OUTPUTS), (inputs, OUTPUTS)):
        parts.append(numbers[: lines * width].reshape(lines, width))
        numbers = numbers[lines * width :]
    return parts


def make(files, target, *, before=None, curve=None, **options):
    """Fits both parts, or a policy alone to what a network said before, and writes them."""
    own, *names = Path(f"{files[0]}.columns").read_text().splitlines()
    count, *choices = Path(f"{files[0]}.choices.columns").read_text().splitlines()
    choices = choices[: int(count)], choices[int(count) :]
    report, values = fit(files, curve=curve, **options) if before is None else ({}, values_of(before))
    of_policy, policy = fit_policy(files, seed=options.get("seed", 0))
    report |= of_policy
    print(json.dumps(of_policy), flush=True)
    write(target, names, int(own), choices, values + policy)
    Path(f"{target}.json").write_text(json.dumps(report) + "\n")


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
    arguments.add_argument("--values-of", metavar="NET", help="keep what this network expects and fit a policy alone")
    arguments.add_argument("--begun", metavar="NET", help="go on from what this network has learned")
    arguments.add_argument("--rate", type=float, default=1e-3)
    arguments.add_argument("--curve", metavar="FILE")
    chosen = arguments.parse_args()
    options = dict(epochs=chosen.epochs, seed=chosen.seed, lost_by_all=chosen.lost_by_all, curve=chosen.curve)
    options |= dict(begun=chosen.begun, rate=chosen.rate)
    make(chosen.files, chosen.target, before=chosen.values_of, **options)
