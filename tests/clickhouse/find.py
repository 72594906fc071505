#!/usr/bin/env python3
"""`ludex find` and `ludex info` of a cluster: the same bytes, messages and exit statuses as of the database.

usage: find.py --program LUDEX --generator LUDEX-GENERATE

Skipped (77) where Debian's package clickhouse-server is not installed.
"""

import json
import shlex
import sys

import comparison
import servers

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
OF_LINES = ["", "--limit 5", "--all-hits", "--format json", "--from 2004", "--sort -hits,id", "--count", "--ids --limit 4",
            "--orientation exact", "--swap-colors", "--variations", "--player p3", "--position moves:", "--offset 3 --limit 3",
            "--result B", "--result W --date 2001", "--columns id,ply,hits,next_move"]
NOT_OFFERED = ["--where 'moves > 3'", "--unique", "--pattern XX"]


def compare(test, database, url, questions):
    test.compare(database, url, [["find", "DB", *shlex.split(question)] for question in questions])


def says_what_is_not_offered(test, url):
    for question in NOT_OFFERED:
        done = test.run("find", url, *shlex.split(question))
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


def reports_what_was_published(test, database, url):
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


def work(test):
    database, url = comparison.published(test)
    compare(test, database, url, [f"{one} --format json" for one in FILTERS])
    compare(test, database, url, [f"{one} --count" for one in FILTERS])
    compare(test, database, url, SHAPES)
    compare(test, database, url, POSITIONS)
    compare(test, database, url, [f"--position @{game}:{ply} --format json" for game in range(1, 48) for ply in (0, 2, 6, 14, 30)])
    compare(test, database, url,
            [f"--position 'moves:{line}' --game go {one}" for line in comparison.LINES.values() for one in OF_LINES])
    says_what_is_not_offered(test, url)
    says_what_is_wrong(test, url)
    reports_what_was_published(test, database, url)
    a_server_that_is_down_is_an_error(test, url)


if __name__ == "__main__":
    sys.exit(servers.run(__doc__, comparison.Test, work))
