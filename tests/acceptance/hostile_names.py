#!/usr/bin/env python3
"""Names of strangers are harmless on a terminal: of files, folders, members of archives, players, events, comments.

Every command runs over them with a terminal as its output. What it prints there holds no escape sequence but the
program's own (bold, and the wiped progress bar), no other control character, and no mark that turns the direction of
writing. What goes to a file stays as it is, byte for byte.
"""

import io
import os
import pty
import re
import select
import signal
import subprocess
import tarfile
import zipfile

import acceptance

EVIL = "\x1b[2J\x1b]0;owned\x07\u202egnp.exe\u200f\x08\r\u009b31m"
OWN = re.compile(r"\x1b\[1m|\x1b\[0m|\r\x1b\[K|\r+\n")  # a terminal gets "\r" before each line feed
ALLOWED = "\n\t"
MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\u2028\u2029\u0080-\u009f]")


def on_terminal(arguments, folder):
    """(exit status, what a terminal gets) of a run whose standard output and error are one."""
    master, slave = pty.openpty()
    process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, cwd=folder,
                               env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LC_ALL": "C.UTF-8"})
    os.close(slave)
    said = b""
    while select.select([master], [], [], 60)[0]:
        try:
            more = os.read(master, 65_536)
        except OSError:
            break
        if not more:
            break
        said += more
        if "serve" in arguments and b"http://" in said:  # it is up
            process.send_signal(signal.SIGINT)
    os.close(master)
    return process.wait(60), said


def harm_in(said):
    """What a terminal should not have got; empty if there is nothing."""
    try:
        text = said.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"bytes that are not UTF-8: {said[error.start:error.start + 8]!r}"
    text = OWN.sub("\n", text)
    controls = [c for c in text if (ord(c) < 0x20 or ord(c) == 0x7F) and c not in ALLOWED]
    return repr("".join(controls + MARKS.findall(text)))[1:-1]


def make_sources(folder):
    name = EVIL.replace("/", "")
    value = EVIL.replace("]", "\\]")
    record = (f"(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[{value}]PW[b]EV[{value}]XX[{value}]C[{value}]"
              f";B[dd]C[a {value}]LB[dd:{value}];W[zz];W[ee])\n")
    (folder / f"{name}.sgf").write_text(record + f"(;GM[1]SZ[77]PB[{EVIL[:4]}])\n(nothing {EVIL})\n", "utf-8")
    (folder / f"cut {name}.sgf.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\x03cut")
    (folder / f"stray {name}.txt").write_text("nothing of ours\n")
    gcg = f"#player1 a {EVIL}\n#player2 b\n#title {EVIL}\n>a: ABC 8H CAB +16 16\n#note {EVIL}\n>x{EVIL}: - +0 0\n".replace("\r", "")
    (folder / "g.gcg").write_text(gcg, "utf-8")
    with zipfile.ZipFile(folder / "members.zip", "w") as archive:
        archive.writestr(f"{name}.sgf", record)
        archive.writestr(f"stray {name}.bin", "nothing of ours")
    with tarfile.open(folder / "members.tar", "w") as archive:
        for at, text in enumerate((record, "nothing", record[:90])):
            entry = tarfile.TarInfo(f"{at} {name}.sgf")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return [folder / f"{name}.sgf", folder / f"cut {name}.sgf.gz", folder / "g.gcg", folder / "members.zip", folder / "members.tar"]


def command_lines(folder, sources):
    db = f"games {EVIL.replace('/', '')}.db"
    other = "other.db"
    yield ["index", db, *sources, "--verbose"], (0, 3)
    yield ["index", db, folder, "--progress"], (0, 3)
    yield ["index", db, folder / f"missing {EVIL}.sgf"], (3,)
    yield ["check", *sources], (1, 3)
    for options in ([], ["--format", "csv"], ["--format", "tsv"], ["--format", "json"], ["--format", "record"], ["--wide"],
                    ["--player", "gnp"], ["--player", EVIL], ["--count"], ["--columns", EVIL], ["--where", EVIL],
                    ["--position", EVIL], [f"--{EVIL}"]):
        yield ["find", db, *options], (0, 1, 2)
    for wanted in ([], ["--format", "record"], ["--format", "json"], ["--format", "svg"], ["--format", "cgp"]):
        yield ["show", db, "1", *wanted], (0,)
    yield ["show", db, EVIL], (2,)
    yield ["show", EVIL, "1"], (3,)
    yield ["explore", db, "--position", "sgf:SZ[9]"], (0, 1)
    for form in ("original", "sgf", "json", "csv"):
        yield ["export", db, "--format", form, "--game", "go"], (0,)
    yield ["export", db, "--format", "gcg", "--game", "crossword"], (0,)
    for key in ("player", "event", "source", "rating"):
        yield ["stats", db, "--by", key], (0, 1, 2)
    yield ["duplicates", db], (0, 1)
    yield ["rejects", db], (0,)
    for form in ("csv", "json", "original"):
        yield ["rejects", db, "--format", form], (0,)
    yield ["info", db], (0,)
    yield ["info", db, "--format", "json"], (0,)
    yield ["alias", db, "add", "b", EVIL], (0, 2, 3)
    yield ["alias", db, "list"], (0, 1)
    yield ["alias", db, "suggest"], (0, 1)
    yield ["alias", db, "remove", EVIL], (0, 1, 2, 3)
    for form in ("text", "csv", "json", "record"):
        yield ["sql", db, "SELECT *, x'1b5b324a' AS \"\x1b[2J\" FROM game_players JOIN properties USING (game_id)", "--format", form], (0,)
    yield ["sql", db, f"SELECT {EVIL}"], (2,)
    yield ["merge", other, db, "--verbose"], (0,)
    yield ["publish", db, "--to", f"clickhouse://{EVIL}:1/x", "--dry-run"], (0, 2, 3)
    yield ["serve", db, "--listen", "127.0.0.1:0"], (0,)
    yield ["remove", db, "--source", EVIL, "--yes"], (0, 1, 2, 3)
    yield ["remove", db, "--player", "gnp", "--yes"], (0, 1)
    yield ["compact", db], (0,)
    yield [EVIL, db], (2,)


def files_keep_what_was_written(report, program, folder, database):
    """csv in a file, and the record, are as they were in the source."""
    for what, arguments in (("csv", ["find", database, "--format", "csv", "--id", "1"]),
                            ("a record", ["show", database, "1", "--format", "record"])):
        data = subprocess.run([program, *arguments], cwd=folder, capture_output=True, check=True).stdout
        report.expect("\u202egnp.exe".encode() in data, f"{what} in a file keeps what was written")
    report.expect(b"\x1b[2J" in data, "a record in a file keeps its escapes")


def test(report, ludex, scratch, _corpus):
    folder = scratch / "sources"
    folder.mkdir()
    sources = make_sources(folder)
    for number, (arguments, expected) in enumerate(command_lines(folder, sources)):
        status, said = on_terminal([ludex.program, *map(str, arguments)], scratch)
        shown = " ".join(map(str, arguments)).replace(str(scratch), "").encode("unicode_escape").decode()[:90]
        harm = harm_in(said)
        report.expect(not harm and status in expected, f"ludex {shown}",
                      f"exit {status}, harm: {harm}\n        {said[-400:]!r}")
        if number == 1:
            files_keep_what_was_written(report, ludex.program, scratch, arguments[1])


acceptance.main(test, __doc__)
