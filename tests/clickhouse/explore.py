#!/usr/bin/env python3
"""`ludex explore` answers over a cluster as it does over the file that was published, byte for byte.

usage: explore.py --program LUDEX --generator LUDEX-GENERATE

Skipped (77) where Debian's package clickhouse-server is not installed.
"""

import collections
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import time

import servers

SEED = 5
POSITIONS_OF_A_GAME = 3  # and board
TESTS = pathlib.Path(__file__).parent.parent

VARIATIONS = """(;GM[1]FF[4]SZ[9]DT[1999];B[ee](;W[gc];B[cc])(;W[cg];B[gg];W[cc])(;W[gg]))
(;GM[1]FF[4]SZ[9]DT[2001]RE[B+3];B[ee](;W[gg](;B[cc])(;B[gc]))(;W[];B[ee]))
(;GM[1]FF[4]SZ[9]RE[0];W[ee];B[gg](;W[cc])(;W[ge]))
"""

# Positions by text: before the first move, after moves, drawn, of other games, and in no game.
WRITTEN = [
    ["--position", "moves:", "--game", "go"],
    ["--position", "moves:", "--game", "shogi"],
    ["--position", "moves:", "--game", "othello"],
    ["--position", "moves:", "--game", "gomoku"],
    ["--position", "moves:", "--game", "crossword"],
    ["--position", "moves:"],
    ["--position", "moves: pd dp", "--game", "go"],
    ["--position", "moves: pd dp", "--game", "go", "--swap-colors"],
    ["--position", "moves: dd", "--game", "go", "--orientation", "exact"],
    ["--position", "moves: 7g7f", "--game", "shogi"],
    ["--position", "moves: 3c3d", "--game", "shogi", "--swap-colors"],
    ["--position", "moves: 2g2f", "--game", "shogi", "--orientation", "mirror"],
    ["--position", "moves: 8h2b+", "--game", "shogi"],
    ["--position", "moves: aa bb cc", "--game", "go"],
    ["--position", "moves: aa", "--game", "go", "--size", "13"],
    ["--position", "19/19/19/3B15/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 / / 0"],
    ["--position", "19/19/19/3BWB13/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19"],
    ["--position", "moves: ee", "--game", "go", "--size", "9"],
    ["--position", "moves: ee", "--game", "go", "--size", "9", "--variations"],
    ["--position", "moves: ee", "--game", "go", "--size", "9", "--variations", "--swap-colors"],
    ["--position", "moves: ee gg", "--game", "go", "--size", "9", "--variations", "--orientation", "exact"],
    ["--position", "moves:", "--game", "go", "--from", "1990", "--to", "2015"],
    ["--position", "moves:", "--game", "go", "--date", "2001", "--variations", "--size", "9"],
    ["--position", "moves:", "--game", "go", "--from", "1990-05-03", "--to", "1990-05"],
    ["--position", "moves:", "--game", "go", "--result", "B"],
    ["--position", "moves:", "--game", "go", "--result", "draw", "--variations"],
    ["--position", "moves:", "--game", "go", "--result", "W+R", "--to", "2010"],
    ["--position", "moves:", "--game", "go", "--size", "19", "--result", "W", "--from", "2000"],
    ["--position", "moves: pd", "--position", "@1:9", "--from", "1900"],
    ["--position", "@1:0", "--game", "shogi", "--from", "1900"],
    ["--position", "@1:0", "--size", "9", "--result", "B"],
    ["--position", "moves:", "--game", "crossword", "--from", "1990"],
    ["--position", "moves:", "--game", "go", "--handicap", "none"],
    ["--position", "moves:", "--game", "go", "--handicap", "2..", "--from", "1950"],
    ["--position", "moves: pd", "--player", "Lee", "--swap-colors"],
    ["--position", "@1:1", "--position", "@1:9", "--result", "B", "--position", "@1:0"],
    ["--position", "moves:", "--game", "go", "--text", "cup"],
    ["--position", "moves:", "--id", "1..40"],
    ["--position", "moves:", "--game", "go", "--player", "nobody of this name"],
    ["--position", "@1:0", "--position", "@1:6"],
    ["--position", "@1:3", "--position", "@2:0"],
    ["--position", "@999999:0"],
    ["--position", "@1:9999"],
    ["--position", "not a position"],
    [],
]
OPTIONS = [
    [],
    ["--format", "csv"],
    ["--format", "json", "--notation", "board"],
    ["--swap-colors", "--format", "csv"],
    ["--orientation", "exact", "--format", "csv"],
    ["--orientation", "mirror", "--format", "csv"],
    ["--variations", "--format", "csv"],
    ["--depth", "2", "--format", "csv"],
    ["--depth", "3", "--limit", "2", "--sort", "-score,move"],
    ["--min-games", "2", "--format", "tsv"],
    ["--swap-colors", "--variations", "--depth", "2", "--format", "csv"],
]


