#!/usr/bin/env python3
"""Damaged and hostile databases end in an answer or a message: never in a crash, a hang or unbounded memory.

Each case is a copy of one small database with a few mutations drawn by a seed: of its pages (bits, ranges,
swapped pages, a cut end), of the values of its tables (other types, negative and huge numbers, cut texts and
blocks, rows that vanish or appear twice) or of its schema (triggers, views and tables in the place of ours,
other columns). Commands drawn by the same seed run over it. Each must exit with 0 to 3 within 30 seconds.

    mutated_databases.py --program ludex --generator ludex-generate --databases 2000       the whole
    mutated_databases.py ... --first 137 --databases 1 --keep FOLDER                       one case again
"""

import argparse
import collections
import concurrent.futures
import contextlib
import http.client
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
SECONDS = 30
MEMORY = "64MiB"
MIB = 1 << 20
CRASHED = 99  # exit status of a sanitizer's report
SANITIZER = {"ASAN_OPTIONS": f"exitcode={CRASHED}:detect_leaks=0:max_allocation_size_mb=512:handle_abort=1",
             "UBSAN_OPTIONS": f"exitcode={CRASHED}:halt_on_error=1:print_stacktrace=1"}
EMPTY = "sgf:SZ[19]"
NUMBERS = (-1, 0, 1, 2, 255, 65_536, -(1 << 31), (1 << 31) - 1, 1 << 32, -(1 << 32), 10 ** 12, 1 << 62,
           (1 << 63) - 1, (1 << 63) - 2, -(1 << 63), 1.5, -1e300, 1e300)
TEXTS = ("", "x", "-", "1" * 40, "\x1b[2J", "\u202eabc", "a\x00b", "[", "[[", '[["FF"]]', "{" * 2000, "%s%n", "x" * 70_000)

# {db} is the mutated database, {new} a file that is not there yet, {more} a small file of games.
COMMANDS = (
    "info {db}", "info {db} --format json", "info {db} --signature", "info {db} --verify",
    "find {db}", "find {db} --format json", "find {db} --count", "find {db} --player yu --sort -date",
    "find {db} --unique --format csv", "find {db} --text honinbo", "find {db} --date 1990.. --result B",
    "find {db} --position " + EMPTY, "find {db} --position moves:dd --format json --all-hits",
    "find {db} --pattern ..B/.W. --at ne", "find {db} --where moves>100", "find {db} --prop FF=4 --format csv",
    "explore {db} --position " + EMPTY, "explore {db} --position " + EMPTY + " --depth 3",
    "explore {db} --position moves:dd,pq --format json", "explore {db} --pattern ..B/.W. --at ne",
    "explore {db} --position @1:3 --player lee",
    "show {db} 1", "show {db} 1:10", "show {db} {id}", "show {db} {id}:20", "show {db} {id} --format record",
    "show {db} {id}:2 --format cgp", "show {db} {id}:4 --format json", "show {db} {id}:last --format svg",
    "export {db} -o {new}", "export {db} --format sgf", "export {db} --format json", "export {db} --format csv",
    "export {db} --format cgp --positions all", "export {db} --format csa --game shogi",
    "stats {db} --by player", "stats {db} --by year,result", "stats {db} --by opening", "stats {db} --by rating",
    "stats {db} --by event", "duplicates {db}", "duplicates {db} --format json",
    "rejects {db}", "rejects {db} --format original", "rejects {db} --format csv",
    "alias {db} list", "alias {db} suggest", "alias {db} add Somebody Lee", "alias {db} export",
    "remove {db} --id {id} --yes", "remove {db} --player a --yes", "remove {db} --source tournament --yes",
    "compact {db} --memory {memory}", "compact {db} --memory {memory} --threads 1",
    "index {db} {more} --memory {memory}", "index {db} {sample} --memory {memory}",
    "index {db} {stdin} --variations --memory {memory}", "index {db} {grown} --memory {memory}",
    "merge {new} {db} --memory {memory}", "merge {other} {db} --memory {memory}", "merge {db} {other} --memory {memory}",
    "publish {db} --to clickhouse://127.0.0.1:1/ludex --dry-run",
    "serve {db}", "serve {db}",
)
STATEMENTS = (
    "SELECT * FROM games", "SELECT * FROM game_players", "SELECT * FROM properties", "SELECT * FROM records",
    "SELECT * FROM rejects", "SELECT * FROM sources", "SELECT * FROM problems",
    "SELECT g.id, m.* FROM games g, ludex_moves(g.id) m", "SELECT g.id, m.* FROM games g, ludex_comments(g.id) m",
    "SELECT g.id, m.* FROM games g, ludex_marks(g.id) m", "SELECT ludex_record(id), ludex_cgp(id, 5) FROM games",
    f"SELECT * FROM ludex_positions('{EMPTY}')", f"SELECT * FROM ludex_next_moves('{EMPTY}')",
    "PRAGMA integrity_check",
)
PAGES = ("/", "/api/games", "/api/info", "/api/explore?position=moves:dd", "/games/1", "/api/games/1", "/players")


