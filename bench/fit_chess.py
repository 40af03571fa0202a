#!/usr/bin/env python3
"""Fits the weights of chess (weights.rs and squares.rs in crates/games/src/chess) to the results of games.

    parlour match chess nodes:450 nodes:400 -n 3000 --opening 5 --save games.pgn
    bench/fit_chess.py games.pgn ... && cargo fmt

Quiet positions are taken from the games, each position's features are counted as `evaluate.rs` counts them, and the
weights are moved until the evaluation foretells the results best (logistic regression). Weights that the games say
little about stay near where they began. Needs numpy and chess; the same games give the same weights.
"""

import argparse
import random
import re
import sys
from multiprocessing import Pool
from pathlib import Path

import chess
import numpy as np


SOURCES = [Path(__file__).parent.parent / "crates/games/src/chess" / name for name in ("weights.rs", "squares.rs")]
FILES = [chess.BB_FILES[n] for n in range(8)]
ALL = chess.BB_ALL
KINDS = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"]
ROOM = {1: 9, 2: 14, 3: 15, 4: 28}

# Where each feature stands in a row of counts.
PLACES = {}


def place(name, length=1):
    PLACES[name] = (sum(n for _, n in PLACES.values()), length)


place("PIECES", 6)
for kind in KINDS:
    place(kind, 32)
for kind in (1, 2, 3, 4):
    place(f"{KINDS[kind]}_ROOM", ROOM[kind])
for name in (
    "BISHOP_PAIR OPEN HALF_OPEN PAWN_THREAT MINOR_THREAT ROOK_THREAT HANGING LOOSE_PAWN KNIGHT_OUTPOST BISHOP_OUTPOST "
    "DOUBLED ISOLATED BACKWARD SUPPORTED ABREAST"
).split():
    place(name)
place("PASSED", 8)
for name in "FREE_WAY ENEMY_ESCORT OWN_ESCORT SHIELD SECOND_SHIELD BARE_FILE STORM TEMPO".split():
    place(name)
WIDTH = sum(n for _, n in PLACES.values())

# What makes up the danger of a king: squares beside him in reach of knight, bishop, rook and queen; checks by them; pieces
# that take part; squares that only he protects; no queen; and what is there always.
DANGERS = {"NEAR": 4, "CHECK": 4, "TAKING_PART": 1, "UNGUARDED": 1, "NO_QUEEN": 1, "USUAL": 1}


def beside(bits):
    return (bits & ~FILES[0]) >> 1 | (bits & ~FILES[7]) << 1


def ahead(bits):
    bits |= bits << 8
    bits |= bits << 16
    return (bits | bits << 32) & ALL


def behind(bits):
    bits |= bits >> 8
    bits |= bits >> 16
    return bits | bits >> 32


def bishop(square, occupied):
    return chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def rook(square, occupied):
    ranks = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    return ranks | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]


def reach(kind, square, occupied):
    if kind == 1:
        return chess.BB_KNIGHT_ATTACKS[square]
    if kind == 2:
        return bishop(square, occupied)
    if kind == 3:
        return rook(square, occupied)
    return bishop(square, occupied) | rook(square, occupied)


def flip(bits):
    return int.from_bytes(bits.to_bytes(8, "little"), "big")


def wing(square):
    """The place in a table of rows from the eighth down, files a to d."""
    file = square & 7
    return (7 - (square >> 3)) * 4 + (file if file < 4 else 7 - file)


