#!/usr/bin/env python3
"""`ludex publish` against real servers: what arrives, what a later run sends, and what faults leave.

usage: publish.py --program LUDEX --generator LUDEX-GENERATE

Skipped (77) where Debian's package clickhouse-server is not installed.
"""

import collections
import http.server
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import threading
import time

import servers

SEED = 7
PASSWORD = "se/cr@t"  # of the user `loader` in servers.py


class Test:
    def __init__(self, options, folder, cluster):
        self.program, self.generator, self.folder, self.cluster = options.program, options.generator, folder, cluster
        self.serial = 0

    def run(self, *arguments, expected=0, environment=None):
        """Runs ludex. \\returns what it prints, its complaints first."""
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                              env={**os.environ, **(environment or {})})
        text = done.stderr + done.stdout
        assert done.returncode == expected, f"{arguments}: exit {done.returncode}, expected {expected}: {text}"
        assert PASSWORD not in text, f"the password is printed: {text}"
        return text

    def rows(self, *arguments):
        """The rows that a command prints, as objects."""
        done = subprocess.run([self.program, *map(str, arguments), "--format", "json"], capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def database(self, games, seed=SEED):
        """A database of generated games of Go."""
        self.serial += 1
        source = self.folder / f"{self.serial}.sgf"
        with open(source, "wb") as out:
            subprocess.run([self.generator, "--games", str(games), "--seed", str(seed)], stdout=out, check=True)
        database = self.folder / f"{self.serial}.db"
        self.run("index", database, source, "-q")
        return database

    def url(self):
        """Of a new database in the cluster."""
        self.serial += 1
        return self.cluster.url(f"t{self.serial}")

    def query(self, url, sql):
        """Asks the first server. {} stands for the database."""
        return self.cluster.servers[0].query(sql.replace("{}", url.rsplit("/", 1)[1]))

    def counts(self, url):
        return [int(self.query(url, f"SELECT count() FROM {{}}.{view}")[0][0])
                for view in ("games", "game_players", "properties", "problems", "records", "positions")]

    def counts_of(self, database):
        views = ("games", "game_players", "properties", "problems", "records")
        sql = ", ".join(f"(SELECT count(*) FROM {view})" for view in views) + ", (SELECT sum(positions) FROM games)"
        answer = self.run("sql", database, f"SELECT {sql}", "--format", "tsv").splitlines()[1]
        return [int(number) for number in answer.split("\t")]

    def verify(self, database, url):
        text = self.run("publish", database, "--to", url, "--verify")
        assert "everything is published once" in text, text


def sends_everything_once(test):
    database, url = test.database(300), test.url()
    assert "2 of 2 batches would be sent" in test.run("publish", database, "--to", url, "--batch", 200, "--dry-run")
    text = test.run("publish", database, "--to", url, "--batch", 200, "--cluster", "ludex")
    assert text.startswith("300 games, "), text
    assert test.counts(url) == test.counts_of(database)
    assert test.run("publish", database, "--to", url) == "nothing to send, everything is published\n"
    assert "0 of 2 batches would be sent" in test.run("publish", database, "--to", url, "--dry-run")
    test.verify(database, url)
    # Each shard has a batch.
    name = url.rsplit("/", 1)[1]
    for server in test.cluster.servers:
        assert int(server.query(f"SELECT count() FROM {name}.stored_games")[0][0]) in (200, 100)
        assert server.query(f"SELECT count() FROM {name}.staged_positions") == [["0"]]
        assert server.query(f"SELECT count() FROM {name}.claims") == [["0"]]


def rows_are_those_of_the_views(test):
    database, url = test.folder / "sample.db", test.url()
    data = pathlib.Path(__file__).parent.parent / "data"
    test.run("index", database, data / "sample", data / "boards", "-q")
    test.run("publish", database, "--to", url, "--cluster", "ludex")
    for view, order in [("games", "id"), ("game_players", "game_id, seat"), ("properties", "game_id, ident, value"),
                        ("problems", "game_id, ply, kind, offset")]:
        rows = test.rows("sql", database, f"SELECT * FROM {view}")
        columns = list(rows[0])
        published = test.query(url, f"SELECT {', '.join(columns)} FROM {{}}.{view} FORMAT JSONEachRow")
        published = [json.loads("\t".join(line)) for line in published]

        def plain(row):
            # JSON has 64-bit integers as text in 18.16.
            return tuple("" if row[name] is None else str(float(row[name])) if is_number(row[name]) else row[name] for name in columns)

        assert sorted(map(plain, rows)) == sorted(map(plain, published)), view
    texts = test.query(url, "SELECT id, hex(text) FROM {}.records ORDER BY id")
    for record, text in texts:
        stored = test.run("sql", database, f"SELECT hex(ludex_record(id)) FROM games WHERE record_id = {record} LIMIT 1", "--format", "tsv")
        assert stored.splitlines()[1] == text, record


def is_number(value):
    try:
        float(value)
        return True
    except (TypeError, ValueError):
        return False


def positions_count_as_explore_does(test):
    """Of every position of some games: the visits of each next move, up to the symmetries of the position."""
    database, url = test.folder / "sample.db", test.url()
    test.run("publish", database, "--to", url, "--cluster", "ludex")
    # The columns that are put together from others.
    odd = test.query(url, "SELECT count() FROM {}.positions AS p WHERE seat NOT IN (1, 2) OR to_move NOT IN (1, 2) OR (date_to < date_from AND date_to != 0)")
    assert odd == [["0"]], odd
    dates = "SELECT min(date_from), max(date_to), sum(date_to) FROM {}.positions"
    played = test.rows("sql", database, "SELECT replace(date_from, '-', '') + 0 AS f, replace(date_to, '-', '') + 0 AS t, positions AS n FROM games")
    sums = [min(row["f"] or 0 for row in played), max(row["t"] or 0 for row in played), sum((row["t"] or 0) * row["n"] for row in played)]
    assert [int(number) for number in test.query(url, dates)[0]] == sums, (test.query(url, dates), sums)
    keys = collections.defaultdict(list)
    for key, check, game, ply in test.query(url, "SELECT key, check, game, ply FROM {}.positions WHERE variation = 0"):
        keys[int(key)].append((int(check), int(game), int(ply)))
    assert all(len({check for check, _, _ in visits}) == 1 for visits in keys.values() if len(visits) > 1)
    checks = [visits[0][0] for visits in keys.values()]
    assert len(set(checks)) == len(checks), "two positions have one check"
    frequent = sorted(keys, key=lambda key: -len(keys[key]))[:40]
    rare = random.Random(SEED).sample(sorted(keys), 10)
    for key in frequent + rare:
        _, game, ply = keys[key][0]
        explored = test.rows("explore", database, "--position", f"@{game}:{ply}")
        wanted = sorted((row["visits"], row["games"]) for row in explored)
        found = test.query(url, f"SELECT next, seat, count(), uniqExact(game) FROM {{}}.positions WHERE key = {key} AND variation = 0 GROUP BY next, seat")
        assert sorted((int(visits), int(games)) for _, _, visits, games in found) == wanted, (key, game, ply, found, explored)


def later_runs_send_what_has_changed(test):
    database, url = test.database(250, seed=11), test.url()
    test.run("publish", database, "--to", url, "--batch", 100, "--cluster", "ludex")
    test.run("remove", database, "--id", "17,20", "--yes")
    assert "1 of 3 batches would be sent" in test.run("publish", database, "--to", url, "--dry-run")
    text = test.run("publish", database, "--to", url, "--verify", expected=3)
    assert "games 1 to 100: positions were changed since they were published" in text, text
    test.run("publish", database, "--to", url, "--keep-replaced", 0)
    assert test.counts(url) == test.counts_of(database)
    test.verify(database, url)
    # What was replaced is gone, once it is old enough.
    time.sleep(1.1)
    test.run("publish", database, "--to", url, "--keep-replaced", 0)
    assert test.query(url, "SELECT uniqExact(db, batch, gen) FROM {}.all_positions") == [["3"]]
    # An alias changes who is meant, not the positions.
    name = test.run("sql", database, "SELECT black FROM games LIMIT 1", "--format", "tsv").splitlines()[1]
    test.run("alias", database, "add", "Somebody", name)
    text = test.run("publish", database, "--to", url)
    assert ", 0 positions, " in text, text
    assert int(test.query(url, "SELECT count() FROM {}.game_players WHERE person = 'Somebody'")[0][0]) > 0
    test.verify(database, url)
    more = test.database(30, seed=12)
    test.run("index", database, test.folder / (more.stem + ".sgf"), "-q")
    test.run("publish", database, "--to", url)
    assert test.counts(url) == test.counts_of(database)


def databases_share_a_cluster(test):
    url = test.url()
    databases = [test.database(60, seed=21), test.database(50, seed=22)]
    for database in databases:
        test.run("publish", database, "--to", url, "--batch", 20, "--cluster", "ludex")
    total = [sum(pair) for pair in zip(*map(test.counts_of, databases))]
    assert test.counts(url) == total
    assert test.query(url, "SELECT bitShiftRight(id, 40) AS number, count(), min(bitAnd(id, 1099511627775)) FROM {}.games GROUP BY number ORDER BY number") == [
        ["0", "60", "1"], ["1", "50", "1"]]
    for database in databases:
        test.verify(database, url)


def killed_clients_leave_nothing_half_done(test):
    database, url = test.database(600, seed=31), test.url()
    chance = random.Random(SEED)
    games = positions = 0
    whole = {}  # positions of the first n batches, by games
    for row in test.run("sql", database, "SELECT id, positions FROM games ORDER BY id", "--format", "tsv").splitlines()[1:]:
        games, positions = games + 1, positions + int(row.split("\t")[1])
        whole[games] = positions
    test.run("publish", test.database(1), "--to", url, "--batch", 60, "--cluster", "ludex")
    others = [int(test.query(url, f"SELECT count() FROM {{}}.{view}")[0][0]) for view in ("games", "positions")]
    for _ in range(20):
        client = subprocess.Popen([test.program, "publish", str(database), "--to", url], stdout=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.01, 0.35))
        client.kill()
        client.wait()
        seen = int(test.query(url, "SELECT count() FROM {}.games")[0][0]) - others[0]
        assert seen % 60 == 0, seen
        arrived = int(test.query(url, "SELECT count() FROM {}.positions")[0][0]) - others[1]
        assert arrived == (whole[seen] if seen else 0), (seen, arrived)
    test.run("publish", database, "--to", url)
    test.verify(database, url)


