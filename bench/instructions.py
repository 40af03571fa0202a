#!/usr/bin/env python3
"""Counts the machine instructions of a fixed piece of work for each game and holds them against stored figures.

A machine that others use, too, measures time badly; instructions it counts the same every time.

    bench/instructions.py target/release/parlour            compares with bench/instructions.txt
    bench/instructions.py target/release/parlour --bless    writes it anew
    bench/instructions.py target/release/parlour --bless GAME...     only the lines of these games
"""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

STORED = Path(__file__).with_name("instructions.txt")
KINDS = ["random", "perft", "search"]
TOLERANCE = 0.15
# Below this many millions a difference is the compiler's choice of what to inline, not ours.
SMALL = 1.0


def compiler():
    return subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()


def count(parlour, game, kind):
    """How many instructions the work takes, the start of the program included."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", parlour, "bench", game, "--once", kind]
    run = subprocess.run(command, capture_output=True, text=True)
    counted = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not counted:
        sys.exit(f"instructions: {' '.join(command)} failed:\n{run.stderr}")
    return int(counted[1])


def main():
    parlour, bless = sys.argv[1], "--bless" in sys.argv
    wanted = [argument for argument in sys.argv[2:] if not argument.startswith("--")]
    listed = subprocess.run([parlour, "list", "--json"], capture_output=True, text=True, check=True).stdout
    everything = [(game["id"], kind) for game in json.loads(listed)["games"] for kind in KINDS]
    work = [(game, kind) for game, kind in everything if not wanted or game in wanted]
    with ThreadPoolExecutor(cpu_count()) as pool:
        counts = dict(zip(work, pool.map(lambda job: count(parlour, *job), work)))
    lines = STORED.read_text().splitlines()
    stored = {tuple(words[:2]): float(words[2]) for words in map(str.split, lines) if words[0] != "#"}
    if bless:
        stored |= {job: round(number / 1e6, 1) for job, number in counts.items()}
        made_by = lines[0] if wanted else f"# {compiler()}"
        lines = [made_by, "# Instructions of `parlour bench GAME --once KIND`, in millions."]
        lines += [f"{' '.join(job)} {stored[job]}" for job in everything if job in stored]
        STORED.write_text("\n".join(lines) + "\n")
        return
    wrong = []
    for job, number in counts.items():
        known = stored.get(job)
        ratio = number / 1e6 / known if known else None
        if ratio is None or (abs(ratio - 1) > TOLERANCE and abs(number / 1e6 - known) > SMALL):
            change = f"{ratio:.2f} times the {known} stored" if ratio else "not stored"
            wrong.append(f"{' '.join(job)}: {number / 1e6:.1f} million instructions, {change}")
    print("\n".join(wrong) or f"{len(counts)} pieces of work take as many instructions as ever")
    if not wrong:
        return
    if lines[0] != f"# {compiler()}":
        print(f"instructions: not counted as a failure, because {lines[0][2:]} made the stored figures")
    else:
        sys.exit("instructions: if this is meant, ./check --bless stores the new figures")


main()
