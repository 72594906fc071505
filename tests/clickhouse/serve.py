#!/usr/bin/env python3
"""`ludex serve` of a cluster: the same answers to the pages as of the database, as far as a cluster answers.

usage: serve.py --program LUDEX --generator LUDEX-GENERATE

Skipped (77) where Debian's package clickhouse-server is not installed.
"""

import contextlib
import json
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import comparison
import servers

QUESTIONS = [
    "games?limit=20", "games?player=moor&sort=-moves", "games?position=moves:&game=go&limit=5", "games?columns=id,event&event=cup",
    "games.csv?limit=7", "games.ndjson?player=moor", "games/1", "games/2", "games/40", "games/99999", "games/1/moves", "games/45/moves",
    "games/1/positions/3", "games/1/positions/9999", "games/1/record", "games/3/copies", "games/2/copies?limit=3",
    "explore?position=moves:&game=go", "explore?position=@1:4", "explore?position=moves:+dd&swap-colors=1&game=go", "explore?position=x",
    "position?position=moves:+dd+pp&game=go", "stats?by=player&limit=9", "stats?by=year&game=go", "stats?by=nosuch", "stats.csv?by=pair",
    "players?kind=player&prefix=mo", "players?kind=event", "players?kind=place&prefix=a", "games/1/board.svg?ply=5",
    "play?position=moves:&game=go&move=dd", "position.svg?position=moves:+dd&game=go", "export?player=moor",
]
OF_FILES = ["problems", "rejects", "sources", "duplicates", "stats?ratings=1&game=go", "games?unique=1", "games?pattern=XX"]
PAGES = ["", "games", "players", "explore", "stats"]
DIFFERENT = ["ms", "command"]
FACTS_OF_FILES = ["name", "sources", "bytes_read", "last_added", "file_bytes", "servers", "sql"]


@contextlib.contextmanager
def served(program, database):
    server = subprocess.Popen([program, "serve", database], stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        assert server.wait(20) in (0, 130), "it ends when it is asked to"


def answer(address, path):
    """\\returns status, and JSON where it is some."""
    try:
        with urllib.request.urlopen(address + path, timeout=60) as response:
            status, body = response.status, response.read()
    except urllib.error.HTTPError as error:
        status, body = error.code, error.read()
    try:
        read = json.loads(body)
    except ValueError:
        return status, body
    if isinstance(read, dict):
        read = {key: value for key, value in read.items() if key not in DIFFERENT}
    return status, read


def answers_are_equal(of_file, of_cluster):
    for question in QUESTIONS:
        stored, published = (answer(address, "api/v1/" + question) for address in (of_file, of_cluster))
        assert stored == published, f"{question}:\n{stored}\n--- but of the cluster ---\n{published}"
    assert answer(of_file, "api/v1/games/1")[1]["players"], "there is something to compare"
    print(f"ok {len(QUESTIONS)} questions")


def facts_are_given(of_file, of_cluster, url):
    stored, published = (answer(address, "api/v1/info")[1] for address in (of_file, of_cluster))
    for key in FACTS_OF_FILES:
        assert key in published, key
    assert published["name"] == url and published["servers"] == 2 and published["file_bytes"] > 0, published
    assert stored["servers"] is None
    for facts in (stored, published):
        for key in FACTS_OF_FILES:
            del facts[key]
    assert stored == published, (stored, published)
    print("ok what is inside")


def the_rest_is_refused(of_cluster):
    for question in OF_FILES:
        status, read = answer(of_cluster, "api/v1/" + question)
        assert status == 400 and "cluster" in read["error"]["message"], (question, status, read)
    assert answer(of_cluster, "api/v1/sql?sql=SELECT+1")[0] == 403
    for page in PAGES:
        assert answer(of_cluster, page)[0] == 200, page
    print(f"ok {len(OF_FILES)} refused")


def a_publication_is_seen(test, of_cluster, database, url):
    before = answer(of_cluster, "api/v1/info")[1]["games"]
    test.do("index", database, test.generated("more.sgf", "--games", "25", "--game", "othello"), "-q")
    test.do("publish", database, "--to", url)
    assert answer(of_cluster, "api/v1/info")[1]["games"] == before + 25
    print("ok a publication is seen")


def a_server_that_is_down_is_reported(test, of_cluster):
    test.cluster.servers[1].stop()
    status, read = answer(of_cluster, "api/v1/games")
    assert status == 503 and "cannot connect" in read["error"]["message"], (status, read)
    test.cluster.servers[1].start()
    assert answer(of_cluster, "api/v1/games")[0] == 200
    print("ok a server that is down is reported")


def work(test):
    database, url = comparison.published(test)
    with served(test.program, database) as of_file, served(test.program, url) as of_cluster:
        answers_are_equal(of_file, of_cluster)
        facts_are_given(of_file, of_cluster, url)
        the_rest_is_refused(of_cluster)
        a_publication_is_seen(test, of_cluster, database, url)
        a_server_that_is_down_is_reported(test, of_cluster)


if __name__ == "__main__":
    sys.exit(servers.run(__doc__, comparison.Test, work))