class Mutator:
    """Changes a copy of the database. `lax` is the same database whose tables take any value."""

    def __init__(self, base, lax, schema):
        self.base, self.lax, self.schema = base, lax, schema

    def make(self, path, draw):
        """Writes a mutated copy to `path`; says what was changed."""
        kind = draw.choices(("pages", "values", "schema"), (4, 7, 1))[0]
        if kind == "pages":
            shutil.copy(self.base, path)
            return self.change_pages(path, draw)
        shutil.copy(self.lax if kind == "values" else self.base, path)
        # What SQLite itself refuses here is no database that anybody has.
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as sql:
            sql.execute("PRAGMA journal_mode = OFF")
            sql.execute("PRAGMA synchronous = OFF")
            if kind == "schema":
                return change_schema(sql, draw)
            said = [change_value(sql, self.schema, draw) for _ in range(draw.choice((1, 1, 1, 2, 4)))]
            restore_schema(sql, self.schema)
            return "; ".join(said)

    @staticmethod
    def change_pages(path, draw):
        data = bytearray(path.read_bytes())
        page = 16_384
        pages = len(data) // page
        said = []
        for _ in range(draw.choice((1, 1, 2, 5, 20))):
            # Half of the changes meet the first page, which describes all others, or a page's head.
            at = draw.randrange(len(data))
            if draw.random() < 0.3:
                at = draw.randrange(pages) * page + draw.randrange(64)
            elif draw.random() < 0.1:
                at = draw.randrange(100)
            what = draw.choice(("bit", "bit", "byte", "zero", "noise", "swap", "copy", "cut"))
            if what == "bit":
                data[at % len(data)] ^= 1 << draw.randrange(8)
            elif what == "byte":
                data[at % len(data)] = draw.choice((0, 1, 127, 128, 255))
            elif what in ("zero", "noise"):
                length = min(draw.choice((2, 8, 100, 4096, page)), len(data) - at)
                data[at:at + length] = bytes(length) if what == "zero" else draw.randbytes(length)
            elif what in ("swap", "copy") and pages > 2:
                one, two = draw.sample(range(1, pages), 2)
                first, second = (slice(p * page, (p + 1) * page) for p in (one, two))
                data[first], data[second] = data[second], data[first] if what == "swap" else data[second]
                at = one
            elif what == "cut" and draw.random() < 0.3:
                del data[max(at, 512):]
                data.extend(b"\0" * (0 if draw.random() < 0.5 else -len(data) % page))
                pages = len(data) // page or 1
            said.append(f"{what} {at}")
            if len(data) < 3 * page:
                break
        path.write_bytes(data)
        return "pages: " + ", ".join(said)



def value_columns(sql, table):
    return [row[1] for row in sql.execute(f"PRAGMA table_info({table})")]


