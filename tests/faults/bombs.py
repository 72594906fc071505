#!/usr/bin/env python3
"""Small sources that claim to be huge, huge ones that are nothing, and streams that drip: `index` takes time in
proportion to what it reads, keeps to --memory, ends with 0 or with 3 and a message, and goes on to the next source.

Each bomb is made in two sizes, the second four times the first: CPU time must not grow faster than that. A good source
stands after each one and must be indexed.
"""

import argparse
import bz2
import gzip
import io
import lzma
import multiprocessing
import os
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zipfile
import zlib

GOOD = b"(;FF[4]GM[1]SZ[9]PB[Good]PW[Source];B[ee];W[cc];B[gg])\n"
GAME = b"(;GM[1]SZ[9];B[ee];W[cc])\n"
SLACK_BYTES = 64 << 20
GROWTH = 4
TIMEOUT_SECONDS = 300


def zip_of(members, shared=False):
    """\\param members  name, bytes. shared: all entries of the directory name the first member's bytes"""
    body, directory, offset = [], [], 0
    for number, (name, data) in enumerate(members):
        packed = zlib.compress(data, 9)[2:-4]
        fields = (20, 0, 8, 0, 33, zlib.crc32(data), len(packed), len(data), len(name))
        if number == 0 or not shared:
            local = struct.pack("<4s5H3I2H", b"PK\3\4", *fields, 0) + name + packed
            at = offset
            body.append(local)
            offset += len(local)
        directory.append(struct.pack("<4sH5H3I5H2I", b"PK\1\2", 20, *fields, 0, 0, 0, 0, 0, at) + name)
    count, size = len(directory), sum(map(len, directory))
    end64 = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, offset + size, 1)
    few = min(count, 0xFFFF)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, few, few, min(size, 0xFFFFFFFF), offset, 0)
    return b"".join(body + directory) + end64 + locator + end


def many_members(size):
    return ".zip", zip_of((b"%d.sgf" % n, GAME) for n in range(5000 * size))


def many_empty_members(size):
    return ".zip", zip_of((b"%d.sgf" % n, b"") for n in range(20_000 * size))


def many_of_tar(size):
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w:gz", compresslevel=1) as archive:
        for number in range(2000 * size):
            info = tarfile.TarInfo(f"{number}.sgf")
            info.size = len(GAME)
            archive.addfile(info, io.BytesIO(GAME))
    return ".tar.gz", output.getvalue()


def overlapping(size):
    return ".zip", zip_of(((b"%d.sgf" % n, GAME * 2000) for n in range(100 * size)), shared=True)


def nested(size):
    data, name = GAME, b"inner.sgf"
    for depth in range(10 * size):
        data, name = zip_of([(name, data)]), b"%d.zip" % depth
    return ".zip", data


def nested_wide(size):
    """Each archive holds the one before it four times."""
    data, name = GAME * 100, b"inner.sgf"
    for depth in range(3 + size):
        data = zip_of((b"%d-%d%s" % (depth, n, name[name.rfind(b"."):]), data) for n in range(4))
        name = b"inner.zip"
    return ".zip", data


