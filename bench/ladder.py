#!/usr/bin/env python3
"""Finds how strong levels 1 to 7 of a game should play, so that each beats the one below about equally often.

    bench/ladder.py GAME [--option NAME=VALUE] [--games 100] [--weakest 100] [--step 100] [--eighth]

Strengths from 0 to 1000 play their neighbours and their neighbours' neighbours; ratings are fitted to the results, and the
levels are put at equal distances. Where more thinking gains little, `--eighth` lets level 8 play, too, at a tenth of a
second a turn on a quiet machine, so that level 7 keeps its distance from it. Copy the last line into the game's
`evaluate.rs`. Needs `cargo build --release`.
"""

import argparse
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARLOUR = ROOT / "target" / "release" / "parlour"
LEVELS = 7
# Where level 8 stands in the list of strengths: so near to 1000 that it is rounded to it.
EIGHTH = 1001
# So many points of rating are odds of ten to one.
TENFOLD = 400


def name(strength):
    return "level 8" if strength == EIGHTH else str(strength)


def score(args, strong, weak):
    """The share of points of the stronger, draws as half."""
    stronger = ["8", "--time", "0.1", "--hash", "16"] if strong == EIGHTH else [f"strength:{strong}"]
    command = [PARLOUR, "match", args.game, *stronger, f"strength:{weak}"]
    command += ["-n", str(args.games), "--at-once", str(os.cpu_count())]
    command += [word for option in args.option for word in ("--option", option)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    won, drawn, lost = map(int, re.search(r"(\d+) won, (\d+) drawn, (\d+) lost", told).groups())
    # One drawn game more keeps a clean sweep from being infinitely strong.
    return (won + drawn / 2 + 0.5) / (won + drawn + lost + 1)


def fit(count, results, others):
    """Ratings that explain the results best."""
    ratings = [0.0] * count
    for _ in range(20_000):
        pull = [0.0] * count
        for (strong, weak), share in results.items():
            odds = 10 ** ((ratings[strong] - ratings[weak]) / TENFOLD) / others
            missing = share - odds / (1 + odds)
            pull[strong] += missing
            pull[weak] -= missing
        ratings = [rating + 20 * amount for rating, amount in zip(ratings, pull)]
    return [rating - ratings[0] for rating in ratings]


def never_falling(ratings):
    """The nearest ratings that never fall: neighbours in the wrong order share their mean."""
    pools = []
    for rating in ratings:
        pools.append([rating])
        while len(pools) > 1 and mean(pools[-2]) > mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    return [mean(pool) for pool in pools for _ in pool]


def mean(numbers):
    return sum(numbers) / len(numbers)


def strength_at(wanted, strengths, ratings):
    """The strength with this rating, between those measured."""
    for nth in range(1, len(ratings)):
        low, high = ratings[nth - 1], ratings[nth]
        if low < high and wanted <= high:
            share = max(wanted - low, 0) / (high - low)
            return strengths[nth - 1] + share * (strengths[nth] - strengths[nth - 1])
    return strengths[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="an option of the game")
    parser.add_argument("--games", type=int, default=100, help="games of each pair")
    parser.add_argument("--weakest", type=int, default=100, help="how strong level 1 is")
    parser.add_argument("--step", type=int, default=100, help="from one strength measured to the next")
    parser.add_argument("--others", type=int, default=1, help="how many play against the stronger: 3 in a game of four")
    parser.add_argument("--eighth", action="store_true", help="keep a distance between levels 7 and 8, too")
    args = parser.parse_args()
    strengths = [*range(args.weakest, 1000, args.step), 1000] + [EIGHTH] * args.eighth
    results = {}
    for apart in (1, 2):
        for weak in range(len(strengths) - apart):
            share = score(args, strengths[weak + apart], strengths[weak])
            results[weak + apart, weak] = share
            print(f"{name(strengths[weak + apart]):>7} against {strengths[weak]:>4}: {100 * share:.1f} %", flush=True)
    ratings = never_falling(fit(len(strengths), results, args.others))
    for strength, rating in zip(strengths, ratings):
        print(f"{name(strength):>7}: {rating:.0f}")
    apart = (ratings[-1] - ratings[0]) / (LEVELS - 1 + args.eighth)
    share = 1 / (1 + args.others / 10 ** (apart / TENFOLD))
    levels = [strength_at(ratings[0] + apart * nth, strengths, ratings) for nth in range(LEVELS)]
    print(f"{args.game}: each level should score {100 * share:.0f} % against the one below")
    print(f"    const LEVELS: [u16; {LEVELS}] = {[round(level / 10) * 10 for level in levels]};")


if __name__ == "__main__":
    main()
