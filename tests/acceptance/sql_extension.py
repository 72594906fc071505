#!/usr/bin/env python3
"""The loadable extension in SQLites that are not ours: the shell, Python's module, R's RSQLite."""

import contextlib
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys

import acceptance

POSITION = "moves:pd dd"
JOIN = f"SELECT count(*) FROM ludex_positions('{POSITION}') p JOIN games g ON g.id = p.game_id"
MOVES = "SELECT count(*) FROM games g, ludex_moves(g.id)"
COMMENTS = "SELECT count(*) + sum(length(comment)) FROM games g, ludex_comments(g.id)"
MARKS = "SELECT count(*) + count(DISTINCT ident) FROM games g, ludex_marks(g.id)"
BYTES = "SELECT sum(length(ludex_record(id))) FROM games"
QUERIES = (JOIN, MOVES, BYTES, COMMENTS, MARKS)


def answers_of_shell(database, extension):
    lines = subprocess.run(["sqlite3", str(database), f".load {extension}", *QUERIES], check=True,
                           capture_output=True, text=True).stdout.split()
    return [int(line) for line in lines]


def answers_of_python(database, extension):
    """By the system's own Python where the one that runs this cannot load extensions. Twice, in threads that end after
    SQLite has closed the extension."""
    code = ("import sqlite3, sys, threading\n"
            "def ask():\n"
            "    connection = sqlite3.connect(sys.argv[1])\n"
            "    connection.enable_load_extension(True)\n"
            "    connection.load_extension(sys.argv[2])\n"
            "    answers[:] = [connection.execute(query).fetchone()[0] for query in sys.argv[3:]]\n"
            "    connection.close()\n"
            "for turn in range(2):\n"
            "    answers = []\n"
            "    thread = threading.Thread(target=ask)\n"
            "    thread.start()\n"
            "    thread.join()\n"
            "print(*answers)\n")
    loads = hasattr(sqlite3.Connection, "enable_load_extension")
    python = sys.executable if loads else "/usr/bin/python3"
    lines = subprocess.run([python, "-c", code, str(database), extension, *QUERIES], check=True,
                           capture_output=True, text=True).stdout.split()
    return [int(line) for line in lines]


def answers_of_r(database, extension):
    quoted = ", ".join(json.dumps(query) for query in QUERIES)
    code = (f"library(DBI)\n"
            f"db <- dbConnect(RSQLite::SQLite(), {json.dumps(str(database))}, loadable.extensions = TRUE)\n"
            f"invisible(dbGetQuery(db, {json.dumps(f'SELECT load_extension({chr(39)}{extension}{chr(39)})')}))\n"
            f"for (query in c({quoted})) cat(as.integer(dbGetQuery(db, query)[1, 1]), '\\n')\n"
            f"dbDisconnect(db)\n")
    lines = subprocess.run(["Rscript", "-e", code], check=True, capture_output=True, text=True).stdout.split()
    return [int(line) for line in lines]


def has_r():
    if shutil.which("Rscript") is None:
        return False
    return subprocess.run(["Rscript", "-e", "library(RSQLite)"], capture_output=True).returncode == 0


def answers_of_ludex(ludex, database):
    return [int(ludex.run("sql", database, query, "--format", "tsv").split()[-1]) for query in QUERIES]


def messages(database, extension, query):
    return subprocess.run(["sqlite3", str(database), f".load {extension}", query], capture_output=True,
                          text=True).stderr


def test(report, ludex, scratch, _corpus):
    extension = str(pathlib.Path(ludex.program).parent / "libludex_sqlite")
    database = scratch / "games.db"
    ludex.index(database, acceptance.SAMPLE)
    report.section("What every SQLite answers")
    hits = int(ludex.run("find", database, "--position", POSITION, "--all-hits", "--count"))
    shell = answers_of_shell(database, extension)
    report.equal(shell[0], hits, "the shell joins ludex_positions with games: the hits of `find`")
    report.equal(shell[1], acceptance.one(database, "SELECT sum(moves) FROM games WHERE positions > 0"),
                 "ludex_moves gives the moves of all games")
    report.equal(shell[2], acceptance.one(database, "SELECT sum(length) FROM games"),
                 "ludex_record gives the bytes of every record")
    report.equal(answers_of_python(database, extension), shell, "Python's sqlite3 answers the same")
    if has_r():
        report.equal(answers_of_r(database, extension), shell, "R's RSQLite answers the same")
    else:
        report.note("R's RSQLite is not installed: skipped")
    report.equal(answers_of_ludex(ludex, database), shell, "`ludex sql` answers the same")

    report.section("Next moves")
    explored = ludex.run("explore", database, "--position", POSITION, "--format", "json").splitlines()
    asked = ludex.run("sql", database, f"SELECT games, visits FROM ludex_next_moves('{POSITION}')",
                      "--format", "json").splitlines()
    report.equal([json.loads(line) for line in asked],
                 [{key: json.loads(line)[key] for key in ("games", "visits")} for line in explored],
                 "ludex_next_moves counts what `explore` counts")

    report.section("What it refuses")
    for wrong, message in (("SELECT * FROM ludex_positions('moves:pd zz9')", "is no move"),
                           ("SELECT * FROM ludex_positions", "lacks an argument")):
        found = messages(database, extension, wrong)
        report.expect(message in found, f"{wrong}: a message", found)
    other = scratch / "other.db"
    with contextlib.closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.commit()
    found = messages(other, extension, "SELECT ludex_record(1)")
    report.expect("not a Ludex database" in found, "another program's file: a message", found)
    needed = subprocess.run(["readelf", "-d", extension + ".so"], check=True, capture_output=True, text=True).stdout
    report.expect("libsqlite3" not in needed, "it brings no SQLite of its own")


if __name__ == "__main__":
    acceptance.main(test, __doc__)
