"""Trains the network of a game: games of the search against itself, a fit, a gate, and again.

    make train GAME=knitting-circle                          (installs and builds what it needs)
    make train GAME=arch-ravels WITH="--generations 5 --games 5000"

The first generation plays by what was written by hand, or with the weights of `--begun`, each other with the last network
that passed. A network is fitted to all games so far, from where the one before ended, and passes if it beats that (the
first: what was written by hand) at equal time, by a sequential test. In the end the last that passed plays against the
network of the house, and takes its place in `crates/minds/weights/GAME.net` if it wins. What is in the folder already is
not done again, so that a run that was broken off goes on; the same arguments play the same games. `strength.svg` shows
the generations against a pool that stays the same.
"""

import argparse
import json
import os
import shutil
import subprocess
from pathlib import Path

from fit import draw, make

ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
POOL = ("hand:100i", "greedy")

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("game", choices=["knitting-circle", "arch-ravels", "circuitous"])
arguments.add_argument("--generations", type=int, default=4)
arguments.add_argument("--games", type=int, default=6000, help="of each generation")
arguments.add_argument("--iterations", type=int, default=100, help="of the search that plays; every fourth choice has 8 times as many")
arguments.add_argument("--think", default="20ms", help="how long the bots of the gate think")
arguments.add_argument("--gate", type=int, default=400, help="the most games of the gate")
arguments.add_argument("--pool", type=int, default=200, help="games against each of the pool")
arguments.add_argument("--epochs", type=int, default=3)
arguments.add_argument("--begun", type=Path, help="weights to go on from, such as those of the house")
arguments.add_argument("--seed", type=int, default=0)
arguments.add_argument("--folder", type=Path, default=ROOT / "target" / "training")
arguments.add_argument("--weights", type=Path, help="where the best is written; the weights of the house if not said")
chosen = arguments.parse_args()
folder = (chosen.folder / chosen.game).resolve()
folder.mkdir(parents=True, exist_ok=True)
weights = chosen.weights or ROOT / "crates" / "minds" / "weights" / f"{chosen.game}.net"


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, cwd=ROOT, **options)


def arena(name, bots, games, *more):
    """What the arena says of these games between two players, kept in a file: the verdict, and the first bot's share."""
    kept = folder / f"{name}.json"
    if not kept.exists():
        words = [BUILT / "bobbin", "arena", chosen.game, "--players", 2, "--bots", bots, "--games", games, "--seed", name]
        kept.write_text(run(*words, *more, "--json", stdout=subprocess.PIPE, text=True).stdout)
    report = json.loads(kept.read_text())
    won = report["bots"][0]["won"]
    return report["verdict"] and report["verdict"]["decision"], won["share"], won["low"], won["high"]


def gate(name, net, before):
    """Does a network beat the one before, at equal time?"""
    other = f"search:{chosen.think}" if before else f"hand:{chosen.think}"
    others = ["--net", before] if isinstance(before, Path) else []
    bots = f"trial:{chosen.think},{other}"
    passed, *share = arena(name, bots, chosen.gate, "--trial", net, *others, "--sprt", "0.5,0.55")
    print(f"{name}: {bots}: {share}, {'passed' if passed else 'not shown to be better'}", flush=True)
    return passed


said = {name: str(value) for name, value in vars(chosen).items() if name not in ("folder", "weights", "generations")}
before = folder / "arguments.json"
if before.exists() and json.loads(before.read_text()) != said:
    raise SystemExit(f"{folder} holds a run with other arguments: {before.read_text()}")
before.write_text(json.dumps(said))

run("cargo", "build", "--release", "--locked", "-p", "bobbin-cli")
run("cargo", "build", "--release", "--locked", "-p", "bobbin-minds", "--example", "self_play")
best, files, curve = None, [], []
for generation in range(1, chosen.generations + 1):
    files.append(folder / f"games-{generation}.bin")
    first = chosen.seed * 1_000_000 + generation * 50_000
    player = best or chosen.begun
    words = [chosen.game, first, first + chosen.games, chosen.iterations, files[-1], *([player] if player else [])]
    run(BUILT / "examples" / "self_play", *words)
    net = folder / f"{generation}.net"
    if not net.exists():
        lost = chosen.game == "circuitous"
        # What is known already is learned on from: few games of better players tell more than many of worse ones.
        begun = best or chosen.begun
        options = dict(epochs=2, rate=3e-4) if begun else dict(epochs=chosen.epochs)
        options |= dict(seed=chosen.seed, lost_by_all=lost, curve=folder / f"loss-{generation}.svg")
        make(files, net, begun=begun, **options)
    if gate(f"gate-{generation}", net, best):
        best = net
    curve.append([arena(f"{generation}-{bot}", f"trial:100i,{bot}", chosen.pool, "--trial", net)[1] for bot in POOL])
    draw(dict(zip(POOL, zip(*curve))), "share of games won", "generation", folder / "strength.svg")
if best and gate("gate-house", best, "house"):
    shutil.copy(best, weights)
    print(f"{weights} is now {best}")