# Of deflate: the first length or distance of each code, and the bits that follow it.
LENGTHS = [(3 + n, 0) for n in range(8)] + [(3 + (4 + n % 4 << n // 4 - 1), n // 4 - 1) for n in range(8, 28)]
DISTANCES = [(1 + n, 0) for n in range(4)] + [(1 + (2 + n % 2 << n // 2 - 1), n // 2 - 1) for n in range(4, 30)]


class FixedBlock:
    """A block of deflate with the fixed codes."""

    def __init__(self, last=0):
        self.word, self.count = 0, 0
        self.begin(last)

    def begin(self, last=0):
        self.add(2 | last, 3)

    def add(self, value, bits):
        self.word |= value << self.count
        self.count += bits

    def code(self, value, bits):
        self.add(int(f"{value:0{bits}b}"[::-1], 2), bits)

    def coded(self, table, value, first_code, bits):
        number = max(n for n, (first, _) in enumerate(table) if first <= value)
        self.code(first_code + number, bits)
        self.add(value - table[number][0], table[number][1])

    def copy(self, length, distance):
        assert length <= 114  # longer ones have codes of eight bits
        self.coded(LENGTHS, length, 1, 7)
        self.coded(DISTANCES, distance, 0, 5)

    def end(self):
        self.code(0, 7)

    def bytes(self, size):
        assert self.count <= 8 * size
        return self.word.to_bytes(size, "little")


def literal(size):
    return struct.pack("<BHH", 0, size, size ^ 0xFFFF)


def quine_of(name, crc):
    """A zip file whose one member is the file itself, but for the checksum, after R. Cox, "Zip files all the way down"."""
    def build(total, packed):
        fields = (20, 0, 8, 0, 33, crc, packed, total, len(name))
        head = struct.pack("<4s5H3I2H", b"PK\3\4", *fields, 0) + name
        entry = struct.pack("<4sH5H3I5H2I", b"PK\1\2", 20, *fields, 0, 0, 0, 0, 0, 0) + name
        tail = entry + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, len(entry), len(head) + packed, 0)
        unit = 5
        again = FixedBlock()  # the head and one unit
        again.copy(len(head) + unit, len(head) + unit)
        again.end()
        again.begin()  # an empty block fills the unit
        again.end()
        assert 38 <= again.count <= 40
        four = FixedBlock()
        for _ in range(2):
            four.copy(2 * unit, 4 * unit)
        four.end()
        last = FixedBlock(last=1)
        last.copy(len(tail) + 4, len(tail) + 4)
        last.end()
        copy_head, copy_four, copy_tail = again.bytes(unit), four.bytes(unit), last.bytes(4)
        one, units, none = literal(unit), literal(4 * unit), literal(0)
        with_head, with_tail = literal(len(head) + unit), literal(4 + len(tail))
        code = (with_head + head + with_head + copy_head + one + copy_head + one + one
                + units + copy_head + one + one + units + copy_four + units + copy_four + units + copy_four + units
                + copy_four + units + copy_four + none + none + with_tail + copy_four + none + none + with_tail
                + copy_tail + tail + copy_tail)
        return head, code, tail
    head, code, tail = build(0, 0)
    return b"".join(build(len(head + code + tail), len(code)))


def solve(columns, wanted):
    """The set of columns, as bits, whose XOR is `wanted`; None where there is none."""
    basis, found = {}, 0
    for bit, column in enumerate(columns):
        chosen = 1 << bit
        while column and column.bit_length() in basis:
            other, of_other = basis[column.bit_length()]
            column, chosen = column ^ other, chosen ^ of_other
        if column:
            basis[column.bit_length()] = column, chosen
    while wanted:
        if wanted.bit_length() not in basis:
            return None
        other, of_other = basis[wanted.bit_length()]
        wanted, found = wanted ^ other, found ^ of_other
    return found


def quine(size):
    """Holds itself, without end. Its checksum is part of what it is of: a linear equation."""
    for number in range(100):
        name = b"%026d.zip" % (number + size)
        base = zlib.crc32(quine_of(name, 0))
        columns = [zlib.crc32(quine_of(name, 1 << bit)) ^ base ^ 1 << bit for bit in range(32)]
        crc = solve(columns, base)
        if crc is not None:
            data = quine_of(name, crc)
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                assert archive.read(archive.namelist()[0]) == data
            return ".zip", data
    raise RuntimeError("no quine")


def packed_again(size):
    data = GAME * 1000
    for _ in range(8 * size):
        data = gzip.compress(data, mtime=0)
    return ".sgf.gz", data


def gz_zeros(size):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return ".sgf.gz", b"".join(packer.compress(bytes(1 << 20)) for _ in range(50 * size)) + packer.flush()


def bz2_zeros(size):
    packer = bz2.BZ2Compressor()
    return ".sgf.bz2", b"".join(packer.compress(bytes(1 << 20)) for _ in range(20 * size)) + packer.flush()


def xz_zeros(size):
    return ".sgf.xz", lzma.compress(bytes(20 << 20) * size, preset=0)


def gz_of_many_parts(size):
    return ".sgf.gz", gzip.compress(b"", mtime=0) * (50_000 * size) + gzip.compress(GAME, mtime=0)


def zst_window(size):
    """A window of 2 GiB for a few bytes."""
    data = GAME * size
    return ".sgf.zst", b"\x28\xB5\x2F\xFD\x00\xA8" + struct.pack("<I", len(data) << 3 | 1)[:3] + data


def xz_dictionary(size):
    """A dictionary of 3 GiB for a few bytes."""
    data = bytearray(lzma.compress(GAME * size, check=lzma.CHECK_CRC32))
    header = 12
    length = (data[header] + 1) * 4
    assert data[header + 2] == 0x21
    data[header + 4] = 39
    data[header + length - 4:header + length] = struct.pack("<I", zlib.crc32(data[header:header + length - 4]))
    return ".sgf.xz", bytes(data)


def long_line(size):
    return ".sgf", b"(;GM[1]SZ[9]C[" + b"x" * (40 << 20) * size + b"];B[ee])\n"


def long_line_of_cgp(size):
    return ".cgp", b"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 A/ 0/0 0 " + b"x" * (40 << 20) * size + b"\n"


def no_record_ends(size):
    return ".sgf", b"(;GM[1]SZ[9];B[ee]" * (200_000 * size)


def deep_tree(size):
    return ".sgf", b"(;GM[1]SZ[9]" + b"(;B[ee]" * (100_000 * size) + b")" * (100_000 * size) + b")\n"


def many_properties(size):
    return ".sgf", b"(;GM[1]SZ[9]" + b"".join(b"X%s[1]" % bytes((65 + n // 26 % 26, 65 + n % 26)) for n in range(100_000 * size)) + b")\n"


def many_values(size):
    return ".sgf", b"(;GM[1]SZ[19]AB" + b"[aa]" * (500_000 * size) + b";W[bb])\n"


def many_setups(size):
    game = b"(;GM[1]SZ[52]" + b";AB[aa:ZZ]AW[aa:ZZ]AE[aa:ZZ]" * 1000 + b")\n"
    return ".sgf", game * (20 * size)


def many_games_of_one_root(size):
    return ".sgf", b"(;GM[1]SZ[9]C[" + b"x " * 500_000 + b"]" + b"(;PB[x])" * (5000 * size) + b")\n"


def many_problems(size):
    return ".sgf", b"(;GM[1]SZ[9]" + b";B[zz]" * (200_000 * size) + b")\n"


def many_rejects(size):
    return ".cgp", b"3/2/3 AB/ 0/0 0\n" * (50_000 * size)


def zeros(size):
    return ".sgf", bytes(60 << 20) * size


BOMBS = [many_members, many_empty_members, many_of_tar, overlapping, nested, nested_wide, quine, packed_again, gz_zeros,
         bz2_zeros, xz_zeros, gz_of_many_parts, zst_window, xz_dictionary, long_line, long_line_of_cgp, no_record_ends,
         deep_tree, many_properties, many_values, many_setups, many_games_of_one_root, many_problems, many_rejects,
         zeros]


def write_bomb(make, size, folder):
    ending, data = make(size)
    (folder / f"bomb{ending}").write_bytes(data)


def written_elsewhere(make, size, folder):
    """By a process of its own: a child's peak of memory counts from that of its parent."""
    writer = multiprocessing.Process(target=write_bomb, args=(make, size, folder))
    writer.start()
    writer.join()
    return next(folder.glob("bomb*"))


class Ran:
    def __init__(self, status, seconds, peak_bytes, said):
        self.status, self.seconds, self.peak_bytes, self.said = status, seconds, peak_bytes, said


def run(command, stdin=None):
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=stdin or subprocess.DEVNULL, stdout=output, stderr=output)
        timer = threading.Timer(TIMEOUT_SECONDS, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read().decode("utf-8", "replace")
    hung = time.monotonic() - began >= TIMEOUT_SECONDS
    return Ran("hangs" if hung else process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10, said)


class Table:
    def __init__(self, options, scratch):
        self.options, self.scratch, self.failures = options, scratch, 0
        self.good = scratch / "zz-good.sgf"
        self.good.write_bytes(GOOD)

    def database(self):
        path = self.scratch / "games.db"
        for part in self.scratch.glob("games.db*"):
            part.unlink()
        return path

    def has_good(self, database):
        found = subprocess.run([self.options.program, "find", database, "--player", "Good", "--count"],
                               capture_output=True, text=True)
        return found.stdout.strip() == "1"

    def row(self, name, memory, size, ran, has_good, faults):
        verdict = "; ".join(faults) or "ok"
        self.failures += bool(faults)
        print(f"{name:<20} {memory:>5} MiB  {size / 1e6:9.2f} MB  exit {ran.status}  {ran.seconds:6.2f} s  "
              f"{ran.peak_bytes / (1 << 20):6.0f} MiB  {verdict}", flush=True)
        if faults:
            print("    " + ran.said.strip()[-400:])

    def check(self, ran, memory, has_good):
        faults = []
        if ran.status not in (0, 3):
            faults.append("it crashed or hung")
        if ran.status == 3 and not ran.said.strip():
            faults.append("no message")
        if ran.peak_bytes > (memory << 20) + SLACK_BYTES:
            faults.append("more memory than allowed")
        if not has_good:
            faults.append("the good source is missing")
        return faults

    def bomb(self, make, memory):
        before = None
        for size in (self.options.scale, self.options.scale * GROWTH):
            source = written_elsewhere(make, size, self.scratch)
            length = source.stat().st_size
            database = self.database()
            ran = run([self.options.program, "index", database, source, self.good, "--memory", f"{memory}MiB"])
            has_good = self.has_good(database)
            faults = self.check(ran, memory, has_good)
            if before is not None and ran.seconds > 2 * GROWTH * before + 1:
                faults.append(f"{ran.seconds / max(before, 0.01):.0f} times the time of a quarter of it")
            self.row(make.__name__, memory, length, ran, has_good, faults)
            before = ran.seconds
            source.unlink()

    def stream(self, name, memory, write):
        """From a pipe that another thread fills."""
        database = self.database()
        reader, writer = os.pipe()
        thread = threading.Thread(target=write, args=(writer,))
        thread.start()
        with os.fdopen(reader, "rb") as pipe:
            ran = run([self.options.program, "index", database, "-", self.good, "--memory", f"{memory}MiB"], stdin=pipe)
        thread.join()
        has_good = self.has_good(database)
        self.row(name, memory, 0, ran, has_good, self.check(ran, memory, has_good))

    def sparse(self, memory):
        source = self.scratch / "sparse.sgf"
        with open(source, "wb") as file:
            file.write(GAME)
            file.truncate((128 << 20) * self.options.scale)
        database = self.database()
        ran = run([self.options.program, "index", database, source, self.good, "--memory", f"{memory}MiB"])
        has_good = self.has_good(database)
        self.row("sparse", memory, source.stat().st_size, ran, has_good, self.check(ran, memory, has_good))
        source.unlink()


    def huge_line(self, memory):
        """A record of 10 GB on one line, nearly all of it a hole of the file."""
        source = self.scratch / "huge.sgf"
        with open(source, "wb") as file:
            file.write(b"(;GM[1]SZ[9]C[")
            file.truncate(10_000_000_000)
            file.seek(0, os.SEEK_END)
            file.write(b"];B[ee])\n" + GAME)
        database = self.database()
        ran = run([self.options.program, "index", database, source, self.good, "--memory", f"{memory}MiB"])
        has_good = self.has_good(database)
        self.row("line of 10 GB", memory, source.stat().st_size, ran, has_good, self.check(ran, memory, has_good))
        source.unlink()


def drip(writer):
    """One byte at a time."""
    for number in range(len(GAME) * 40):
        os.write(writer, GAME[number % len(GAME):][:1])
        if number % 20 == 0:
            time.sleep(0.001)
    os.close(writer)


def flood(scale):
    def write(writer):
        try:
            os.write(writer, b"(;GM[1]SZ[9]C[")
            for _ in range(100 * scale):
                os.write(writer, b"x" * (1 << 20))
            os.write(writer, b"];B[ee])\n" + GAME)
        except BrokenPipeError:
            pass
        os.close(writer)
    return write


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--generator")
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--memory", default="64", help="MiB, several with commas")
    parser.add_argument("--only", default="")
    parser.add_argument("--huge", action="store_true", help="a line of 10 GB, too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludex-bombs-") as scratch:
        table = Table(options, pathlib.Path(scratch))
        for memory in map(int, options.memory.split(",")):
            for make in BOMBS:
                if options.only in make.__name__:
                    table.bomb(make, memory)
            if options.huge:
                table.huge_line(memory)
            if options.only in "streams":
                table.sparse(memory)
                table.stream("dripping pipe", memory, drip)
                table.stream("endless line", memory, flood(options.scale))
    print(f"{table.failures} failures")
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
