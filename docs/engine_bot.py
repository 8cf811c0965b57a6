"""A bot for any game of Bobbin: it plays all seats of a match through `bobbin engine`.

    python3 docs/engine_bot.py bobbin engine hearts
"""

import json
import random
import subprocess
import sys

engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(command, **fields):
    """Sends one request and returns the answer."""
    engine.stdin.write(json.dumps({"command": command, **fields}) + "\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    if not answer["ok"]:
        raise SystemExit(answer)
    return answer


def choose(view, legal):
    """Your bot goes here: it sees what its seat sees, and all that it may do."""
    return random.choice(legal)


table = ask("new", seed=str(random.random()))
while not table["over"]:
    seat = random.choice(table["to_act"])
    view = ask("view", viewer=seat)["view"]
    action = choose(view, ask("legal", seat=seat)["legal"])
    table = ask("play", seat=seat, action=action["action"])

print(ask("record")["record"], end="")
print([sheet["total"] for sheet in ask("outcome")["outcome"]["sheets"]], file=sys.stderr)
