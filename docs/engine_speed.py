"""How fast a program plays through `bobbin engine`: random matches, one request a line and many in a batch.

    python3 docs/engine_speed.py 20000 target/release/bobbin engine hearts

It plays so many actions each way and tells the processor time of the engine and of this program for one of them.
"""

import json
import random
import resource
import subprocess
import sys
import time

STEPS = int(sys.argv[1])


def used_by_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(title, matches, listed, chosen, is_batch=True):
    """Plays matches side by side: `listed` asks what is legal, `chosen` makes an action of the answer."""
    random.seed(1)
    before, own, began = used_by_children(), time.process_time(), time.perf_counter()
    engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line(request):
        engine.stdin.write(json.dumps(request) + "\n")
        engine.stdin.flush()
        return json.loads(engine.stdout.readline())

    def ask(requests):
        if is_batch:
            return line({"command": "batch", "requests": requests})["answers"]
        return [line(request) for request in requests]

    begin = [{"command": "new", "seed": f"{number}", "as": f"{number}"} for number in range(matches)]
    about = [{"match": f"{number}"} for number in range(matches)]
    if matches == 1:
        begin, about = [{"command": "new", "seed": "0"}], [{}]
    tables, steps = ask(begin), 0
    while steps < STEPS:
        ended = [place for place, table in enumerate(tables) if table["over"]]
        for place, table in zip(ended, ask([begin[place] for place in ended]) if ended else []):
            tables[place] = table
        turns = [{**match, "seat": random.choice(table["to_act"])} for match, table in zip(about, tables)]
        legal = ask([{"command": listed, **turn} for turn in turns])
        tables = ask([{"command": "play", **turn, **chosen(may)} for turn, may in zip(turns, legal)])
        steps += matches
    engine.stdin.close()
    engine.wait()
    wall, own, theirs = time.perf_counter() - began, time.process_time() - own, used_by_children() - before
    figures = "".join(f"{1e6 * seconds / steps:10.1f}" for seconds in (theirs, own, theirs + own, wall))
    print(f"{title:28}{figures}{steps / (theirs + own):12.0f}", flush=True)


def by_action(answer):
    return {"action": random.choice(answer["legal"])["action"]}


def by_number(answer):
    return {"number": random.choice(answer["numbers"])}


print(f"{'µs of processor an action':28}{'engine':>10}{'program':>10}{'both':>10}{'by clock':>10}{'actions/s':>12}")
measure("legal, a line each", 1, "legal", by_action, is_batch=False)
measure("numbers, a line each", 1, "numbers", by_number, is_batch=False)
for matches in (10, 100):
    measure(f"numbers, {matches} in a batch", matches, "numbers", by_number)
