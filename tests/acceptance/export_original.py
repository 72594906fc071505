#!/usr/bin/env python3
"""Every record comes back byte for byte: those with games by export, the others by rejects."""

import bz2
import contextlib
import functools
import gzip
import json
import lzma
import pathlib
import shutil
import sqlite3
import subprocess
import tarfile
import zipfile

import acceptance

GAMES = 5000
PACKINGS = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress}


def unpack(path):
    """{member name or None: bytes} of a source, or None where we cannot."""
    text, name = path.read_bytes(), path.name
    if name.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            return {member: archive.read(member) for member in archive.namelist()}
    if ".tar" in name:
        with tarfile.open(path) as archive:
            return {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    if path.suffix == ".zst":
        if shutil.which("zstd") is None:
            return None
        text = subprocess.run(["zstd", "-dcq"], input=text, stdout=subprocess.PIPE, check=True).stdout
    return {None: PACKINGS.get(path.suffix, lambda packed: packed)(text)}


def expected(database, rejected):
    """The bytes at each record's origin, in the order they were indexed; a line feed ends each record."""
    members = functools.lru_cache(maxsize=1)(lambda source: unpack(pathlib.Path(source)))
    pieces = []
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for source, member, offset, length in connection.execute(
                "SELECT source, member, offset, length FROM records WHERE rejected = ? ORDER BY id", (rejected,)):
            text = members(source)[member][offset:offset + length]
            pieces.append(text if text.endswith(line_feed(text)) else text + line_feed(text))
    return pieces


def without_separators(stream):
    """An unclosed record that would swallow the next one is parted from it by a line that is none's part."""
    return stream.replace(b"\n\x1e\n", b"\n")


def line_feed(text):
    """In the encoding of a tree, which starts with "("."""
    return {b"(\0": b"\n\0", b"\0(": b"\0\n"}.get(text[:2], b"\n")


def compare(report, found, pieces, what):
    wanted = b"".join(pieces)
    if report.expect(found == wanted, f"{what}: {len(pieces)} records, {len(wanted)} bytes, each as it was"):
        return
    place = next((at for at, (left, right) in enumerate(zip(found, wanted)) if left != right),
                 min(len(found), len(wanted)))
    report.note(f"{len(found)} bytes against {len(wanted)}; from byte {place}: {found[place - 40:place + 40]!r} "
                f"against {wanted[place - 40:place + 40]!r}")


def give_back(report, ludex, scratch, sources, title, at_least, status=0):
    database = scratch / "originals.db"
    ludex.index(database, *sources, "--variations", status=status)
    records = expected(database, 0)
    report.expect(len(records) >= at_least, f"{title}: {at_least} records at least", len(records))
    exported = without_separators(ludex.run("export", database, "--format", "original"))
    compare(report, exported, records, title)
    compare(report, ludex.run("rejects", database, "--format", "original"), expected(database, 1), f"{title}, rejected")
    acceptance.reconcile(report, ludex, database)
    database.unlink()


def odd_records():
    """Records of every kind, with junk between them."""
    return [b"junk ] ( [ before", b"(;GM[1]SZ[9];B[ee]C[one ) and \\] inside])", b"\xef\xbb\xbf",
            b"(;PB[\xd2\xf8\x5c]CA[GBK];B[aa])", b"()", b"(", b"(;)", b"(;GM[1]C[nul \0 inside])", b"not a game",
            b"(;GM[1](;B[aa])(;W[bb];B[cc]))", b"(;GM[1]FF[4]C[unclosed\r\n", b"]\n(;GM[1]FF[4]SZ[5];B[aa]\r\n",
            b"\n(;GM[1]FF[4]XX[" + b"y" * (5 << 20) + b"])", b"(;GM[1]FF[4]XX[" + b"z" * (20 << 20) + b"];B[aa])",
            b"(;GM[99]FF[4];B[whatever])", b"(;GM[1]SZ[0];B[aa])", b"\n(;FF[4]GM[1];B[dd];W[unclosed at the end"]


def test(report, ludex, scratch, corpus):
    report.section("Generated games, odd records, sample")
    generated = ludex.generate(scratch / "games.sgf", GAMES, seed=3)
    packed = scratch / "games.sgf.gz"
    packed.write_bytes(gzip.compress(generated.read_bytes(), 1))
    odd = scratch / "odd.sgf"
    odd.write_bytes(b"\n".join(odd_records()))
    wide = scratch / "utf-16.sgf"
    wide.write_bytes("\ufeff(;GM[1]SZ[9]PB[本因坊];B[ee])\n(;GM[1]SZ[9]PB[秀策];B[ee])".encode("utf-16-le"))
    give_back(report, ludex, scratch, [generated], "generated", GAMES)
    give_back(report, ludex, scratch, [packed, odd, wide], "packed, odd, UTF-16", GAMES + 10)
    give_back(report, ludex, scratch, sorted(acceptance.SAMPLE.rglob("*.sgf*")), "sample", 20)
    report.section("Corpus")
    if corpus is None:
        return report.note("skipped: no corpus")
    truth = json.loads((corpus / "truth.json").read_text())["by_file"]
    files = [corpus / name for name, counts in truth.items() if "sgf" in counts]
    for path in (path for path in files if path.parent.name == "go"):
        if unpack(path) is None:
            report.note(f"{path.name}: left out: no program `zstd`")
            continue
        give_back(report, ludex, scratch, [path], path.name, truth[f"go/{path.name}"]["sgf"]["games"])
    others = [path for path in files if path.parent.name != "go"]
    games = sum(truth[str(path.relative_to(corpus))]["sgf"]["games"] for path in others)
    give_back(report, ludex, scratch, others, f"{len(others)} other files", games, status=None)
    return None


if __name__ == "__main__":
    acceptance.main(test, __doc__)
