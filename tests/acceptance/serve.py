#!/usr/bin/env python3
"""`ludex serve` as other programs meet it: who reaches it, what it refuses, what it takes, how it ends."""

import contextlib
import http.client
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import time

import acceptance

MIB = 1 << 20
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A running server; ends with the block that holds it."""

    def __init__(self, ludex, database, *options, descriptors=4096):
        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
        self.process = subprocess.Popen(ludex.command("serve", database, *options), stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, preexec_fn=limit)
        self.address = self.process.stdout.readline().strip()
        found = re.match(r"http://(\[.*\]|[^:/]*):(\d+)", self.address)
        if not found:
            raise acceptance.Failed(f"serve: {self.process.communicate()[1]}")
        self.port = int(found[2])

    def wait_until_open(self):
        """Waits until the workers have opened the database: no descriptor more for a while."""
        count, since = 0, time.monotonic()
        while time.monotonic() - since < 0.5:
            now = len(os.listdir(f"/proc/{self.process.pid}/fd"))
            if now != count:
                count, since = now, time.monotonic()
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def ask(self, target="/", host=None, **headers):
        """(status, headers, body) of a GET."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as client:
            client.putrequest("GET", target, skip_host=True, skip_accept_encoding=True)
            client.putheader("Host", host or f"localhost:{self.port}")
            for name, value in headers.items():
                client.putheader(name.replace("_", "-"), value)
            client.endheaders()
            answer = client.getresponse()
            return answer.status, answer.headers, answer.read()

    def status(self, *arguments, **keywords):
        return self.ask(*arguments, **keywords)[0]

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def listens_at(self):
        """Local addresses of its listening sockets, as /proc shows them."""
        folder = pathlib.Path(f"/proc/{self.process.pid}/fd")
        sockets = {link[8:-1] for link in (os.readlink(fd) for fd in folder.iterdir()) if link.startswith("socket:[")}
        found = set()
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/{self.process.pid}/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and fields[9] in sockets:
                    found.add(fields[1].split(":")[0])
        return found

    def memory_bytes(self):
        return int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def end(self, which=signal.SIGINT):
        """(exit status, seconds it took)."""
        started = time.monotonic()
        self.process.send_signal(which)
        return self.process.wait(timeout=20), time.monotonic() - started


