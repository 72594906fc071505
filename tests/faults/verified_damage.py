#!/usr/bin/env python3
"""`ludex info --verify` finds damage: one value of one table is changed at a time, and it must say so.

Bits are flipped in the blocks, numbers are changed in the tables; each change is drawn by a fixed seed. Left out is what
nothing else in the database repeats: names of sources, times, the hashes of contents.
"""

import argparse
import contextlib
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from mutated_databases import xxh64

SEED = 20
SAMPLE = pathlib.Path(__file__).resolve().parent.parent / "data" / "sample"
# table: (blob column, condition)
BLOCKS = {
    "fact_block": ("data", f"id >> 32 NOT IN (28, 27, 1)"),  # content, and what a few bits may leave as it is
    "move_block": ("data", "1"), "capture_block": ("data", "1"), "row_block": ("data", "1"),
    "text_block": ("data", "1"), "posting_block": ("data", "1"), "position_group": ("data", "length(data) > 0"),
    "record": ("hash", "1"), "moment_counts": ("data", "1"), "mark_block": ("data", "1"), "cluster_block": ("data", "1"),
    "word_block": ("data", "1"),
}
# A checksum of 64 bits that fits the bytes beside it: what they say must be wrong, too.
SEALED = {"moment_counts": (8, 16), "mark_block": (8, 16), "cluster_block": (8, 16)}
NUMBERS = [("game", "record_id"), ("game", "source_id"), ("game", "komi"), ("game", "moves"), ("game", "positions"),
           ("game", "black"), ("game", "event"), ("game", "winner"), ("game", "date_from"), ("record", "length"),
           ("record", "member_id"), ("record", "text_offset"), ("record", "text_block"), ("text_block", "size"),
           ("member", "source_id"), ("source", "records"), ("source", "games"), ("source", "rejects"),
           ("source", "stream_bytes"), ("source", "record_bytes"), ("segment", "postings"), ("segment", "blocks"),
           ("segment", "end_number"), ("posting_block", "first_key"), ("position_group", "postings"),
           ("position_group", "moments"), ("position_group", "key"), ("fact_block", "minimum"),
           ("fact_block", "maximum"), ("seat", "name"), ("word_segment", "first_game"), ("word_segment", "end_game"),
           ("word_segment", "blocks"), ("word_segment", "places")]
# The smallest change there is.
STEPS = [("word_segment", "first_game"), ("word_segment", "end_game"), ("word_segment", "blocks"), ("word_segment", "places")]
ROWS = ["game", "record", "member", "text_block", "move_block", "posting_block", "position_group", "fact_block",
        "segment", "source", "mark_block", "cluster_block", "word_segment", "word_block"]
COUNTERS = [("game", -1), ("record", -1), ("posting", 7), ("posted", 1 << 40), ("text_block", -1), ("segment", -1),
            ("marked", 1), ("clustered", 1)]


def flips(sql, chance, each):
    for table, (column, condition) in BLOCKS.items():
        ids = [row[0] for row in sql.execute(f"SELECT id FROM {table} WHERE {condition}")]
        for _ in range(each):
            row = chance.choice(ids)
            data = bytearray(sql.execute(f"SELECT {column} FROM {table} WHERE id = ?", (row,)).fetchone()[0])
            bit = chance.randrange(len(data) * 8)
            data[bit // 8] ^= 1 << bit % 8
            yield (f"bit {bit} of {table} {row}", f"UPDATE {table} SET {column} = ? WHERE id = ?", (bytes(data), row))


def sealed_flips(sql, chance, each):
    """Flips that no checksum detects."""
    for table, (at, payload) in SEALED.items():
        rows = sql.execute(f"SELECT id, data FROM {table}").fetchall()
        for _ in range(each):
            row, data = chance.choice(rows)
            data = bytearray(data)
            bit = chance.randrange(payload * 8, len(data) * 8)
            data[bit // 8] ^= 1 << bit % 8
            data[at:payload] = xxh64(bytes(data[payload:]), xxh64(bytes(data[:at]))).to_bytes(8, "little")
            yield (f"bit {bit} of {table} {row}, sealed", f"UPDATE {table} SET data = ? WHERE id = ?", (bytes(data), row))


def changes(sql, chance):
    for table, column in NUMBERS:
        rows = [row[0] for row in sql.execute(f"SELECT {'rowid' if table != 'seat' else 'game_id'} FROM {table} "
                                              f"WHERE {column} IS NOT NULL")]
        if not rows:
            continue
        row = chance.choice(rows)
        key = "game_id" if table == "seat" else "rowid"
        yield (f"{table}.{column} of {row}", f"UPDATE {table} SET {column} = {column} + 1000003 WHERE {key} = ?", (row,))
    for table, column in STEPS:
        for step in (-1, 1):
            yield (f"{table}.{column} by {step}", f"UPDATE {table} SET {column} = {column} + ?", (step,))
    for table in ROWS:
        # A column of zeros that vanishes is read as zeros, and for visibility (34) flags are read: nothing is lost.
        condition = "minimum <> maximum AND id >> 32 <> 34" if table == "fact_block" else "1"
        row = chance.choice([row[0] for row in sql.execute(f"SELECT rowid FROM {table} WHERE {condition}")])
        yield (f"{table} {row} vanishes", f"DELETE FROM {table} WHERE rowid = ?", (row,))
    for counter, change in COUNTERS:
        yield (f"counter {counter}", f"UPDATE counter SET next = next + ? WHERE name = ?", (change, counter))


def verify(program, database):
    return subprocess.run([program, "info", database, "--verify"], capture_output=True, text=True, timeout=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--flips", type=int, default=6, help="in each table of blocks")
    options = parser.parse_args()
    failures, tried = [], 0
    with tempfile.TemporaryDirectory(prefix="ludex-verify-") as scratch:
        scratch = pathlib.Path(scratch)
        subprocess.run([options.generator, "--games", "700", "--seed", "3", "-o", scratch / "games.sgf"], check=True)
        # Positions of more than 1,024 games, and duplicates.
        subprocess.run([options.generator, "--game", "othello", "--games", "1100", "-o", scratch / "othello.sgf"], check=True)
        games = (scratch / "games.sgf").read_bytes()
        (scratch / "again.sgf").write_bytes(games[:games.index(b"\n(;", 30_000) + 1])
        whole, copy = scratch / "whole.db", scratch / "copy.db"
        sources = [scratch / name for name in ("games.sgf", "othello.sgf", "again.sgf")]
        subprocess.run([options.program, "index", whole, *sources, SAMPLE], check=True, capture_output=True)
        sound = verify(options.program, whole)
        if sound.returncode != 0:
            failures.append(f"undamaged: exit {sound.returncode}: {sound.stdout}{sound.stderr}")
        with contextlib.closing(sqlite3.connect(whole)) as sql:
            chance = random.Random(SEED)
            wanted = [*flips(sql, chance, options.flips), *sealed_flips(sql, chance, options.flips),
                      *changes(sql, chance)]
        for what, statement, values in wanted:
            shutil.copy(whole, copy)
            with contextlib.closing(sqlite3.connect(copy)) as sql, sql:
                sql.execute("PRAGMA synchronous = OFF")
                sql.execute(statement, values)
            said = verify(options.program, copy)
            tried += 1
            if said.returncode != 3 or "; " not in said.stdout + said.stderr:
                failures.append(f"{what}: exit {said.returncode}: {(said.stdout + said.stderr).strip()[:300]}")
    for failure in failures:
        print(f"FAIL {failure}")
    print(f"{tried} changes, {tried - len(failures)} found")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
