#!/usr/bin/env python3
"""`ludex stats` of a cluster: the same bytes, messages and exit statuses as of the database.

usage: stats.py --program LUDEX --generator LUDEX-GENERATE

Skipped (77) where Debian's package clickhouse-server is not installed.
"""

import itertools
import shlex
import sys

import comparison
import find
import servers

KEYS = ["player", "opponent", "pair", "event", "place", "year", "month", "result", "win-by", "length", "handicap", "komi",
        "size", "rules", "opening", "game", "source", "rank"]
SHAPES = [
    "", "--by", "--by nosuch", "--by year,year", "--by pair,player", "--by year --sort nosuch", "--by year --sort -games --limit 4",
    "--by player --sort -rate_low,player --min-games 5", "--by player --limit 3", "--by length --length-step 7",
    "--by opening --opening-moves 2", "--by opening --opening-moves 9 --notation board", "--by opening --game crossword",
    "--by opening --variations", "--by player --game crossword", "--by pair --game crossword", "--by year --game crossword",
    "--by player,opponent --game crossword", "--by source --game crossword", "--by player --from 2021 --to 2004", "--by ratings",
    "--by player --format table", "--by year,player --format tsv --limit 20", "--by rank,player", "--by rank --player moor",
    "--by opponent --player moor", "--by year --player moor --outcome win", "--by opponent --player moor --opponent ruiz",
    "--by player --position moves:", "--by year --position @1:5", "--by result --position 'moves:dd pp' --game go",
    "--by player --position @1:5 --position @1:9", "--by event --kind problem", "--by player --player nobody",
]


def compare(test, database, url, questions):
    test.compare(database, url, [["stats", "DB", *shlex.split(question)] for question in questions])


def work(test):
    database, url = comparison.published(test)
    pairs = [f"--by {one},{other}" for one, other in itertools.combinations(KEYS, 2) if (one, other) != ("opponent", "pair")]
    by_filter = [f"--by {keys} {given}" for given, keys in zip(find.FILTERS, itertools.cycle(["player", "year", "opponent,result", "pair"]))]
    for questions in ([f"--by {key}" for key in KEYS], pairs, by_filter):
        compare(test, database, url, [f"{question} --format json" for question in questions])
    compare(test, database, url, SHAPES)


if __name__ == "__main__":
    sys.exit(servers.run(__doc__, comparison.Test, work))