def reach(report, ludex, database):
    report.section("who reaches it")
    loopback = {"0100007F", "0" * 24 + "01000000"}
    with Server(ludex, database) as first, Server(ludex, database) as second:
        report.expect(first.listens_at() <= loopback, "without --listen only loopback addresses", first.listens_at())
        report.expect(second.port > first.port >= 8080, "8080 or the next port that is free",
                      f"{first.address} {second.address}")
        report.equal(first.status(), 200, "localhost is answered")
        report.equal(first.status(host=f"evil.example:{first.port}"), 421, "another host name is not")
        report.equal(first.status(host=f"localhost:{second.port}"), 421, "nor another port")
        report.equal(first.status(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors"), 403,
                     "nor a page of another site")
        report.equal(first.status("/%2e%2e/etc/passwd"), 400, "no path leaves the root")
        headers = first.ask("/nowhere")[1]
        for name in ("Content-Security-Policy", "X-Content-Type-Options", "Cross-Origin-Resource-Policy"):
            report.expect(name in headers, f"an error has {name}")


def strangers(report, ludex, database, scratch):
    report.section("tokens and proxies")
    token_file = scratch / "token"
    with Server(ludex, database, "--listen", "0.0.0.0:0", "--host", "games.example", "--token-file", token_file) as server:
        token = token_file.read_text().strip()
        host = f"games.example:{server.port}"
        report.equal(server.address, f"http://{host}/?token={token}", "a new token is printed with the address")
        report.equal(server.status(host=host), 401, "without the token nothing is answered")
        report.equal(server.status(host=host, Authorization=f"Bearer {token}"), 200, "a program sends it as Bearer")
        status, headers, _ = server.ask(f"/?token={token}&a=b", host=host)
        cookie = headers.get("Set-Cookie", "").split(";")[0]
        report.equal((status, headers.get("Location")), (303, "/?a=b"), "the address with it leads to one without it")
        report.equal(server.status(host=host, Cookie=cookie), 200, "the cookie stands for it")
    with Server(ludex, database, "--listen", "127.0.0.1:0", "--behind-proxy", "--host", "games.example",
                "--base-path", "/go") as server:
        report.equal(server.status("/go/", host="games.example"), 200, "a proxy passes on what its name is asked for")
        report.equal(server.status("/go/", X_Forwarded_Host="games.example"), 200, "or says so in a header")
        report.equal(server.status("/go/", X_Forwarded_Host="evil.example"), 421, "but for no other name")
        report.equal(server.status("/", host="games.example"), 404, "outside the base path there is nothing")


def load(report, ludex, database):
    report.section("clients that take much")
    # A sanitizer keeps freed memory.
    allowed = 1024 * MIB if acceptance.is_sanitized(ludex.program) else 3 * MIB
    with Server(ludex, database, "--listen", "127.0.0.1:0") as server:
        for _ in range(20):
            server.status()
        before = server.memory_bytes()
        with server.connect() as endless:
            with contextlib.suppress(OSError):
                for _ in range(64):
                    endless.sendall(b"x" * MIB)
        report.expect(server.memory_bytes() < before + allowed, "64 MiB without a line end take no memory")

        most = min(10_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 100)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        with contextlib.ExitStack() as stack:
            for number in range(most):
                client = stack.enter_context(server.connect())
                if number % 2:
                    client.sendall(b"GET / HTTP/1.1\r\n")
            started = time.monotonic()
            report.equal(server.status(), 200, f"{most} connections, idle or half a request, shut nobody out")
            report.expect(time.monotonic() - started < 2, "nor make others wait")
            report.expect(server.memory_bytes() < before + allowed, "and take no memory",
                          f"{before} -> {server.memory_bytes()} bytes")
            time.sleep(0.5)
            used = server.cpu_seconds()
            time.sleep(1)
            report.expect(server.cpu_seconds() - used <= 0.02, "while they do nothing the processor is idle")
            used = server.end()[1]
            report.expect(used < 1, "they do not keep it from ending", used)


def descriptors(report, ludex, database):
    report.section("a system with few descriptors")
    # Sanitizers look at memory through a pipe, and report what is sound where they get none.
    few = [] if acceptance.is_sanitized(ludex.program) else [
        (22, "ludex: Too many open files: closing idle connections to accept new ones\n")]
    for number, message in [(60, ""), *few]:
        with Server(ludex, database, "--listen", "127.0.0.1:0", descriptors=number) as server:
            server.wait_until_open()
            with contextlib.ExitStack() as stack:
                for _ in range(100):
                    stack.enter_context(server.connect())
                started = time.monotonic()
                report.equal(server.status(), 200, f"100 connections on {number} descriptors shut nobody out")
                report.expect(time.monotonic() - started < 2, "nor make others wait", time.monotonic() - started)
                used = server.cpu_seconds()
                time.sleep(1)
                report.expect(server.cpu_seconds() - used <= 0.02, "the processor is idle")
            server.end()
            report.equal(server.process.stderr.read(), message, "it says so once" if message else "it need not say so")


def end(report, ludex, database):
    report.section("the end")
    for which in (signal.SIGINT, signal.SIGTERM):
        with Server(ludex, database, "--listen", "127.0.0.1:0") as server, server.connect():
            status, seconds = server.end(which)
            report.equal(status, 0, f"{which.name} ends it with exit status 0")
            report.expect(seconds < 0.5, "an idle client does not delay that", seconds)
            report.equal(server.process.stderr.read(), "", "it has nothing to say about it")


def test(report, ludex, scratch, _corpus):
    database = scratch / "games.db"
    ludex.index(database, acceptance.SAMPLE)
    reach(report, ludex, database)
    strangers(report, ludex, database, scratch)
    load(report, ludex, database)
    descriptors(report, ludex, database)
    end(report, ludex, database)


if __name__ == "__main__":
    acceptance.main(test, __doc__)
