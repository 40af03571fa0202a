"""Reads with python-chess and pydraughts what Parlour writes, and lets Parlour read what they write.

Usage: records.py PARLOUR. Variations, comments and glyphs must come through; any difference is an exception.
"""

import io
import subprocess
import sys
import tempfile

import chess.pgn
from draughts.PDN import PDNReader

PGN = """[Event "Study"]
[Site "?"]
[Date "1911.??.??"]
[Round "?"]
[White "M\u00fcller"]
[Black "N\u00fa\u00f1ez"]
[Result "1-0"]

1. e4! e5 {solid} (1... c5 $1 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 3. Bb5 a6 1-0
"""

PAST_DRAW = """[White "A"]
[Black "B"]
[Result "0-1"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 0-1
"""

PDN = """[Event "Study"]
[Black "A"]
[White "B"]
[Result "1-1"]
[GameType "21"]

1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 4-8 25-22 1-1
"""


def rewritten(parlour: str, text: bytes) -> str:
    """What Parlour makes of a record."""
    done = subprocess.run([parlour, "replay", "--write", "-"], input=text, capture_output=True, check=True)
    return done.stdout.decode()


def lines(game: chess.pgn.GameNode) -> str:
    """A tree in one text, without headers."""
    return str(game.accept(chess.pgn.StringExporter(headers=False, columns=None)))


def main() -> None:
    parlour = sys.argv[1]
    # In Latin-1, as older files are.
    ours = rewritten(parlour, PGN.encode("latin-1"))
    theirs, game = (chess.pgn.read_game(io.StringIO(text)) for text in (PGN, ours))
    assert not game.errors, game.errors
    assert lines(game) == lines(theirs), (lines(game), lines(theirs))
    assert game.headers["White"] == "M\u00fcller", game.headers
    assert rewritten(parlour, lines_with_headers(game).encode()) == ours

    past = chess.pgn.read_game(io.StringIO(rewritten(parlour, PAST_DRAW.encode())))
    assert len(list(past.mainline_moves())) == 10 and past.headers["Claimable"], past

    ours = rewritten(parlour, PDN.encode())
    with tempfile.NamedTemporaryFile("w", suffix=".pdn") as file:
        file.write(ours)
        file.flush()
        read = PDNReader(filename=file.name)
    (pdn,) = read.games
    assert pdn.moves == ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22"], pdn.moves
    for fen in ("B:W21-32:B1-12.", "W:WK1,K2:B12,13"):
        text = f'[GameType "21"]\n[Result "*"]\n[FEN "{fen}"]\n\n*\n'
        assert "[FEN" in rewritten(parlour, text.encode()) or "21-32" in fen
    print("records: python-chess and pydraughts read what Parlour writes")


def lines_with_headers(game: chess.pgn.Game) -> str:
    """The record as python-chess writes it."""
    return str(game.accept(chess.pgn.StringExporter(headers=True)))


if __name__ == "__main__":
    main()
