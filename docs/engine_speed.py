"""How fast a program plays through `bobbin engine`: random matches one request a line, and in batches.

    python3 docs/engine_speed.py 20000 target/release/bobbin engine hearts

It counts actions (20,000 each way here), and the processor time of the engine and of this program for them.
"""

import json
import random
import resource
import subprocess
import sys
import time

STEPS = int(sys.argv[1])


class Engine:
    """An engine that is asked for many things, `size` of them a line; 0 is a line each, without a batch."""

    def __init__(self, size):
        self.size = size
        self.process = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, requests):
        if self.size == 0:
            return [self.line(request) for request in requests]
        return self.line({"command": "batch", "requests": requests})["answers"]

    def end(self):
        """Ends it and tells its processor time in seconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.process.stdin.close()
        self.process.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(name, size, listed, chosen):
    """Plays at random: `listed` asks what is legal, `chosen` makes an action of the answer."""
    random.seed(1)
    engine, steps = Engine(size), 0
    began, used = time.perf_counter(), time.process_time()
    begin = [{"command": "new", "as": f"{number}", "seed": f"{number}"} for number in range(max(size, 1))]
    tables = dict(zip([request["as"] for request in begin], engine.ask(begin)))
    while steps < STEPS:
        again = [request for request in begin if tables[request["as"]]["over"]]
        for request, table in zip(again, engine.ask(again) if again else []):
            tables[request["as"]] = table
        turns = [{"match": name, "seat": random.choice(table["to_act"])} for name, table in tables.items()]
        legal = engine.ask([{"command": listed, **turn} for turn in turns])
        plays = [{"command": "play", **turn, **chosen(may)} for turn, may in zip(turns, legal)]
        tables = dict(zip(tables, engine.ask(plays)))
        steps += len(plays)
    wall, own = time.perf_counter() - began, time.process_time() - used
    theirs = engine.end()
    figures = [1e6 * seconds / steps for seconds in (theirs, own, theirs + own, wall)]
    print(f"{name:30}" + "".join(f"{figure:10.1f}" for figure in figures) + f"{steps / (theirs + own):12.0f}")


print(f"{'µs per action':30}{'engine':>10}{'program':>10}{'both':>10}{'by clock':>10}{'actions/s':>12}")
measure("legal, a line each", 0, "legal", lambda may: {"action": random.choice(may["legal"])["action"]})
measure("numbers, a line each", 0, "numbers", lambda may: {"number": random.choice(may["numbers"])})
for size in (10, 100, 1000):
    measure(f"numbers, batches of {size}", size, "numbers", lambda may: {"number": random.choice(may["numbers"])})