def two_publishers_at_once(test):
    database, url = test.database(400, seed=41), test.url()
    clients = [subprocess.Popen([test.program, "publish", str(database), "--to", url, "--batch", "40", "--cluster", "ludex"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(2)]
    texts = [client.communicate(timeout=120)[0] for client in clients]
    assert [client.returncode for client in clients] == [0, 0], texts
    sent = [0 if text.splitlines()[-1].startswith("nothing") else int(text.splitlines()[-1].split(" ")[0]) for text in texts]
    assert sum(sent) == 400, texts
    assert test.counts(url) == test.counts_of(database)
    test.verify(database, url)


def killed_servers_and_cut_connections(test):
    database, url = test.database(800, seed=51), test.url()
    test.run("publish", test.database(1), "--to", url, "--batch", 100, "--cluster", "ludex")
    chance = random.Random(SEED)
    for _ in range(3):
        client = subprocess.Popen([test.program, "publish", str(database), "--to", url], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
        time.sleep(chance.uniform(0.1, 0.5))
        server = chance.choice(test.cluster.servers)
        server.stop(signal.SIGKILL)
        text = client.communicate(timeout=60)[0]
        assert client.returncode == 0 or f"127.0.0.1:{server.http}: " in text, text
        server.start()
    for cut_after in (200, 3_000, 100_000, 1_000_000, 4_000_000):
        with Cutter(test.cluster.servers[1].http, cut_after) as cutter:
            through = url.replace(f":{test.cluster.servers[1].http}/", f":{cutter.port}/")
            done = subprocess.run([test.program, "publish", str(database), "--to", through], capture_output=True, text=True, timeout=60)
            assert done.returncode == 0 or "the connection broke" in done.stderr, done.stderr
    test.run("publish", database, "--to", url)
    test.verify(database, url)


def a_full_disk_loses_nothing(test):
    if not servers.can_mount():
        print("skipped: no disk of its own for a server without the right to mount")
        return
    database = test.database(800, seed=71)
    with servers.Cluster(1, disk_bytes=12_000_000) as cluster:
        url = cluster.url("full")
        text = test.run("publish", database, "--to", url, "--batch", 200, expected=3)
        assert "free space on the server's disk and run the same command again" in text, text
        (server,) = cluster.servers
        published = int(server.query("SELECT count() FROM full.games")[0][0])
        assert published < 800 and published % 200 == 0, published
        server.resize_disk(200_000_000)
        test.run("publish", database, "--to", url)
        assert server.query("SELECT count() FROM full.games") == [["800"]]
        test.verify(database, url)


class Cutter:
    """Passes connections on to a server, and cuts them when so many bytes have gone there."""

    def __init__(self, target, cut_after):
        self.target, self.left = target, cut_after

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target))
            threading.Thread(target=self.copy, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self.copy, args=(server, client, False), daemon=True).start()

    def copy(self, source, target, counts):
        try:
            while data := source.recv(65536):
                if counts:
                    data, self.left = data[:max(self.left, 0)], self.left - len(data)
                target.sendall(data)
                if counts and self.left <= 0:
                    break
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def says_what_is_wrong(test):
    database, url = test.database(5, seed=61), test.url()
    host = f"127.0.0.1:{test.cluster.servers[0].http}"
    native = f"127.0.0.1:{test.cluster.servers[0].tcp}"
    (nobody,) = servers.free_ports(1)

    def refused(to, expected, status=3, **environment):
        text = test.run("publish", database, "--to", to, expected=status, environment=environment)
        assert expected in text, f"{text}\nexpected: {expected}"

    refused(f"clickhouse://127.0.0.1:{nobody}/x", f"127.0.0.1:{nobody}: cannot connect: Connection refused; is the server running")
    refused(f"clickhouse://{native}/x", f"{native}: ")
    refused("clickhouse://no.such.host.invalid/x", "no.such.host.invalid:8123: the host is not known")
    refused(f"clickhouse://loader:wrong@{host}/x", "put the password into LUDEX_CLICKHOUSE_PASSWORD")
    refused(f"clickhouse://{host}", "--to: the database is missing", 2)
    refused(f"https://{host}/x", "TLS is not offered", 2)
    refused(f"clickhouses://loader:{PASSWORD}@{host}/x", "TLS is not offered", 2)
    refused(f"clickhouse://loader:{PASSWORD}@{host}:x/x", "--to: ", 2)
    refused(f"clickhouse://{host},{host}/x", "is named twice", 2)
    refused("clickhouse://127.0.0.1:9000/x", "9000 is the port of the native protocol", 2)
    refused(f"clickhouse://{host}/x-y", "letters, digits and '_'", 2)
    quoted = PASSWORD.replace("/", "%2F").replace("@", "%40")
    test.run("publish", database, "--to", f"clickhouse://loader:{quoted}@{host}/login", "--cluster", "")
    test.run("publish", database, "--to", f"clickhouse://loader@{host}/login", environment={"LUDEX_CLICKHOUSE_PASSWORD": PASSWORD})
    # The servers are a list: none may be left out, or stand elsewhere.
    test.run("publish", database, "--to", url, "--batch", 2)
    name = url.rsplit("/", 1)[1]
    refused(f"clickhouse://{host}/{name}", "it is server 1 of 2, but the URL names it as server 1 of 1")
    refused_verify = test.run("publish", database, "--to", test.url(), "--verify", expected=3)
    assert "this database was never published there" in refused_verify
    with http.server.HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        refused(f"clickhouse://127.0.0.1:{proxy.server_port}/x", "something answers that is not ClickHouse: '<html>Welcome'")
        proxy.shutdown()


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = b"<html>Welcome\n</html>\n"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


TESTS = [sends_everything_once, rows_are_those_of_the_views, positions_count_as_explore_does, later_runs_send_what_has_changed,
         databases_share_a_cluster, killed_clients_leave_nothing_half_done, two_publishers_at_once,
         killed_servers_and_cut_connections, a_full_disk_loses_nothing, says_what_is_wrong]


if __name__ == "__main__":
    sys.exit(servers.run_each(__doc__, Test, TESTS))
