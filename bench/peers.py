#!/usr/bin/env python3
"""Measures OpenSpiel and raw cozy-chess beside Parlour, by turns, so that what disturbs one disturbs the others.

    bench/peers.py [ROUNDS]

OpenSpiel comes from PyPI into target/venv-peers. Needs what Parlour needs, python3-venv, and a network the first time.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "target" / "venv-peers"
PYTHON = PLACE / "bin" / "python"
# Our game, and the same by its name in OpenSpiel.
GAMES = {"checkers": "checkers", "chess": "chess", "merelles": "nine_mens_morris"}

# Steps in a second of CPU time. Asked step by step from Python it would be Python that is measured; the rollouts of its
# Monte Carlo player are random games that never leave C++. It does not tell how long they are, so the mean length is
# taken from games played beside it.
OPEN_SPIEL = """
import json, random, sys, time
import pyspiel
LENGTHS, SIMULATIONS, ROLLOUTS = 200, 4, 100
speeds = {}
for name in sys.argv[1:]:
    game = pyspiel.load_game(name)
    chooser = random.Random(1)
    steps = 0
    for _ in range(LENGTHS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            steps += 1
    played, spent = 0, 0.0
    while spent < 1.0:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, played + 1)
        player = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 100, False, played + 1, False)
        state = game.new_initial_state()
        began = time.process_time()
        player.step(state)
        spent += time.process_time() - began
        played += SIMULATIONS * ROLLOUTS
    speeds[name] = played * steps / LENGTHS / spent
print(json.dumps(speeds))
"""


def run(*command):
    return subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    if not PYTHON.exists():
        venv.create(PLACE, with_pip=True)
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "open_spiel==2.0.0")
    run("cargo", "build", "--release", "--quiet")
    run("cargo", "build", "--release", "--quiet", "-p", "games", "--example", "raw_cozy")
    ours, theirs, cozy = {}, {}, []
    for _ in range(rounds):
        for row in json.loads(run("target/release/parlour", "bench", "--json", "--rounds", 1, *GAMES))["games"]:
            ours[row["game"]] = max(ours.get(row["game"], 0), row["random"]["per_second"])
        for name, speed in json.loads(run(PYTHON, "-c", OPEN_SPIEL, *GAMES.values())).items():
            theirs[name] = max(theirs.get(name, 0), speed)
        cozy.append(run("target/release/examples/raw_cozy").strip())
    print("random play, steps a second of CPU time on one thread, best of", rounds)
    for game, name in GAMES.items():
        print(f"  {game}: {ours[game]:,.0f}; OpenSpiel {theirs[name]:,.0f}; ratio {ours[game] / theirs[name]:.1f}")
    print("chess perft beside raw cozy-chess")
    for line in cozy:
        print(f"  {line}")


main()
