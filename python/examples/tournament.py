"""Your own bot against ours, in three lines.

    python examples/tournament.py
"""

import bobbin

for standing in bobbin.tournament("hearts", {"lowest card": lambda view: view.legal[0], "greedy": "greedy"}, games=40):
    print(standing)