def strange_value(old, sql, table, column, draw):
    choice = draw.random()
    if isinstance(old, bytes) and choice < 0.7:
        return strange_block(old, table, draw)
    if isinstance(old, int) and choice < 0.25:
        return max(-(1 << 63), min((1 << 63) - 1, old + draw.choice((-1, 1, 2, 1000, 1 << 32))))
    if isinstance(old, str) and choice < 0.25:
        return old[:draw.randrange(len(old) + 1)]
    if choice < 0.7:
        return draw.choice(NUMBERS)
    if choice < 0.8:
        return draw.choice(TEXTS)
    if choice < 0.85:
        return draw.randbytes(draw.choice((0, 1, 8, 40, 5000)))
    if choice < 0.93:
        return None
    rows = sql.execute(f"SELECT {column} FROM {table} LIMIT 50").fetchall()
    return draw.choice(rows)[0]


def strange_block(old, table, draw):
    what = draw.randrange(6)
    data = bytearray(old)
    if what == 0 or not data:
        return bytes(data[:draw.randrange(len(data) + 1)])
    if what == 1:
        return bytes(data) + draw.randbytes(draw.choice((1, 8, 3000)))
    if what == 2:
        return draw.randbytes(len(data))
    # Most decisions of a reader are in a block's first bytes.
    limit = len(data) if draw.random() < 0.5 else min(40, len(data))
    for _ in range(draw.choice((1, 1, 2, 8))):
        at = draw.randrange(limit)
        width = draw.choice((1, 1, 2, 4, 8))
        word = draw.choice((bytes(8), b"\xff" * 8, b"\xff" * 7 + b"\x7f", draw.randbytes(8)))
        data[at:at + width] = word[:width]
    del data[len(old):]
    if draw.random() < 0.7:
        seal(data, table)
    return bytes(data)


def change_value(sql, schema, draw):
    tables = [name for name in schema if sql.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()]
    # The tables that hold blocks have few rows and most of the code.
    blocks = [name for name in tables if name.endswith("_block") or name in ("segment", "counter", "source", "record", "moment_counts")]
    table = draw.choice(blocks if blocks and draw.random() < 0.6 else tables)
    columns = value_columns(sql, table)
    keys = [row[1] for row in sql.execute(f"PRAGMA table_info({table})") if row[5]] or ["rowid"]
    count = sql.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    place = draw.randrange(count)
    key = sql.execute(f"SELECT {','.join(keys)} FROM {table} ORDER BY {','.join(keys)} LIMIT 1 OFFSET {place}").fetchone()
    where = " AND ".join(f"{name} IS ?" for name in keys)
    what = draw.random()
    with contextlib.suppress(sqlite3.Error, OverflowError):
        if what < 0.06:
            sql.execute(f"DELETE FROM {table} WHERE {where}", key)
            return f"{table} {key} deleted"
        if what < 0.08:
            sql.execute(f"DELETE FROM {table}")
            return f"{table} emptied"
        if what < 0.12:
            values = dict(zip(columns, sql.execute(f"SELECT * FROM {table} WHERE {where}", key).fetchone()))
            values[keys[0]] = draw.choice(NUMBERS)
            sql.execute(f"INSERT OR REPLACE INTO {table} VALUES ({','.join('?' * len(columns))})", list(values.values()))
            return f"{table} {key} again as {values[keys[0]]}"
        column = draw.choice(columns)
        blobs = [name for name in columns if name == "data"]
        if blobs and draw.random() < 0.7:
            column = "data"
        old = sql.execute(f'SELECT "{column}" FROM {table} WHERE {where}', key).fetchone()[0]
        new = strange_value(old, sql, table, f'"{column}"', draw)
        if draw.random() < 0.25:
            sql.execute(f'UPDATE {table} SET "{column}" = ?', (new,))
            return f"{table}.{column} of all rows: {short(new)}"
        sql.execute(f'UPDATE {table} SET "{column}" = ? WHERE {where}', (new, *key))
        return f"{table} {key} {column}: {short(old)} -> {short(new)}"
    return f"{table}: nothing"