def side(own, enemy):
    """The counts of one side that moves up the board, its dangers to the enemy king, and what it reaches by kind."""
    counts = {}

    def add(name, nth=0, times=1):
        key = PLACES[name][0] + nth
        counts[key] = counts.get(key, 0) + times

    all_own, all_enemy = 0, 0
    for kind in range(6):
        all_own |= own[kind]
        all_enemy |= enemy[kind]
    occupied = all_own | all_enemy
    pawns, their_pawns = own[0], enemy[0]
    king, their_king = own[5].bit_length() - 1, enemy[5].bit_length() - 1
    feared = beside(their_pawns) >> 8
    free = ALL & ~(all_own | feared)
    ring = chess.BB_KING_ATTACKS[their_king]
    by = [beside(pawns) << 8 & ALL, 0, 0, 0, 0, chess.BB_KING_ATTACKS[king]]
    danger = [0] * sum(DANGERS.values())
    for kind in range(6):
        for square in chess.scan_forward(own[kind]):
            add("PIECES", kind)
            add(KINDS[kind], wing(square))
            if kind in (0, 5):
                continue
            reached = reach(kind, square, occupied)
            by[kind] |= reached
            add(f"{KINDS[kind]}_ROOM", (reached & free).bit_count())
            near = (reached & ring & ~feared).bit_count()
            danger[kind - 1] += near
            danger[8] += near > 0
            if kind == 3:
                on_file = (pawns | their_pawns) & FILES[square & 7]
                if not on_file:
                    add("OPEN")
                elif not on_file & pawns:
                    add("HALF_OPEN")
    if own[2].bit_count() > 1:
        add("BISHOP_PAIR")

    # Pawns.
    supported = by[0]
    files = ahead(pawns) | behind(pawns)
    attackable = ALL & behind(feared)  # where an enemy pawn may come to attack, now or later
    add("DOUBLED", 0, (pawns & ahead(pawns << 8 & ALL)).bit_count())
    add("ISOLATED", 0, (pawns & ~beside(files)).bit_count())
    hindered = (feared | their_pawns) >> 8
    add("BACKWARD", 0, (pawns & hindered & beside(files) & ~ahead(beside(pawns))).bit_count())
    add("SUPPORTED", 0, (pawns & supported).bit_count())
    add("ABREAST", 0, (pawns & beside(pawns)).bit_count())
    stopped = behind((their_pawns | beside(their_pawns)) >> 8) | behind(pawns >> 8)
    for square in chess.scan_forward(pawns & ~stopped):
        row = square >> 3
        late = max(row - 2, 0)
        add("PASSED", row)
        if not occupied >> (square + 8) & 1:
            add("FREE_WAY", 0, late)
        add("ENEMY_ESCORT", 0, late * chess.square_distance(their_king, square + 8))
        add("OWN_ESCORT", 0, late * chess.square_distance(king, square + 8))
    home = own[5] | beside(own[5])
    add("SHIELD", 0, (pawns & home << 8).bit_count())
    add("SECOND_SHIELD", 0, (pawns & home << 16).bit_count())
    add("BARE_FILE", 0, (home & ~files).bit_count())
    add("STORM", 0, (their_pawns & (home << 8 | home << 16 | home << 24)).bit_count())
    outposts = supported & ~attackable & (chess.BB_RANK_4 | chess.BB_RANK_5 | chess.BB_RANK_6)
    add("KNIGHT_OUTPOST", 0, (own[1] & outposts).bit_count())
    add("BISHOP_OUTPOST", 0, (own[2] & outposts).bit_count())
    return counts, danger, by


def both(own, enemy, ours, theirs, counts, danger):
    """What depends on what both sides reach."""

    def add(name, times):
        key = PLACES[name][0]
        counts[key] = counts.get(key, 0) + times

    all_own = own[0] | own[1] | own[2] | own[3] | own[4] | own[5]
    occupied = all_own | enemy[0] | enemy[1] | enemy[2] | enemy[3] | enemy[4] | enemy[5]
    reached = ours[0] | ours[1] | ours[2] | ours[3] | ours[4] | ours[5]
    guarded = theirs[0] | theirs[1] | theirs[2] | theirs[3] | theirs[4]
    their_king = enemy[5].bit_length() - 1
    guarded_by_all = guarded | theirs[5]
    officers = enemy[1] | enemy[2] | enemy[3] | enemy[4]
    add("PAWN_THREAT", (ours[0] & officers).bit_count())
    add("MINOR_THREAT", ((ours[1] | ours[2]) & (enemy[3] | enemy[4])).bit_count())
    add("ROOK_THREAT", (ours[3] & enemy[4]).bit_count())
    add("HANGING", (reached & officers & ~guarded_by_all).bit_count())
    add("LOOSE_PAWN", (reached & enemy[0] & ~guarded_by_all).bit_count())
    safe = ALL & ~(all_own | guarded_by_all)
    aslant, straight = bishop(their_king, occupied), rook(their_king, occupied)
    lines = [chess.BB_KNIGHT_ATTACKS[their_king], aslant, straight, aslant | straight]
    for kind in range(4):
        danger[4 + kind] = (lines[kind] & ours[kind + 1] & safe).bit_count()
    danger[9] = (chess.BB_KING_ATTACKS[their_king] & reached & ~guarded).bit_count()
    danger[10] = int(not own[4])
    danger[11] = 1


