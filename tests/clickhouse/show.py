#!/usr/bin/env python3
"""`ludex show` and `ludex export` of a cluster: the same bytes, messages and exit statuses as of the database.

usage: show.py --program LUDEX --generator LUDEX-GENERATE

Skipped (77) where Debian's package clickhouse-server is not installed.
"""

import random
import sys

import comparison
import servers

SEED = 5
DATA = comparison.DATA


class Test(comparison.Test):
    seed = SEED
    exports = 0  # compared so far

    def publish(self, name, sources, *options, batch=20, to=None):
        """\\returns a database and where it is published."""
        database = self.folder / f"{name}.db"
        self.do("index", database, *sources, *options, "-q")
        url = to or self.cluster.url(name)
        self.do("publish", database, "--to", url, "--batch", batch)
        return database, url

    def compare_files(self, database, url, *arguments):
        """The files that a split export writes."""
        written = []
        for number, where in enumerate((database, url)):
            folder = self.folder / f"out{self.exports}-{number}"
            done = self.run("export", where, *arguments, "-o", f"{folder}/")
            written.append((done.returncode, done.stderr.replace(str(where).encode(), b"DB"),
                            {path.name: path.read_bytes() for path in sorted(folder.glob("*"))}))
        assert written[0][2], (arguments, written[0])
        assert written[0] == written[1], (arguments, written[0][:2], written[1][:2], list(written[0][2]), list(written[1][2]))
        self.exports += 1


def all_formats(test):
    """A database with games of every format."""
    if not hasattr(test, "mixed"):
        shogi = test.generated("shogi.csa", "--game", "shogi", "--games", "6", "--density", "floodgate")
        crossword = test.generated("crossword.gcg", "--game", "crossword", "--format", "gcg", "--games", "6")
        # Other charsets, a record that ends too early, and several games in a record.
        odd = test.folder / "odd"
        odd.mkdir()
        (odd / "sjis.sgf").write_bytes("(;GM[1]CA[Shift_JIS]PB[本因坊]PW[井上]EV[名人戦]C[序盤];B[pd]C[右上];W[dd])".encode("cp932"))
        (odd / "latin.sgf").write_bytes("(;GM[1]CA[ISO-8859-1]PB[Müller]DT[1999-12,2001]KM[6.5];B[pd];W[dd]LB[pd:é]".encode("latin-1"))
        (odd / "utf16.sgf").write_bytes("(;GM[1]PB[本因坊]PW[Ω]KM[7];B[pd]N[bookmark 2];W[dd]C[two])".encode("utf-16"))
        (odd / "several.sgf").write_text("(;GM[1]PB[A];B[aa](;W[bb];B[cc])(;W[cc]))(;GM[1]PB[B];B[bb])(;GM[11]SZ[7];B[a1])")
        test.mixed = test.publish("mixed", [DATA / "sample", DATA / "boards", shogi, crossword, odd], "--variations")
    return test.mixed


def show_every_game(test):
    database, url = all_formats(test)
    rows = test.run("find", database, "--columns", "id,game,positions,record_id", "--format", "tsv").stdout.decode().splitlines()[1:]
    chance = random.Random(SEED)
    questions = []
    for row in rows:
        game, kind, positions, _ = row.split("\t")
        ply = chance.randrange(max(int(positions or 0), 1))
        picture = chance.choice(([], ["--last", "5"], ["--no-caption"], ["--theme", "dark"], ["--width", "200"]))
        text = chance.choice(([], ["--ascii"], ["--whole"], ["--format", "cgp"], ["--format", "sfen"], ["--format", "json"]))
        questions += [["show", "DB", game, *chance.choice(([], ["--format", "svg"], ["--format", "record"]))],
                      ["show", "DB", f"{game}:{ply}", *chance.choice((text, ["--format", "svg", *picture]))]]
    test.compare(database, url, questions)


def say_the_same_of_what_is_missing(test):
    database, url = all_formats(test)
    test.compare(database, url, [["show", "DB", *words] for words in (
        ["99999"], [str(1 << 40)], [str((5 << 40) + 1)], [str(1 << 62)], ["1:99999"], ["1:bookmark 7"], ["1", "--format", "sfen"],
        ["x"], ["1", "--format", "png"], ["1", "--last", "3"])])
    done = test.run("show", url, "1:5", "--pattern", "BW")
    assert done.returncode == 2 and b"not offered on a cluster" in done.stderr, done
    database, url = test.publish("untold", [DATA / "sample" / "tournament.csa"], "--no-text")
    test.compare(database, url, [["show", "DB", "1"], ["show", "DB", "1:9"], ["show", "DB", "1", "--format", "svg"], ["show", "DB", "1", "--format", "record"],
                 ["export", "DB"], ["export", "DB", "--format", "csa"], ["export", "DB", "--positions", "all"]])