def short(value):
    text = repr(value)
    return text if len(text) < 60 else f"{text[:50]}... ({len(value)})"


SCHEMA_TRICKS = (
    "CREATE TRIGGER strange AFTER INSERT ON game BEGIN DELETE FROM record; END",
    "CREATE TRIGGER strange AFTER UPDATE ON counter BEGIN UPDATE counter SET next = 1; END",
    "CREATE TRIGGER strange AFTER DELETE ON game BEGIN INSERT INTO phrase VALUES (NULL, 1, fts3_tokenizer('x'), 'x'); END",
    "ALTER TABLE game RENAME TO played; CREATE VIEW game AS SELECT * FROM played",
    "ALTER TABLE meta RENAME TO about; CREATE VIEW meta AS SELECT * FROM about",
    "ALTER TABLE counter RENAME TO counted; CREATE VIEW counter AS SELECT name, next FROM counted, json_each('[1,2]')",
    "ALTER TABLE record RENAME TO recorded; CREATE VIRTUAL TABLE record USING fts5(id, member_id)",
    "ALTER TABLE name RENAME TO names; CREATE TABLE name AS SELECT * FROM names",
    "DROP VIEW games; CREATE TABLE games (id INTEGER, black TEXT)",
    "DROP VIEW games; CREATE VIEW games AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x id FROM c",
    "DROP VIEW records; CREATE VIEW records AS SELECT load_extension('x') id",
    "CREATE TABLE game_text (players, event, game_name, comment)", "CREATE VIRTUAL TABLE game_text USING fts5 (players)",
    "DROP TABLE word_segment; CREATE VIRTUAL TABLE word_segment USING fts5 (first_game, end_game, blocks, places)",
    "DROP TABLE word_block", "DELETE FROM word_segment",
    "DROP TABLE phrase", "DROP TABLE segment", "DROP TABLE fact_block", "DROP TABLE row_block", "DROP VIEW sources",
    "ALTER TABLE game RENAME COLUMN black TO noir", "ALTER TABLE source DROP COLUMN limited",
    "CREATE INDEX game_by_record ON game (record_id)", "DROP INDEX member_by_source; CREATE UNIQUE INDEX member_by_source ON member (source_id)",
    "ALTER TABLE meta ADD COLUMN more TEXT DEFAULT 'x'", "CREATE TABLE stranger (a, b DEFAULT (random()))",
    "PRAGMA user_version = 0", "PRAGMA user_version = 3", "PRAGMA user_version = -1", "PRAGMA user_version = 9999",
    "PRAGMA application_id = 7", "PRAGMA encoding",
    "CREATE INDEX strange ON game (abs(moves) COLLATE NOCASE)", "CREATE INDEX strange ON game (moves) WHERE likely(moves > 3)",
    "PRAGMA journal_mode = WAL",
)
SCHEMA_TEXTS = (
    ("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'game'", "game is where another table is"),
    ("UPDATE sqlite_master SET rootpage = 99999999 WHERE name = 'record'", "a root page that is not there"),
    ("UPDATE sqlite_master SET sql = 'CREATE TABLE meta (key, value, CHECK (load_extension(key)))' WHERE name = 'meta'", "a check"),
    ("UPDATE sqlite_master SET sql = 'CREATE TABLE name (id, kind, written, folded, normal)' WHERE name = 'name'", "no key"),
    ("UPDATE sqlite_master SET sql = sql || '; ATTACH ''stranger.db'' AS s; CREATE TABLE s.t (x)' WHERE name IN ('game', 'record')",
     "statements after a definition"),
    ("UPDATE sqlite_master SET sql = 'nonsense' WHERE name = 'phrase'", "no SQL"),
    ("UPDATE sqlite_master SET type = 'view' WHERE name = 'segment'", "a table that says it is a view"),
    ("DELETE FROM sqlite_master WHERE name = 'fact_block'", "a table nobody knows of"),
)


