"""Trains the network of a game: games of the search against itself, a fit, a gate, and again.

    make train GAME=knitting-circle                          (installs and builds what it needs)
    make train GAME=arch-ravels WITH="--generations 5 --games 5000"

Each generation plays games with the network before it, fits one to all games so far, and lets it play against the one
before (the first: against what was written by hand) at equal time, by a sequential test. One that passes plays the next
generation and is written to `crates/minds/weights/GAME.net`. What is in the folder already is not done again, so that a
run that was broken off goes on; the same arguments play the same games. `strength.svg` shows the generations against a
pool that stays the same.
"""

import argparse
import json
import os
import shutil
import subprocess
from pathlib import Path

from fit import draw, fit

ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
POOL = ("hand:100i", "greedy")

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("game", choices=["knitting-circle", "arch-ravels", "circuitous"])
arguments.add_argument("--generations", type=int, default=4)
arguments.add_argument("--games", type=int, default=6000, help="of each generation")
arguments.add_argument("--iterations", type=int, default=100, help="of the search that plays them")
arguments.add_argument("--think", default="20ms", help="how long the bots of the gate think")
arguments.add_argument("--gate", type=int, default=400, help="the most games of the gate")
arguments.add_argument("--pool", type=int, default=200, help="games against each of the pool")
arguments.add_argument("--epochs", type=int, default=3)
arguments.add_argument("--seed", type=int, default=0)
arguments.add_argument("--folder", type=Path, default=ROOT / "target" / "training")
arguments.add_argument("--weights", type=Path, help="where the best is written; the weights of the house if not said")
chosen = arguments.parse_args()
folder = (chosen.folder / chosen.game).resolve()
folder.mkdir(parents=True, exist_ok=True)
weights = chosen.weights or ROOT / "crates" / "minds" / "weights" / f"{chosen.game}.net"


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, cwd=ROOT, **options)


def build():
    run("cargo", "build", "--release", "--locked", "-p", "bobbin-cli")
    run("cargo", "build", "--release", "--locked", "-p", "bobbin-minds", "--example", "self_play")


def arena(name, bots, games, *more):
    """What the arena says of these games between two players, kept in a file."""
    kept = folder / f"{name}.json"
    if not kept.exists():
        words = [BUILT / "bobbin", "arena", chosen.game, "--players", 2, "--bots", bots, "--games", games, "--seed", name]
        kept.write_text(run(*words, *more, "--json", stdout=subprocess.PIPE, text=True).stdout)
    report = json.loads(kept.read_text())
    won = report["bots"][0]["won"]
    return report["verdict"] and report["verdict"]["decision"], won["share"], won["low"], won["high"]


build()
best, files, curve = None, [], []
for generation in range(1, chosen.generations + 1):
    files.append(folder / f"games-{generation}.bin")
    first = chosen.seed * 1_000_000 + generation * 100_000
    words = [chosen.game, first, first + chosen.games, chosen.iterations, files[-1], *([best] if best else [])]
    run(BUILT / "examples" / "self_play", *words)
    net = folder / f"{generation}.net"
    if not net.exists():
        lost = chosen.game == "circuitous"
        fit(files, net, epochs=chosen.epochs, seed=chosen.seed, lost_by_all=lost, curve=folder / f"loss-{generation}.svg")
    trial = ["--trial", net]
    bots = ("trial:{0},search:{0}" if best else "trial:{0},hand:{0}").format(chosen.think)
    passed, *share = arena(f"gate-{generation}", bots, chosen.gate, *trial, "--sprt", "0.5,0.55")
    curve.append([arena(f"{generation}-{bot}", f"trial:100i,{bot}", chosen.pool, *trial)[1] for bot in POOL])
    print(f"generation {generation}: {share} at equal time, {curve[-1]} against {POOL}: {passed}", flush=True)
    draw(dict(zip(POOL, zip(*curve))), "share of games won", "generation", folder / "strength.svg")
    if passed:
        best = net
        shutil.copy(best, weights)
        build()