def export_everything(test):
    database, url = all_formats(test)
    whole = [[], *(["--format", name] for name in ("original", "sgf", "csa", "gcg", "cgp", "json", "csv", "none"))]
    positions = [["--positions", which, *more] for which in ("all", "last", "3", "2..5") for more in ([], ["--format", "csv"], ["--format", "json", "--variations"])]
    games = [["--game", name, *more] for name in ("go", "shogi", "crossword", "othello", "twixt") for more in ([], ["--limit", "3"])]
    found = [
        ["--player", "a", "--limit", "2"], ["--id", "3,7,9..12", "--format", "sgf"], ["--from", "1900", "--game", "go"], ["--player", "nobody"],
        ["--from", "1900", "--game", "go", "--positions", "last"]]
    test.compare(database, url, [["export", "DB", *words] for words in whole + positions + games + found])


def export_to_files(test):
    database, url = all_formats(test)
    for words in (["--split-by", "format", "--game", "shogi"], ["--split-by", "format", "--format", "sgf"], ["--split-by", "game", "--game", "go"], ["--split-by", "year", "--game", "go"], ["--split-by", "player", "--format", "sgf"],
                  ["--split-by", "event", "--format", "json"], ["--split-by", "4", "--format", "sgf"], ["--split-by", "year", "--format", "csv"],
                  ["--split-by", "player", "--positions", "last"]):
        test.compare_files(database, url, *words)
    for name in ("{date}-{black}.txt", "{komi}-{id}-{year}.txt", "{game}.txt"):
        trees = []
        for number, where in enumerate((database, url)):
            folder = test.folder / f"named{test.exports}-{number}"
            done = test.run("export", where, "--split-by", "game", "-o", f"{folder}/{name}")
            assert done.returncode == 0, done.stderr
            trees.append({path.name: path.read_bytes() for path in folder.glob("*")})
        assert trees[0] == trees[1], (name, sorted(trees[0]), sorted(trees[1]))
        test.exports += 1


def removed_games_leave_the_others_in_place(test):
    """Several games of one record; its text is read again for the others."""
    record = test.folder / "three.sgf"
    record.write_text("(;GM[1]SZ[9]PB[A];B[aa]C[one])(;GM[1]SZ[9]PB[B];B[bb]C[two];W[cc]TR[bb])(;GM[1]SZ[9]PB[C];B[cc]LB[cc:x]C[three])\n"
                      "(;GM[1]SZ[9];B[aa](;W[bb])(;W[cc]N[bookmark 3]))\n")
    database = test.folder / "three.db"
    test.do("index", database, record, "--variations", "-q")
    test.do("remove", database, "--id", "1", "--yes")
    url = test.cluster.url("three")
    test.do("publish", database, "--to", url, "--batch", 2)
    shown = [["show", "DB", f"{game}{ply}", *more] for game in range(1, 6) for ply in ("", ":1", ":bookmark 3")
             for more in ([], ["--format", "svg"])]
    test.compare(database, url, [*shown, ["export", "DB"], ["export", "DB", "--format", "sgf"]])


def another_database_has_ids_of_its_own(test):
    first, url = test.publish("one", [test.generated("a.sgf", "--games", "20")])
    second, _ = test.publish("two", [test.generated("b.sgf", "--game", "hex", "--games", "20")], to=url)
    for game in (1, 9, 20):
        here, there = test.run("show", second, f"{game}:3"), test.run("show", url, f"{(1 << 40) + game}:3")
        assert here.stdout.splitlines()[1:] == there.stdout.splitlines()[1:], (here, there)
    whole = test.run("export", first).stdout + test.run("export", second).stdout
    assert test.run("export", url).stdout == whole
    assert test.run("export", url, "--limit", "20").stdout == test.run("export", first).stdout


TESTS = [show_every_game, say_the_same_of_what_is_missing, export_everything, export_to_files, removed_games_leave_the_others_in_place,
         another_database_has_ids_of_its_own]


if __name__ == "__main__":
    sys.exit(servers.run_each(__doc__, Test, TESTS))
