"""Plays games against `parlour uci` with python-chess, which is strict about the protocol.

Usage: uci_games.py PARLOUR [GAMES]. The opponent plays at random from a fixed seed. Any illegal move, time-out or
protocol error ends the run with an exception and so with a failure.
"""

import random
import sys

import chess
import chess.engine


def main() -> None:
    parlour = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    results = {}
    with chess.engine.SimpleEngine.popen_uci([parlour, "uci"], timeout=30) as engine:
        engine.configure({"Hash": 8, "Threads": 1})
        for game in range(games):
            chance = random.Random(game)
            board = chess.Board()
            ours = game % 2 == 0
            while not board.is_game_over(claim_draw=True):
                if board.turn == (chess.WHITE if ours else chess.BLACK):
                    played = engine.play(board, chess.engine.Limit(time=0.02), game=game, info=chess.engine.INFO_ALL)
                    assert played.move in board.legal_moves, (board.fen(), played.move)
                    board.push(played.move)
                else:
                    board.push(chance.choice(list(board.legal_moves)))
            result = board.result(claim_draw=True)
            won = result == ("1-0" if ours else "0-1")
            results[won] = results.get(won, 0) + 1
        # Analysis with several lines, and a search that is stopped.
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=3)
        assert len(lines) == 3 and all(line["pv"][0] in chess.Board().legal_moves for line in lines), lines
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
        mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        assert engine.play(mate, chess.engine.Limit(depth=4)).move == chess.Move.from_uci("d1d8")
    print(f"{games} games with python-chess: {results.get(True, 0)} won, {results.get(False, 0)} not won")
    print(f"{games + 3} passed, 0 failed")


main()