def change_schema(sql, draw):
    if draw.random() < 0.75:
        trick = draw.choice(SCHEMA_TRICKS)
        with contextlib.suppress(sqlite3.Error):
            sql.executescript(trick)
        return "schema: " + trick
    statement, said = draw.choice(SCHEMA_TEXTS)
    sql.execute("PRAGMA writable_schema = ON")
    with contextlib.suppress(sqlite3.Error):
        sql.execute(statement)
    return "schema: " + said


# XXH64 seals blocks of postings and groups; a stranger can compute it, too.
PRIMES = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
MASK = (1 << 64) - 1


def rotate(word, bits):
    return (word << bits | word >> (64 - bits)) & MASK


def xxh64(data, seed=0):
    one, two, three, four, five = PRIMES
    at = 0
    if len(data) >= 32:
        lanes = [(seed + one + two) & MASK, (seed + two) & MASK, seed, (seed - one) & MASK]
        while at + 32 <= len(data):
            for i in range(4):
                word = int.from_bytes(data[at:at + 8], "little")
                lanes[i] = rotate((lanes[i] + word * two) & MASK, 31) * one & MASK
                at += 8
        result = sum(rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            result = ((result ^ rotate(lane * two & MASK, 31) * one & MASK) * one + four) & MASK
    else:
        result = (seed + five) & MASK
    result = (result + len(data)) & MASK
    while at + 8 <= len(data):
        word = int.from_bytes(data[at:at + 8], "little")
        result = (rotate(result ^ rotate(word * two & MASK, 31) * one & MASK, 27) * one + four) & MASK
        at += 8
    if at + 4 <= len(data):
        result = (rotate(result ^ int.from_bytes(data[at:at + 4], "little") * one & MASK, 23) * two + three) & MASK
        at += 4
    for byte in data[at:]:
        result = rotate(result ^ byte * five & MASK, 11) * one & MASK
    for shift, prime in ((33, two), (29, three)):
        result = (result ^ result >> shift) * prime & MASK
    return result ^ result >> 32


SEALS = {"posting_block": (24, 32), "position_group": (8, 16), "moment_counts": (8, 16), "mark_block": (8, 16),
         "cluster_block": (8, 16), "word_block": (8, 16)}  # table: where the checksum is, and what it is of


def seal(data, table):
    """Gives a changed block the checksum that its table's blocks have."""
    at, payload = SEALS.get(table, (0, len(data) + 1))
    if len(data) >= payload:
        data[at:payload] = xxh64(bytes(data[payload:]), xxh64(bytes(data[:at]))).to_bytes(8, "little")


def read_schema(path):
    with contextlib.closing(sqlite3.connect(path)) as sql:
        rows = sql.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return {name: text for name, text in rows if text}


def restore_schema(sql, schema):
    sql.execute("PRAGMA writable_schema = ON")
    for name, text in schema.items():
        sql.execute("UPDATE sqlite_master SET sql = ? WHERE name = ? AND type = 'table'", (text, name))


def make_lax(base, path):
    """Tables that take any value: without STRICT and NOT NULL."""
    shutil.copy(base, path)
    schema = read_schema(base)
    lax = {name: re.sub(r"\)\s*STRICT", ")", text).replace(" NOT NULL", "") for name, text in schema.items()}
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as sql:
        restore_schema(sql, lax)
    return schema


class Bench:
    """The program, the database that is mutated, and what its commands read."""

    def __init__(self, program, generator, folder):
        self.program, self.folder = str(pathlib.Path(program).resolve()), folder
        self.generator = str(pathlib.Path(generator).resolve())
        with open(self.program, "rb") as file:
            self.sanitized = b"__asan_init" in file.read()
        self.last_status = None
        self.environment = {**os.environ, **SANITIZER, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.base, self.lax = folder / "base.db", folder / "lax.db"
        self.make_base()
        self.schema = make_lax(self.base, self.lax)
        self.mutator = Mutator(self.base, self.lax, self.schema)

    def ludex(self, *arguments):
        subprocess.run([self.program, *map(str, arguments)], check=True, capture_output=True, env=self.environment)

    def generate(self, name, games, *options):
        path = self.folder / name
        subprocess.run([self.generator, "--games", str(games), "-o", str(path), *options], check=True)
        return path

    def make_base(self):
        for number, name in enumerate(("go", "shogi", "hex", "twixt", "gomoku", "othello")):
            self.ludex("index", self.base, self.generate(f"{name}.txt", 330 if name == "go" else 20, "--game", name,
                                                         "--players", "40", "--seed", str(number + 1)), "--variations")
        self.ludex("index", self.base, self.generate("crossword.gcg", 10, "--game", "crossword", "--format", "gcg"))
        self.ludex("index", self.base, self.generate("crossword.cgp", 40, "--game", "crossword"))
        # Their first position has counts kept ready, and many are duplicates.
        short = self.folder / "short.sgf"
        short.write_text("".join(f"(;GM[1]SZ[9]PB[P{i % 40}]PW[Q{i % 7}]RE[B+R];B[{'abc'[i % 3]}a];W[i{'def'[i % 2]}])\n"
                                 for i in range(1100)))
        self.ludex("index", self.base, short)
        bad = self.folder / "bad.sgf"
        bad.write_text("(;GM[1]SZ[19]PB[A];B[dd];B[zz])\n(;GM[1]SZ[99])\n(nothing)\n(;GM[1]PB[open];B[aa]")
        self.ludex("index", self.base, DATA / "sample", bad)
        self.ludex("alias", self.base, "add", "Honinbo Shusaku", "Kuwahara Shusaku")
        self.ludex("remove", self.base, "--id", "5,6,400", "--yes")
        self.more = self.generate("more.sgf", 12, "--seed", "77")
        self.other = self.folder / "other.db"
        self.ludex("index", self.other, self.more)
        self.grown = self.folder / "go.txt"
        with open(self.grown, "a", encoding="utf-8") as file:
            file.write("(;GM[1]SZ[19]PB[Late];B[dd];W[pp])\n")

    def fill(self, command, database, draw, folder):
        """A command line for this database."""
        if command == "sql":
            return ["sql", database, draw.choice(STATEMENTS), "--format", draw.choice(("csv", "json", "text")), "--timeout", "20"]
        other = folder / "other.db"
        if "{other}" in command:
            shutil.copy(self.other, other)
        names = {"db": database, "new": folder / "new.db", "more": self.more, "other": other, "memory": MEMORY,
                 "sample": DATA / "sample", "stdin": DATA / "boards", "grown": self.grown, "id": draw.randrange(1, 480)}
        return [word.format(**names) if word.startswith("{") else word for word in command.split(" ")]

    def run(self, arguments, folder):
        """What is wrong with the run, or None."""
        started = time.monotonic()
        with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
            process = subprocess.Popen([self.program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=err, env=self.environment, cwd=folder, preexec_fn=limit_files)
            if arguments[0] == "serve":
                ask_server(folder, process)
            status, used = wait(process, SECONDS)
        said = (folder / "stderr").read_text("utf-8", "replace")
        seconds = time.monotonic() - started
        self.last_status = status
        if status is None:
            return f"no end within {SECONDS} s"
        if not 0 <= status <= 3 or "Sanitizer" in said or "runtime error:" in said:
            return f"exit {status}: {said[-6000:]}"
        found_damage = "--verify" in arguments and "\ndamaged: " in (folder / "stdout").read_text("utf-8", "replace")
        if status == 3 and not found_damage and not said.startswith("ludex: ") and "\nludex: " not in said:
            return f"exit 3 without a message: {said[-500:]}"
        most = most_memory(arguments)
        if not self.sanitized and used > most:
            return f"{used // MIB} MiB of memory, more than {most // MIB}"
        return None if seconds < SECONDS else f"{seconds:.0f} s"


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (256 * MIB, 256 * MIB))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def most_memory(arguments):
    """--memory and 64 MiB more; what only reads maps the file and keeps caches."""
    return (64 + 64) * MIB if "--memory" in arguments else 256 * MIB


def wait(process, seconds):
    """(exit status, peak resident bytes); status None if it had to be ended."""
    end = time.monotonic() + seconds
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_maxrss * 1024
        if time.monotonic() > end:
            process.kill()
            process.wait()
            return None, 0
        time.sleep(0.003)


def has_ended(process):
    """Leaves the exit status to wait()."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def ask_server(folder, process):
    """Asks a few pages, then ends the server as Ctrl-C does."""
    end = time.monotonic() + 10
    found = None
    while not found and not has_ended(process) and time.monotonic() < end:
        found = re.search(r"http://[^:/]*:(\d+)", (folder / "stdout").read_text("utf-8", "replace"))
        time.sleep(0.02)
    if not found:
        return
    for page in PAGES:
        with contextlib.suppress(OSError, http.client.HTTPException):
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=20)) as client:
                client.request("GET", page)
                client.getresponse().read()
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)


def run_case(bench, seed, number, commands, keep):
    """[(command line, what was wrong)] of one mutated database."""
    draw = random.Random(f"{seed}/{number}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"case-{number}-", dir=bench.folder))
    findings, ran = [], []
    try:
        said = bench.mutator.make(folder / "mutated.db", draw)
        for place, command in enumerate(draw_commands(draw, commands)):
            work = folder / str(place)
            work.mkdir()
            shutil.copy(folder / "mutated.db", work / "games.db")
            arguments = bench.fill(command, work / "games.db", draw, work)
            ran.append(arguments[0])
            wrong = bench.run(arguments, work)
            if wrong:
                findings.append((f"case {number}, {said}\n  ludex {' '.join(map(str, arguments))}", wrong))
        if findings and keep:
            shutil.copy(folder / "mutated.db", pathlib.Path(keep) / f"case-{number}.db")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return findings, ran


def draw_commands(draw, count):
    if count == 0:
        return [*COMMANDS, *["sql"] * len(STATEMENTS)]
    # Every command has the same chance, however many lines it has above.
    groups = collections.defaultdict(list)
    for command in COMMANDS:
        groups[command.split(" ")[0]].append(command)
    groups["sql"] = ["sql"]
    return [draw.choice(groups[name]) for name in draw.choices(sorted(groups), k=count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the program `ludex`")
    parser.add_argument("--generator", required=True, help="the program `ludex-generate`")
    parser.add_argument("--databases", type=int, default=100, help="how many mutated databases")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--commands", type=int, default=2, help="commands over each; 0: all of them")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2, help="at the same time")
    parser.add_argument("--keep", default="", help="a folder for the databases with findings")
    options = parser.parse_args()
    started = time.monotonic()
    findings, ran = 0, collections.Counter()
    with tempfile.TemporaryDirectory(prefix="ludex-mutated-") as scratch:
        bench = Bench(options.program, options.generator, pathlib.Path(scratch))
        print(f"a database of {bench.base.stat().st_size // 1024} KiB [{time.monotonic() - started:.1f} s]", flush=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            numbers = range(options.first, options.first + options.databases)
            cases = [pool.submit(run_case, bench, options.seed, n, options.commands, options.keep) for n in numbers]
            for case in concurrent.futures.as_completed(cases):
                found, commands = case.result()
                ran.update(commands)
                for line, wrong in found:
                    findings += 1
                    print(f"FINDING {line}\n    {wrong}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(ran.items())))
    print(f"{options.databases} databases, {sum(ran.values())} runs, {findings} findings ({time.monotonic() - started:.0f} s)")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
