#!/usr/bin/env python3
"""The same tables, statements, blocks and questions on today's ClickHouse: npm's `chdb`, some 550 MB.

usage: publish_today.py --program LUDEX

Skipped (77) where the variable LUDEX_CHDB does not name a folder `node_modules` that has it.
"""

import argparse
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

import find
import stats

SKIPPED = 77
COMMANDS = [
    *(f"find {filters} --format json" for filters in find.FILTERS), *(f"find {shape}" for shape in find.SHAPES),
    *(f"find {position}" for position in find.POSITIONS), *(f"stats {shape}" for shape in stats.SHAPES),
    *(f"stats --by {key} --format json" for key in stats.KEYS),
    *(f"stats --by {one},{other} {given} --format json" for (one, other), given in
      zip([("player", "year"), ("opening", "event"), ("rank", "source"), ("opponent", "result")], itertools.cycle(["", "--player e"]))),
    *(f"explore --position '{position}' --game {game} --format csv" for position, game in
      [("moves:", "go"), ("moves:dd", "go"), ("moves:", "shogi"), ("moves:7g7f", "shogi"), ("moves:", "othello"), ("moves:", "crossword")]),
    *(f"explore --position @{game}:{ply} --depth 2 --swap-colors --format csv" for game in range(1, 30, 3) for ply in (0, 3)),
    *(f"show {game}:{ply}" for game in range(1, 30, 4) for ply in (0, 5)), *(f"show {game}" for game in range(1, 30, 5)),
    "export --format original", "export --format sgf --game go", "export --format csa --game shogi", "export --format cgp --positions",
]


class Today:
    """The engine behind today.cjs."""

    def __init__(self, folder):
        script = pathlib.Path(__file__).parent / "today.cjs"
        self.process = subprocess.Popen(["node", script, folder], stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "NODE_PATH": os.environ["LUDEX_CHDB"]})
        self.port = int(self.process.stdout.readline())
        self.url = f"clickhouse://127.0.0.1:{self.port}/ludex"

    def query(self, sql):
        body = urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", sql.encode()).read().decode()
        return [line.replace("\\'", "'").split("\t") for line in body.splitlines()]


def answers_are_equal(program, database, today):
    def answer(command, where):
        name, *options = find.words(command)
        done = subprocess.run([program, name, where, *options], capture_output=True)
        return done.returncode, done.stdout, done.stderr.replace(str(where).encode(), b"DB")

    for command in COMMANDS:
        stored, published = answer(command, str(database)), answer(command, today.url)
        assert stored == published, f"{command}:\n{find.shown(stored)}\n--- but today ---\n{find.shown(published)}"
    print(f"ok {len(COMMANDS)} questions")


def check(program, folder, today):
    def run(*arguments, expected=0):
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == expected, (arguments, done.stdout, done.stderr)
        return done.stdout

    database = folder / "games.db"
    data = pathlib.Path(__file__).parent.parent / "data"
    run("index", database, data / "sample", data / "boards", "-q")
    run("publish", database, "--to", today.url, "--batch", 10)
    assert run("publish", database, "--to", today.url).startswith("nothing to send")
    run("remove", database, "--id", 3, "--yes")
    assert "were changed" in subprocess.run([program, "publish", str(database), "--to", today.url, "--verify"],
                                            capture_output=True, text=True).stderr
    run("publish", database, "--to", today.url, "--keep-replaced", 0)
    assert "everything is published once" in run("publish", database, "--to", today.url, "--verify")
    counts = "SELECT (SELECT count() FROM {0}games), (SELECT count() FROM {0}game_players), (SELECT count() FROM {0}properties)"
    sql = run("sql", database, counts.format("").replace("count()", "count(*)"), "--format", "tsv").splitlines()[1]
    assert today.query(counts.format("ludex.")) == [sql.split("\t")]
    rows = run("sql", database, "SELECT id, black, white, moves FROM games ORDER BY id", "--format", "tsv").splitlines()[1:]
    found = today.query("SELECT id, ifNull(black, ''), ifNull(white, ''), moves FROM ludex.games ORDER BY id")
    wanted = [row.split("\t") for row in rows]
    assert found == wanted, [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:3]
    answers_are_equal(program, database, today)
    print("ok", *today.query("SELECT version(), count() FROM ludex.positions")[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    if not os.environ.get("LUDEX_CHDB"):
        print("skipped: LUDEX_CHDB does not say where npm's chdb is")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        today = Today(folder)
        try:
            check(options.program, pathlib.Path(folder), today)
        finally:
            today.process.kill()
            today.process.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
