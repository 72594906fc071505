#!/usr/bin/env python3
"""`ludex find` and `ludex info` of a cluster: the same bytes, messages and exit statuses as of the database.

usage: find.py --program LUDEX --generator LUDEX-GENERATE

Skipped (77) where Debian's package clickhouse-server is not installed.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import servers

SKIPPED = 77
DATA = pathlib.Path(__file__).parent.parent / "data"
SHOW_ALL = ["--format", "json"]

FILTERS = [
    "", "--player moor", "--player =moor", "--player 'ada moor'", "--player '=Ada Moor'", "--player moor --opponent ruiz",
    "--player moor --player hart", "--black moor", "--white moor", "--player moor --outcome win",
    "--player moor --outcome loss", "--player moor --outcome draw", "--player e --outcome win", "--player nobody", "--player moore", "--player '=benedikt ruiz'", "--player somebody", "--player oda", "--event 'of winter'",
    "--event cup", "--event '=winter cup'", "--place a", "--round 1", "--source sgf", "--rules japanese", "--lexicon csw",
    "--annotator a", "--game-name a", "--komi 6.5", "--komi 5.5..7.5", "--komi ..0", "--handicap none", "--handicap 2..9",
    "--handicap none --from 2003", "--rank 5d..", "--rank ..1k", "--black-rank 1d..9p", "--rank 1d.. --both", "--rating 1500..",
    "--rating ..2000 --both", "--player a --rating 1000..", "--black-rating 1000..3000", "--date 2004", "--date 2021-12",
    "--from 2004 --to 2021", "--from 2004 --date-exact", "--to 2004-05-06", "--date 1850", "--result B+R", "--result W",
    "--result B+0.5..50", "--result draw", "--result void", "--result unknown", "--result B+", "--win-by resign", "--win-by time",
    "--game go", "--game shogi", "--game crossword", "--game hex", "--kind problem", "--kind game", "--size 19", "--size 9",
    "--size 13x9", "--min-moves 50", "--max-moves 20", "--min-moves 10 --max-moves 60", "--text open", "--text 'winter cup'",
    "--text '\"winter cup\"'", "--text '\"cup winter\"'", "--text zzz", "--text 'reed OPEN'", "--prop PB=moor", "--prop PB==x",
    "--prop KM=6.5", "--prop SZ=19", "--prop SZ=13:9", "--prop RE=", "--prop DT=2021", "--prop AP=", "--prop XX=", "--prop TM=",
    "--prop BT=", "--prop WT=a", "--prop HA=", "--prop CA=utf", "--prop RU=jap", "--prop EV==winter cup", "--prop GN=",
    "--game-id 1", "--computer none", "--computer one", "--computer both", "--id 1,3,5..9", "--id 1..100000", "--id 999999", "--word QI",
    "--word ZA --player e", "--rack A", "--rack '?'", "--word NOTAWORD", "--player e --from 2000 --komi 6.5",
    "--player e --game crossword", "--player e --opponent a --game crossword", "--player e --outcome win --game crossword",
]
SHAPES = [
    "--sort moves", "--sort -moves", "--sort date_from,-moves", "--sort -komi --limit 7", "--sort black,white --limit 20",
    "--sort -id --limit 5", "--sort record_id --limit 5", "--sort event --limit 9 --offset 4", "--limit 3", "--limit 3 --offset 5", "--offset 30", "--count",
    "--ids", "--ids --limit 4", "--columns id,black,white,komi,result,record_id", "--format csv", "--format tsv", "--format json",
    "--format record --limit 3", "--format csv --columns id,date,properties", "--columns nosuch", "--sort nosuch", "--count --ids",
    "--player", "--komi x", "--game nosuch", "--from 2021 --to 2004", "--opponent a",
]
POSITIONS = [
    "--position moves:", "--position moves: --limit 3", "--position 'moves:dd pp' --game go", "--position 'moves:qd' --size 19",
    "--position @1:5", "--position @1:5 --orientation exact", "--position @2:7 --swap-colors", "--position @40:3",
    "--position moves: --player moor", "--position moves: --from 2004 --to 2021",
    "--position moves: --result W --limit 5", "--position moves: --result B+R --from 1990", "--position @1:5 --game shogi", "--position moves: --from 2004 --limit 2 --columns id,date,ply", "--position moves: --handicap none",
    "--position moves: --sort -hits,id", "--position moves: --sort ply,-moves --limit 9", "--position moves: --all-hits --limit 30",
    "--position moves: --count", "--position moves: --count --all-hits", "--position moves: --ids", "--position @1:5 --position @1:9",
    "--position @1:5 --position @2:3", "--position 'moves:7g7f' --game shogi", "--position @30:4 --columns id,ply,next_move,hits",
    "--position 'moves:ee' --game go", "--position moves: --text open", "--position moves: --format csv", "--position x",
    "--position moves: --game crossword --limit 5", "--position @500:3", "--position moves: --offset 4 --limit 4",
]
# Far from the start: the first line is played in more games than are read one by one, the other in fewer.
LINES = {36: "dd pp pd dp jj jd jp dj pj gg mm gm", 9: "cc qq qc cq kk kc kq ck qk hh ll hl"}
OF_LINES = ["", "--limit 5", "--all-hits", "--format json", "--from 2004", "--sort -hits,id", "--count", "--ids --limit 4",
            "--orientation exact", "--swap-colors", "--variations", "--player p3", "--position moves:", "--offset 3 --limit 3",
            "--result B", "--result W --date 2001", "--columns id,ply,hits,next_move"]
NOT_OFFERED = ["--where 'moves > 3'", "--unique", "--pattern XX"]


class Test:
    def __init__(self, options, folder, cluster):
        self.program, self.generator, self.folder, self.cluster = options.program, options.generator, folder, cluster
        self.pool = concurrent.futures.ThreadPoolExecutor(3)

    def run(self, *arguments):
        return subprocess.run([self.program, *map(str, arguments)], capture_output=True, timeout=120)

    def do(self, *arguments):
        done = self.run(*arguments)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout.decode()

    def generated(self, name, *options):
        path = self.folder / name
        with open(path, "wb") as out:
            subprocess.run([self.generator, "--seed", "11", *options], stdout=out, check=True)
        return path

    def compare(self, database, url, questions, command="find"):
        def answer(question, where):
            done = self.run(command, where, *words(question))
            return done.returncode, done.stdout, done.stderr.replace(str(where).encode(), b"DB")

        def both(question):
            return question, answer(question, database), answer(question, url)

        for question, stored, published in self.pool.map(both, questions):
            assert stored == published, f"{command} DB {question}:\n{shown(stored)}\n--- but on the cluster ---\n{shown(published)}"
        print(f"ok {len(questions)} questions", flush=True)


def words(question):
    import shlex
    return shlex.split(question)


def shown(answer):
    status, out, complaints = answer
    return f"exit {status}\n{complaints.decode(errors='replace')[:2000]}{out.decode(errors='replace')[:2000]}"


def published(test):
    sources = [DATA / "sample", DATA / "boards", test.generated("go.sgf", "--games", "400"), games_of_lines(test.folder),
               test.generated("crossword.gcg", "--games", "60", "--game", "crossword", "--format", "gcg")]
    database = test.folder / "all.db"
    test.do("index", database, *sources, "-q")
    test.do("alias", database, "add", "Adele Moore", "Ada Moor")
    test.do("alias", database, "add", "Benedikt Ruiz", "Benno Ruiz")
    test.do("alias", database, "add", "Cup of Winter", "Winter Cup", "--kind", "event")
    test.do("alias", database, "add", "Somebody Else", "--id", "2", "--seat", "1")
    url = test.cluster.url("all")
    test.do("publish", database, "--to", url, "--batch", "100")
    return database, url


def games_of_lines(folder):
    """A third of the games passes twice after the line and so has its position once more."""
    path = folder / "lines.sgf"
    with open(path, "w") as out:
        for count, line in LINES.items():
            for game in range(count):
                points = line.split() + (["", ""] if game % 3 == 0 else []) + ["rr" if game % 2 else "ss"]
                moves = "".join(f";{'BW'[i % 2]}[{point}]" for i, point in enumerate(points))
                out.write(f"(;GM[1]FF[4]SZ[19]PB[p{game % 5}]PW[q]DT[{2000 + game % 7}]RE[{'BW'[game % 2]}+R]{moves})\n")
    return path


def says_what_is_not_offered(test, url):
    for question in NOT_OFFERED:
        done = test.run("find", url, *words(question))
        assert done.returncode == 2 and b"is not offered on a cluster" in done.stderr, (question, done)
    for command in ("check", "compact", "duplicates", "rejects"):
        done = test.run(*command.split(), url)
        assert done.returncode in (2, 3) and b"cluster" in done.stderr, (command, done)


def says_what_is_wrong(test, url):
    for where, expected, status in [("clickhouse://", "the URL of the cluster: the database is missing", 2),
                                    (url + "x", "nothing was published there", 3),
                                    ("clickhouse://127.0.0.1:1/x", "cannot connect", 3)]:
        done = test.run("find", where)
        assert done.returncode == status and expected in done.stderr.decode(), (where, done)


def tells_what_was_published(test, database, url):
    stored = json.loads(test.do("info", database, "--format", "json"))
    cluster = json.loads(test.do("info", url, "--format", "json"))
    for name in ("records", "games", "rejects", "moves"):
        assert stored["totals"][name] == cluster["totals"][name], name
    assert stored["games"] == cluster["games"]
    assert len(cluster["servers"]) == 2 and cluster["databases"][0]["name"] == "all.db"
    assert "Servers" in test.do("info", url)


def a_server_that_is_down_is_an_error(test, url):
    test.cluster.servers[1].stop()
    done = test.run("find", url, "--count")
    assert done.returncode == 3 and not done.stdout and b"cannot connect" in done.stderr, done
    test.cluster.servers[1].start()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--generator", required=True)
    options = parser.parse_args()
    if not servers.is_installed():
        print("skipped: Debian's package clickhouse-server is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder, servers.Cluster(2) as cluster:
        test = Test(options, pathlib.Path(folder), cluster)
        database, url = published(test)
        test.compare(database, url, [f"{one} --format json" for one in FILTERS])
        test.compare(database, url, [f"{one} --count" for one in FILTERS])
        test.compare(database, url, SHAPES)
        test.compare(database, url, POSITIONS)
        test.compare(database, url, [f"--position @{game}:{ply} --format json" for game in range(1, 48) for ply in (0, 2, 6, 14, 30)])
        test.compare(database, url, [f"--position 'moves:{line}' --game go {one}" for line in LINES.values() for one in OF_LINES])
        says_what_is_not_offered(test, url)
        says_what_is_wrong(test, url)
        tells_what_was_published(test, database, url)
        a_server_that_is_down_is_an_error(test, url)
    return 0


if __name__ == "__main__":
    sys.exit(main())
