"""Every command that writes, each with what it finds and what it must leave: the subjects of laboratory.py."""

import gzip
import hashlib
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parent / "data" / "sample"
SMALL = ("--memory", "64MiB", "--threads", "2")
GAMES, MORE_GAMES, BIG_GAMES = 60, 25, 1100
TIMEOUT_SECONDS = 90
VARIATIONS = b"(;GM[1]SZ[9]PB[A]PW[B];B[ee];W[cc](;B[gg];W[gc])(;B[gc];W[gg];B[cg]))\n"
ALIASES = "person,name\nLee Sedol,Lee Se-dol\nLee Sedol,Yi Se-tol\nCho Chikun,Cho Chi-hun\n"


class Bench:
    """One folder in which a scenario is prepared, put back and run again. Paths stay the same: databases know
    their sources by them."""

    def __init__(self, program, generator, folder):
        self.program, self.generator = program, generator
        self.folder = pathlib.Path(folder)
        self.work = self.folder / "work"
        self.kept = self.folder / "kept"
        self.database = self.work / "games.db"
        self.output = self.work / "out.sgf"
        self.inputs = self.folder / "inputs"
        self.temporary = self.work / "tmp"
        for path in (self.inputs, self.work):
            path.mkdir(parents=True)

    def start(self, *arguments, environment=None, stdin=None):
        """\\returns (exit status, None for a hang; what it said)"""
        if environment is None:
            environment = self.environment()
        with open(stdin or "/dev/null", "rb") as source:
            try:
                ran = subprocess.run([self.program, *map(str, arguments)], stdin=source, capture_output=True,
                                     env=environment, timeout=TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                return None, "still running"
        return ran.returncode, (ran.stderr + ran.stdout).decode("utf-8", "replace").strip()

    def environment(self):
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "TMPDIR": str(self.temporary), "LC_ALL": "C.UTF-8"}

    def must(self, *arguments, stdin=None):
        status, said = self.start(*arguments, stdin=stdin)
        if status != 0:
            raise RuntimeError(f"ludex {' '.join(map(str, arguments))}: exit {status}: {said}")
        return said

    def generate(self, name, games, seed):
        path = self.inputs / name
        subprocess.run([self.generator, "--games", str(games), "--seed", str(seed), "-o", str(path)], check=True)
        return path

    def keep(self):
        """What is in the work folder now is what put_back() restores."""
        shutil.rmtree(self.kept, ignore_errors=True)
        shutil.copytree(self.work, self.kept)

    def put_back(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.kept, self.work)
        self.temporary.mkdir(exist_ok=True)

    def verify(self):
        """What `info --verify` says; None where no database is there yet, or one of an older version, which SQLite's
        own check must do for."""
        if not self.database.exists() or self.database.stat().st_size == 0:
            return None
        status, said = self.start("info", self.database, "--verify", "--format", "json")
        if status == 3 and "empty, not a database yet" in said:
            return None
        if status == 3 and "made by an older version" in said:
            with sqlite3.connect(self.database) as connection:
                verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.close()
            if verdict != "ok":
                raise Damaged(f"integrity_check: {verdict}")
            return None
        try:
            report = json.loads(said.splitlines()[-1])
        except (ValueError, IndexError):
            report = {"sound": False, "messages": [said], "signature": ""}
        if status != 0 or not report["sound"]:
            raise Damaged(f"info --verify: exit {status}: {'; '.join(report['messages'])}"[:600])
        return report


class Damaged(Exception):
    pass


class Scenario:
    """\\param again  exit statuses of the same command where its work is done already"""

    def __init__(self, name, prepare, command, stdin=None, again=(0,), result=None):
        self.name, self.prepare, self.command, self.stdin, self.again = name, prepare, command, stdin, again
        self.result = result or stored


def stored(bench):
    """Equal where the same games, rejects and people are stored."""
    report = bench.verify()
    if report is None:
        return "nothing"
    with sqlite3.connect(f"file:{bench.database}?mode=ro", uri=True) as connection:
        people = connection.execute("SELECT p.name, a.normal FROM alias a JOIN person p ON p.id = a.person_id "
                                    "ORDER BY 1, 2").fetchall()
        version = connection.execute("PRAGMA user_version").fetchone()
        sources = connection.execute("SELECT count(*), sum(state), sum(records) FROM sources").fetchone()
    connection.close()
    return f"{report['signature']} {report['games']} games {people} version {version} sources {sources}"


def contents(bench):
    """The same without the order of games: a source that failed at first comes after the others."""
    if bench.verify() is None:
        return "nothing"
    with sqlite3.connect(f"file:{bench.database}?mode=ro", uri=True) as connection:
        games = connection.execute("SELECT hex(record_hash), offset, game, players, date, result, moves, positions, "
                                   "properties FROM games LEFT JOIN (SELECT game_id, group_concat(ident || value) AS "
                                   "properties FROM properties GROUP BY 1) ON game_id = id").fetchall()
        rejects = connection.execute("SELECT member, offset, length, kind FROM rejects").fetchall()
    connection.close()
    hashed = hashlib.sha256(repr((sorted(map(repr, games)), sorted(map(repr, rejects)))).encode()).hexdigest()
    return f"{hashed[:16]} {len(games)} games {len(rejects)} rejects"


