#!/usr/bin/env python3
"""Servers that are no ClickHouse, or lie: each command ends soon, with 3, a message that names the server, and little
memory.
"""

import argparse
import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

MOST_MIB = 700  # an answer has at most 256 MiB, and grows as it comes
COMMANDS = [["publish", "games.db", "--to", "URL"], ["publish", "games.db", "--verify", "--to", "URL"],
            ["find", "URL"], ["explore", "URL", "--position", "moves:"], ["show", "URL", "1"], ["info", "URL"]]
EXPECTED = "it answers '%s' where rows of %d values were expected; is it ClickHouse?"

# what it answers to SELECT version() and to all else; what is said
CASES = {
    "few values": (b"21.3.1\n", b"1\n", None),
    "many values": (b"21.3.1\n", b"1\t2\t3\t4\t5\t6\t7\n", None),
    "another program": (b"<html>\n", b"<html>\n", None),
    "two versions": (b"21\t3\n", b"", EXPECTED % ("21 3", 1)),
    "tabs": (b"\t" * (8 << 20), b"", None),
    "empty lines": (b"\n" * (100 << 20), b"", EXPECTED % ("", 1)),
    "redirect": (302, 302, "HTTP status 302: "),
}


class Liar(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        answer = self.server.answers[0 if asked == b"SELECT version()" else 1]
        self.send_response(answer if isinstance(answer, int) else 200)
        if isinstance(answer, int):
            self.send_header("Location", "http://127.0.0.1:1/")
            answer = b""
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def run(program, command, folder):
    process = subprocess.Popen([program, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    alarm = threading.Timer(60, process.kill)
    alarm.start()
    said = process.stdout.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    alarm.cancel()
    return os.waitstatus_to_exitcode(status), said, used.ru_maxrss >> 10


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--most-mib", type=int, default=MOST_MIB)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="ludex-nonsense-") as folder:
        (pathlib.Path(folder) / "a.sgf").write_text("(;GM[1]SZ[9];B[ee])\n")
        subprocess.run([program, "index", "-q", "games.db", "a.sgf"], cwd=folder, check=True)
        for name, (version, other, message) in CASES.items():
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Liar)
            server.answers = version, other
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"127.0.0.1:{server.server_port}"
            for command in COMMANDS:
                command = [word.replace("URL", f"clickhouse://{address}/ludex") for word in command]
                status, said, mib = run(program, command, folder)
                good = status == 3 and mib < options.most_mib and said.startswith(f"ludex: {address}") and said.count("\n") == 1
                if message and "publish" in command:
                    good = good and said == f"ludex: {address}: {message}\n"
                if not good:
                    failures += 1
                    print(f"{name}: {' '.join(command)}: exit {status}, {mib} MiB: {said[:300]}")
            server.shutdown()
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