def features(board):
    """A position's counts, White's less Black's; the dangers to either king; and how much of the opening is left."""
    kinds = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    white = [bits & board.occupied_co[True] for bits in kinds]
    black = [flip(bits & board.occupied_co[False]) for bits in kinds]
    white_seen, black_seen = [flip(bits) for bits in white], [flip(bits) for bits in black]
    counts, danger, reached = side(white, black_seen)
    their_counts, their_danger, their_reached = side(black, white_seen)
    both(white, black_seen, reached, [flip(bits) for bits in their_reached], counts, danger)
    both(black, white_seen, their_reached, [flip(bits) for bits in reached], their_counts, their_danger)
    row = np.zeros(WIDTH, np.float32)
    for key, times in counts.items():
        row[key] += times
    for key, times in their_counts.items():
        row[key] -= times
    row[PLACES["TEMPO"][0]] = 1 if board.turn else -1
    minor = (board.knights | board.bishops).bit_count()
    left = min(24, minor + 2 * board.rooks.bit_count() + 4 * board.queens.bit_count()) / 24
    return row, danger, their_danger, left


def positions_of(game):
    """Up to twenty quiet positions of a game, as features with the result."""
    nth, text, result, many = game
    board = chess.Board()
    found = []
    quiet = True
    for ply, san in enumerate(text):
        move = board.parse_san(san)
        captures = board.is_capture(move)
        if quiet and not captures and not move.promotion and ply >= 8 and board.pawns and not board.is_check():
            found.append(board.copy(stack=False))
        quiet = not captures
        board.push(move)
    chosen = random.Random(nth).sample(found, min(many, len(found)))
    return [(*features(at), result, nth) for at in chosen]


def games_in(files):
    results = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    seen = set()
    for name in files:
        for part in open(name, encoding="utf-8").read().split("[Event ")[1:]:
            moves = part.rsplit("]\n", 1)[1]
            words = re.sub(r"\{[^}]*\}|\d+\.+", " ", moves).split()
            if words and words[-1] in results and moves not in seen:
                seen.add(moves)
                yield tuple(words[:-1]), results[words[-1]]


def numbers(text, name):
    """Where the numbers of a constant stand in the source."""
    found = re.search(rf"const {name}: [^=]*=([^;]*);", text)
    return [(m.start() + found.start(1), m.end() + found.start(1)) for m in re.finditer(r"-?\d+", found[1])]


class Model:
    """The weights: opening and ending worth of each feature, what adds to a king's danger, and danger's own worth."""

    def __init__(self):
        self.texts = {path: path.read_text(encoding="utf-8") for path in SOURCES}
        self.opening, self.ending = np.zeros(WIDTH), np.zeros(WIDTH)
        for name, (at, many) in PLACES.items():
            worths = self.read(name)
            worths = (worths[:32], worths[32:]) if name in KINDS else (worths[0::2], worths[1::2])
            self.opening[at : at + many], self.ending[at : at + many] = worths
        self.danger = np.array([weight for name in DANGERS for weight in self.read(name)]) / 16
        self.late = np.array(self.read("LATE_DANGER")) / 16
        self.parts = [self.opening, self.ending, self.danger, self.late]

    def read(self, name):
        text = next(text for text in self.texts.values() if f"const {name}:" in text)
        return [float(text[start:end]) for start, end in numbers(text, name)]

    def write(self):
        for name, (at, many) in PLACES.items():
            pair = self.opening[at : at + many], self.ending[at : at + many]
            self.replace(name, np.concatenate(pair) if name in KINDS else np.ravel(pair, "F"))
        weights = iter(self.danger * 16)
        for name, many in DANGERS.items():
            self.replace(name, [next(weights) for _ in range(many)])
        self.replace("LATE_DANGER", self.late * 16)
        for path, text in self.texts.items():
            path.write_text(text, encoding="utf-8")

    def replace(self, name, weights):
        path = next(path for path, text in self.texts.items() if f"const {name}:" in text)
        places = numbers(self.texts[path], name)
        for (start, end), weight in reversed(list(zip(places, weights, strict=True))):
            self.texts[path] = f"{self.texts[path][:start]}{round(weight)}{self.texts[path][end:]}"

    def values(self, rows, ours, theirs, left):
        here, there = (np.clip(dangers @ self.danger, 0, 100) for dangers in (ours, theirs))
        early = rows @ self.opening + (here**2 - there**2) / 16
        late = rows @ self.ending + self.late[0] * (here - there)
        return left * early + (1 - left) * late, here, there