class Test:
    def __init__(self, options, folder, cluster):
        self.options, self.folder = options, folder
        self.database, self.url = folder / "games.db", cluster.url("explored")

    def run(self, *arguments):
        """\\returns exit status, output and complaints."""
        done = subprocess.run([self.options.program, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        return done.returncode, done.stdout, done.stderr

    def prepare(self):
        generated = self.folder / "generated.sgf"
        with open(generated, "wb") as out:
            subprocess.run([self.options.generator, "--games", "200", "--seed", str(SEED)], stdout=out, check=True)
        (self.folder / "variations.sgf").write_text(VARIATIONS)
        corpus = TESTS / "fuzz" / "corpus"
        sources = [generated, self.folder / "variations.sgf", TESTS / "data" / "sample", TESTS / "data" / "boards", *(corpus / f"{name}_fuzz" for name in ("cgp", "csa", "gcg", "sgf"))]
        status, _, errors = self.run("index", self.database, *sources, "--variations", "-q")
        assert status in (0, 1, 3), errors
        # Small batches, so that each server has games of each kind.
        status, output, errors = self.run("publish", self.database, "--to", self.url, "--batch", 100)
        assert status == 0, output + errors

    def positions(self):
        """Of each game and board some positions: the first, early ones of frequent games, and any."""
        status, output, errors = self.run("sql", self.database, "SELECT id, game, size, positions FROM games WHERE positions > 0",
                                          "--format", "json")
        assert status == 0, errors
        chance = random.Random(SEED)
        by_board = collections.defaultdict(list)
        for line in output.splitlines():
            row = json.loads(line)
            by_board[row["game"], row["size"]].append(row)
        chosen = []
        for board, rows in sorted(by_board.items(), key=str):
            places = [(rows[0]["id"], 0)]
            for row in chance.sample(rows, min(POSITIONS_OF_A_GAME, len(rows))):
                places.append((row["id"], min(row["positions"] - 1, chance.randrange(1, 6))))
                places.append((row["id"], chance.randrange(row["positions"])))
            chosen += [f"@{game}:{ply}" for game, ply in places]
        return list(dict.fromkeys(chosen))

    def compare(self, arguments):
        """\\returns the exit status that both have."""
        wanted = self.run("explore", self.database, *arguments)
        found = self.run("explore", self.url, *arguments)
        for name, one, other in zip(("exit status", "output", "complaints"), wanted, found):
            assert one == other, f"explore {arguments}: another {name}:\n{one}\nof the cluster:\n{other}"
        return wanted[0]

    def compare_all(self):
        positions = self.positions()
        statuses = collections.Counter()
        for position, options in zip(positions, itertools.cycle(OPTIONS)):
            statuses[self.compare(["--position", position, *options])] += 1
        for arguments in WRITTEN:
            statuses[self.compare(arguments)] += 1
            statuses[self.compare([*arguments, "--format", "csv", "--depth", "2"])] += 1
        assert statuses[0] > 60 and statuses[1] > 2 and statuses[2] > 2, statuses
        return len(positions) + 2 * len(WRITTEN)


def work(test):
    begin = time.monotonic()
    test.prepare()
    compared = test.compare_all()
    print(f"ok {compared} explorations compared, {time.monotonic() - begin:.1f} s")


if __name__ == "__main__":
    sys.exit(servers.run(__doc__, Test, work))
