"""A bot for any game of Bobbin: flat Monte Carlo at seat 0, through `bobbin engine`. The others play at random.

    python3 docs/engine_bot.py bobbin engine hearts

It tries what it may do in worlds that `sample` deals from what its seat knows, never in the match itself. With SEED=7
it plays the same game every time, with WORLDS=50 it thinks longer.
"""

import json
import os
import random
import subprocess
import sys

ME, WORLDS = 0, range(int(os.environ.get("WORLDS", 10)))
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
random.seed(os.environ.get("SEED"))


def ask(command, **fields):
    """Sends one request and returns the answer."""
    engine.stdin.write(json.dumps({"command": command, **fields}) + "\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    for one in [answer, *answer.get("answers", [])]:
        if not one["ok"]:
            raise SystemExit(one)
    return answer


def batch(command, requests):
    """Sends a command with several fields as one line and returns the answers."""
    return ask("batch", requests=[{"command": command, **fields} for fields in requests])["answers"]


def choose(numbers):
    """Your bot goes here. This one tries each action in each world and plays on at random, all side by side."""
    batch("sample", [{"viewer": ME, "luck": random.getrandbits(64), "as": f"{world}"} for world in WORLDS])
    tries = {f"{world}, {number}": number for world in WORLDS for number in numbers}
    batch("clone", [{"match": name.split(",")[0], "as": name} for name in tries])
    moves = [{"match": name, "seat": ME, "number": number} for name, number in tries.items()]
    while moves:
        tables = zip(moves, batch("play", moves))
        going_on = [(move["match"], table["to_act"]) for move, table in tables if not table["over"]]
        turns = [{"match": name, "seat": random.choice(to_act)} for name, to_act in going_on]
        legal = batch("numbers", turns)
        moves = [{**turn, "number": random.choice(may["numbers"])} for turn, may in zip(turns, legal)]
    worth = dict.fromkeys(numbers, 0)
    for number, ended in zip(tries.values(), batch("outcome", [{"match": name} for name in tries])):
        worth[number] -= ended["outcome"]["ranks"][ME]
    return max(numbers, key=worth.get)


table = ask("new", seed=str(random.random()))
while not table["over"]:
    seat = random.choice(table["to_act"])
    numbers = ask("numbers", seat=seat)["numbers"]
    number = choose(numbers) if seat == ME and len(numbers) > 1 else random.choice(numbers)
    table = ask("play", seat=seat, number=number)

print(ask("record")["record"], end="")
print([sheet["total"] for sheet in ask("outcome")["outcome"]["sheets"]], file=sys.stderr)