def fit(model, data, rounds, scale, trust, spread):
    rows, ours, theirs, left, results = data
    begin = [part.copy() for part in model.parts]
    spreads = [spread, spread, 2.5, 0.5]
    moments = [(np.zeros_like(part), np.zeros_like(part)) for part in model.parts]
    for turn in range(1, rounds + 1):
        value, here, there = model.values(rows, ours, theirs, left)
        wrong = (1 / (1 + np.exp(-value / scale)) - results) / scale * trust
        early, late = wrong * left, wrong * (1 - left)
        pull = early * here / 8 + late * model.late[0] * (here > 0)
        push = early * there / 8 + late * model.late[0] * (there > 0)
        gradients = [rows.T @ early.astype(np.float32), rows.T @ late.astype(np.float32), ours.T @ pull - theirs.T @ push,
                     np.array([np.sum(late * (here - there))])]
        rate = 1.0 if turn < rounds * 2 // 3 else 0.2
        for part, first, gradient, wide, (mean, square) in zip(model.parts, begin, gradients, spreads, moments):
            gradient = gradient + (part - first) / wide**2
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.999**turn)) + 1e-9)
            part -= rate * step * (1.0 if wide > 1 else 0.02)


def loss(model, data, scale):
    rows, ours, theirs, left, results = data
    value = model.values(rows, ours, theirs, left)[0] / scale
    return float(np.mean(np.logaddexp(0, value) - results * value))


def settle(model):
    """Makes the middle of each table nothing, and moves it into the worth of the piece."""
    first = PLACES["PIECES"][0]
    for part in (model.opening, model.ending):
        for kind in range(5):
            for name in (KINDS[kind], f"{KINDS[kind]}_ROOM"):
                if name in PLACES:
                    at, many = PLACES[name]
                    used = slice(at + 4, at + 28) if kind == 0 else slice(at, at + many)
                    middle = np.mean(part[used])
                    part[used] -= middle
                    part[first + kind] += middle


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--positions", type=int, default=20, help="how many of each game")
    parser.add_argument("--rounds", type=int, default=600)
    parser.add_argument("--trust", type=float, default=0.25, help="what a position counts; those of one game are much alike")
    parser.add_argument("--spread", type=float, default=25, help="how far a weight may go from where it began")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    games = [(nth, *game, args.positions) for nth, game in enumerate(games_in(args.games))]
    with Pool(args.processes) as pool:
        found = [row for rows in pool.imap(positions_of, games, chunksize=50) for row in rows]
    columns = list(zip(*found))
    data = [np.array(columns[0], np.float32), *(np.array(column, np.float64) for column in columns[1:5])]
    kept = np.array(columns[5]) % 10 == 0
    learn, test = [part[~kept] for part in data], [part[kept] for part in data]
    model = Model()
    # The scale that suits the weights we have; it stays, so that a pawn is still a pawn.
    scale = min(range(60, 400, 4), key=lambda scale: loss(model, learn, scale))
    print(f"{len(games)} games, {len(found)} positions, scale {scale}", file=sys.stderr)
    print(f"before: {loss(model, learn, scale):.5f}, on games kept apart {loss(model, test, scale):.5f}", file=sys.stderr)
    fit(model, learn, args.rounds, scale, args.trust, args.spread)
    print(f"after:  {loss(model, learn, scale):.5f}, on games kept apart {loss(model, test, scale):.5f}", file=sys.stderr)
    settle(model)
    model.write()


if __name__ == "__main__":
    main()
