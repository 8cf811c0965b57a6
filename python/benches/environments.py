"""What our environments are like, and some of others: players, actions, branching and length of random games.

    pip install bobbin open_spiel rlcard
    python benches/environments.py [GAMES]
"""

import random
import statistics
import sys

import bobbin

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 50


def row(name: str, players: str, numbers: str, columns: str, branching: list[int], lengths: list[int], draws: str) -> None:
    mean, most = statistics.mean(branching), max(branching)
    length = f"{statistics.mean(lengths):,.0f} ({min(lengths)} to {max(lengths)})"
    print(f"| {name} | {players} | {numbers} | {columns} | {mean:.1f} ({most}) | {length} | {draws} |", flush=True)


def ours(game: str, players: int) -> None:
    setup = {"players": players}
    encoding = bobbin.Encoding(game, setup=setup)
    branching, lengths, draws = [], [], []
    for _ in range(GAMES):
        match, length, drawn = bobbin.Unfolded(game, setup=setup), 0, 0
        while not match.over:
            if chances := match.chances:
                outcomes, weights = zip(*chances)
                match.draw(random.choices(outcomes, weights)[0])
                drawn += 1
                continue
            legal = match.legal
            branching.append(len(legal))
            match.act(random.choice(legal)[0])
            length += 1
        lengths.append(length)
        draws.append(drawn)
    numbers = f"{encoding.actions:,}" if encoding.ranges else "candidates"
    drawn = f"{statistics.mean(draws):.0f}"
    row(f"Bobbin {game}", str(players), numbers, f"{len(encoding.columns):,}", branching, lengths, drawn)


def openspiel(name: str) -> None:
    import pyspiel

    game = pyspiel.load_game(name)
    branching, lengths, draws = [], [], []
    for _ in range(GAMES):
        state, length, drawn = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, weights)[0])
                drawn += 1
                continue
            legal = state.legal_actions()
            branching.append(len(legal))
            state.apply_action(random.choice(legal))
            length += 1
        lengths.append(length)
        draws.append(drawn)
    kind = game.get_type()
    size = game.information_state_tensor_size() if kind.provides_information_state_tensor else game.observation_tensor_size()
    numbers = f"{game.num_distinct_actions():,}"
    row(f"OpenSpiel {name}", str(game.num_players()), numbers, f"{size:,}", branching, lengths, f"{statistics.mean(draws):.0f}")


def rlcard(name: str) -> None:
    import rlcard

    env = rlcard.make(name)
    branching, lengths = [], []
    for _ in range(GAMES):
        state, _ = env.reset()
        length = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            branching.append(len(legal))
            state, _ = env.step(random.choice(legal))
            length += 1
        lengths.append(length)
    columns = 1
    for width in env.state_shape[0]:
        columns *= width
    row(f"RLCard {name}", str(env.num_players), f"{env.num_actions:,}", f"{columns:,}", branching, lengths, "hidden")


print("| environment | players | numbers of actions | columns | legal actions, mean (most) | actions a game | draws |")
print("|---|---|---:|---:|---:|---:|---:|")
for game in bobbin.games():
    for option in range(1, 5):
        try:
            bobbin.Encoding(game, setup={"players": option})
        except bobbin.BobbinError:
            continue
        ours(game, option)
for name in ("hearts", "euchre", "gin_rummy", "bridge", "leduc_poker", "backgammon"):
    openspiel(name)
for name in ("leduc-holdem", "limit-holdem", "gin-rummy", "uno", "doudizhu"):
    rlcard(name)
