#!/usr/bin/env python3
"""Damage that once crashed, hung or was taken for sound: each now ends with the message that names it.

Found by mutated_databases.py and by hand; each case is SQL that changes a copy of one small database.
"""

import argparse
import contextlib
import pathlib
import shutil
import sqlite3
import sys
import tempfile

import mutated_databases
from mutated_databases import EMPTY

MOVES = ["sql", "{db}", "SELECT m.* FROM games g, ludex_moves(g.id) m"]
AGAIN = "restore the database from a copy or index the sources again"
MANY = 10 ** 12
MOST = (1 << 63) - 1

# name: (SQL, command line, exit status, what the message says)
CASES = {
    "a record of an unknown format": (
        "UPDATE record SET format = -1", MOVES, 2, "a record is of format -1, which is unknown; " + AGAIN),
    "a record of an unknown format is shown": (
        "UPDATE record SET format = 77", ["show", "{db}", "1"], 3, "a record is of format 77, which is unknown; " + AGAIN),
    "a text of an unknown form": (
        "UPDATE record SET form = 4", ["show", "{db}", "1", "--format", "record"], 3, "of form 4, which is unknown"),
    "keys of a negative width": (
        "UPDATE segment SET key_bits = -1", ["explore", "{db}", "--position", EMPTY], 3,
        "position index: segment 1 is damaged; " + AGAIN),
    "keys of a huge width are merged": (
        "UPDATE segment SET key_bits = 200", ["compact", "{db}"], 3, "position index: segment 1 is damaged; " + AGAIN),
    "more postings than numbers": (
        f"UPDATE segment SET postings = {MOST}", ["info", "{db}"], 3, "position index: segment 1 is damaged; " + AGAIN),
    "postings numbered to the end of time": (
        f"UPDATE segment SET end_number = {MOST}", ["compact", "{db}"], 3, "position index: segment 1 is damaged; " + AGAIN),
    "a block of postings in the place of others": (
        "UPDATE posting_block SET data = (SELECT data FROM posting_block LIMIT 1)",
        ["merge", "{new}", "{db}", "--memory", "64MiB"], 3, "position index: "),
    "games that share numbers of postings are merged": (
        "UPDATE fact_block SET minimum = minimum + 2, maximum = maximum + 2 WHERE id >> 32 = 26",
        ["merge", "{new}", "{db}", "--memory", "64MiB"], 3, "two games have the same posting numbers; " + AGAIN),
    "more moments than memory": (
        "UPDATE position_group SET moments = 0xFFFFFFFF", ["explore", "{db}", "--position", EMPTY], 3,
        "of the wrong length; " + AGAIN),
    "postings before the first game": (
        "UPDATE fact_block SET minimum = 100000, maximum = 100000 WHERE id >> 32 = 27", ["explore", "{db}", "--position", EMPTY], 3, AGAIN),
    "ids at the end of all numbers": (
        f"UPDATE counter SET next = {MOST} WHERE name = 'record'", ["index", "{db}", "{more}"], 3,
        f"the next record id is {MOST}, which is out of range; " + AGAIN),
    "a name at the end of all numbers": (
        f"UPDATE name SET id = {MOST} WHERE id = 1", ["index", "{db}", "{more}"], 3, f"the last name id is {MOST}, which is out of range; " + AGAIN),
    "counts beyond all numbers": (
        f"UPDATE source SET records = {-MOST - 1}", ["info", "{db}"], 3, f"the count {-MOST - 1} is out of range; " + AGAIN),
    "negative ids": (
        f"UPDATE counter SET next = {-MOST} WHERE name = 'posting'", ["index", "{db}", "{more}"], 3,
        f"the next posting id is {-MOST}, which is out of range; " + AGAIN),
    "more games than there are": (
        f"UPDATE counter SET next = {MANY} WHERE name = 'game'", ["compact", "{db}"], 3,
        f"it counts {MANY - 1} games, but its blocks of facts hold 1 to 4096; " + AGAIN),
    "fewer games than there are": (
        "UPDATE counter SET next = 1 WHERE name = 'game'", ["index", "{db}", "{more}"], 3,
        "it counts 0 games, but its blocks of facts hold 1 to 4096; " + AGAIN),
    "facts of games beyond the file": (
        "UPDATE fact_block SET id = id | 0xFFFFFFF WHERE id >> 32 = 1", ["info", "{db}"], 3, "a block of facts is damaged; " + AGAIN),
    "facts of one game in a block of many": (
        "UPDATE fact_block SET data = X'01000100' WHERE id >> 32 > 1", ["info", "{db}", "--signature"], 3,
        "a block of facts is damaged; " + AGAIN),
    "no facts": ("DELETE FROM fact_block WHERE id >> 32 = 6", ["alias", "{db}", "suggest"], 0, ""),
    "records with ids that no database has": (
        f"UPDATE fact_block SET minimum = {MANY}", ["info", "{db}"], 3, "is out of range; " + AGAIN),
    "a person with the smallest number": (
        f"UPDATE person SET id = {-MOST - 1}", ["find", "{db}", "--player", "a", "--count"], 3, "is out of range; " + AGAIN),
    "an alias of the smallest number": (
        f"UPDATE alias SET person_id = {-MOST - 1}, normal = (SELECT normal FROM name WHERE kind = alias.kind LIMIT 1)"
        " WHERE (kind, normal) = (SELECT kind, normal FROM alias LIMIT 1)",
        ["find", "{db}", "--player", "nobody of this name", "--count"], 1, ""),
    "a text block that claims a terabyte": (
        f"UPDATE text_block SET size = {MANY}", ["show", "{db}", "1", "--format", "record"], 3, "is damaged; " + AGAIN),
    "a record longer than all texts": (
        f"UPDATE record SET length = {MANY}", ["show", "{db}", "1", "--format", "record"], 3, AGAIN),
    "a record whose text ends with the numbers": (
        f"UPDATE record SET text_block = {MOST}; UPDATE text_block SET id = {MOST} WHERE id = 1",
        ["show", "{db}", "1", "--format", "record"], 3, AGAIN),
    "moves of games on other boards": (
        "UPDATE move_block SET data = (SELECT data FROM move_block ORDER BY id LIMIT 1 OFFSET 1)", ["explore", "{db}", "--position", EMPTY],
        0, ""),
    "a trigger": (
        "CREATE TRIGGER strange AFTER INSERT ON game BEGIN DELETE FROM record; END", ["info", "{db}"], 3,
        "it has the trigger 'strange', which Ludex never makes"),
    "a view in the place of a table": (
        "ALTER TABLE meta RENAME TO about; CREATE VIEW meta AS SELECT * FROM about", ["find", "{db}"], 3, "'meta' is no table of Ludex"),
    "a virtual table in the place of a table": (
        "DROP TABLE phrase; CREATE VIRTUAL TABLE phrase USING fts5 (id)", ["index", "{db}", "{more}"], 3,
        "'phrase' is no table of Ludex"),
    "a table in the place of a view": (
        "DROP VIEW games; CREATE TABLE games (id)", ["find", "{db}"], 3, "'games' is no view of Ludex"),
    "a table that is missing": ("DROP TABLE segment", ["explore", "{db}", "--position", EMPTY], 3, "a table or view of Ludex is missing"),
    "a view that runs code": (
        "DROP VIEW records; CREATE VIEW records AS SELECT load_extension('x') AS id",
        ["sql", "{db}", "SELECT * FROM records"], 2, "load_extension"),
    "a view that reads the schema's tokenizers": (
        "DROP VIEW records; CREATE VIEW records AS SELECT fts3_tokenizer('simple') AS id",
        ["sql", "{db}", "SELECT * FROM records"], 2, "fts3_tokenizer"),
    "moves of a larger board among games that are compared": (
        "UPDATE move_block SET data = (SELECT data FROM move_block WHERE id = 1)",
        ["index", "{db}", "{sample}", "--memory", "64MiB"], 0, ""),
    "a counter beyond all games is verified": (
        f"UPDATE counter SET next = {MOST}", ["info", "{db}", "--verify"], 3, ""),
}