def exported(bench):
    return bench.output.read_bytes().decode("latin-1") if bench.output.exists() else "nothing"


def one_source(bench):
    bench.source = bench.generate("games.sgf", GAMES, 1)


def big_source(bench):
    """It is read in parts, which have a size that --memory and --threads give."""
    bench.source = bench.generate("big.sgf", BIG_GAMES, 5)


def many_sources(bench):
    one_source(bench)
    more = bench.generate("more.sgf", MORE_GAMES, 2)
    (bench.inputs / "more.sgf.gz").write_bytes(gzip.compress(more.read_bytes()[:20_000], mtime=0))
    with tarfile.open(bench.inputs / "sample.tar", "w") as archive:
        archive.add(SAMPLE, arcname="sample")
    (bench.inputs / "broken.sgf").write_bytes(b"(;GM[1]FF[4];B[aa\n)no game(;GM[1]SZ[9];B[bb])")


def indexed(bench):
    one_source(bench)
    bench.must("index", bench.database, bench.source, *SMALL)


def grown_source(bench):
    indexed(bench)
    more = bench.generate("more.sgf", MORE_GAMES, 2)
    with open(bench.source, "ab") as source:
        source.write(more.read_bytes())


def changed_source(bench):
    indexed(bench)
    bench.source.write_bytes(bench.generate("more.sgf", GAMES + 5, 3).read_bytes())


def without_variations(bench):
    bench.source = bench.inputs / "lines.sgf"
    bench.source.write_bytes(VARIATIONS * 40)
    bench.must("index", bench.database, bench.source, *SMALL)


def two_sources(bench):
    indexed(bench)
    bench.second = bench.generate("more.sgf", MORE_GAMES, 2)
    bench.must("index", bench.database, bench.second, *SMALL)


def with_removed(bench):
    two_sources(bench)
    bench.must("remove", bench.database, "--source", "more.sgf", "--yes")
    bench.must("index", bench.database, bench.generate("third.sgf", 30, 4), *SMALL)


def two_databases(bench):
    one_source(bench)
    second = bench.generate("more.sgf", MORE_GAMES, 2)
    bench.others = [bench.inputs / "one.db", bench.inputs / "two.db"]
    for other, source in zip(bench.others, (bench.source, second)):
        other.unlink(missing_ok=True)
        bench.must("index", other, source, *SMALL)


def aliases(bench):
    indexed(bench)
    bench.aliases = bench.inputs / "aliases.csv"
    bench.aliases.write_text(ALIASES)


def older_version(bench):
    """A database of version 11: its words are in a table of FTS5, and nothing is kept ready for counts and duplicates."""
    indexed(bench)
    bench.source.write_bytes(bench.source.read_bytes() + bench.generate("more.sgf", MORE_GAMES, 2).read_bytes())
    with sqlite3.connect(bench.database) as connection:
        connection.executescript("""
            DROP TABLE moment_counts; DROP TABLE mark_block; DROP TABLE cluster_block;
            DELETE FROM counter WHERE name IN ('marked', 'clustered');
            DROP TABLE word_segment; DROP TABLE word_block;
            CREATE VIRTUAL TABLE game_text USING fts5 (players, event, game_name, comment,
              content = '', tokenize = "unicode61 remove_diacritics 2");
            PRAGMA user_version = 11""")
        for game, *texts in connection.execute("SELECT id, players, event, game_name FROM games").fetchall():
            connection.execute("INSERT INTO game_text (rowid, players, event, game_name, comment) VALUES (?, ?, ?, ?, ?)",
                               (game, *map(words_of, texts), f"comment {game}"))
    connection.close()


def words_of(text):
    """Each Chinese, Japanese or Korean character is a word."""
    return re.sub("([\u2e80-\u9fff\uac00-\ud7af])", r" \1 ", text or "")


def index(bench, *more):
    return ["index", bench.database, *more, *SMALL]


SCENARIOS = [
    Scenario("index one", one_source, lambda b: index(b, b.source)),
    Scenario("index big", big_source, lambda b: index(b, b.source)),
    Scenario("index many", many_sources, lambda b: index(b, b.inputs), result=contents),
    Scenario("index grown", grown_source, lambda b: index(b, b.source)),
    Scenario("index changed", changed_source, lambda b: index(b, b.source)),
    Scenario("index variations", without_variations, lambda b: index(b, b.source, "--variations")),
    Scenario("index stdin", one_source, lambda b: index(b, "-", "--name", "club"), stdin=lambda b: b.source),
    Scenario("compact", with_removed, lambda b: ["compact", b.database]),
    Scenario("remove source", two_sources, lambda b: ["remove", b.database, "--source", "more.sgf", "--yes"],
             again=(0, 1)),
    Scenario("remove games", indexed, lambda b: ["remove", b.database, "--id", "3,9,17,40", "--yes"], again=(0, 1)),
    Scenario("merge", two_databases, lambda b: ["merge", b.database, *b.others, "--memory", "64MiB"]),
    Scenario("alias import", aliases, lambda b: ["alias", b.database, "import", b.aliases]),
    Scenario("migration", older_version, lambda b: index(b, b.source)),
    Scenario("export", indexed, lambda b: ["export", b.database, "--format", "sgf", "-o", b.output],
             result=exported),
]