def run_case(bench, folder, case):
    """What is wrong, or None."""
    sql, words, status, message = case
    database = folder / "games.db"
    shutil.copy(bench.lax, database)
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.executescript(sql)
        if "VIRTUAL" not in sql:
            mutated_databases.restore_schema(connection, bench.schema)
    (folder / "new.db").unlink(missing_ok=True)
    names = {"db": database, "new": folder / "new.db", "more": bench.more,
             "sample": mutated_databases.DATA / "sample"}
    wrong = bench.run([word.format(**names) for word in words], folder)
    said = (folder / "stderr").read_text("utf-8", "replace")
    found = bench.last_status
    if wrong or found != status:
        return wrong or f"exit {found}, expected {status}: {said}"
    return None if message in said else f"expected '{message}': {said}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the program `ludex`")
    parser.add_argument("--generator", required=True, help="the program `ludex-generate`")
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="ludex-damage-") as scratch:
        folder = pathlib.Path(scratch)
        bench = mutated_databases.Bench(options.program, options.generator, folder)
        for name, case in CASES.items():
            wrong = run_case(bench, folder, case)
            failures += wrong is not None
            print(f"  {'ok  ' if wrong is None else 'FAIL'}  {name}" + (f"\n        {wrong}" if wrong else ""), flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
