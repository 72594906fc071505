#!/usr/bin/env python3
"""Takes seeds for the fuzz targets from a folder of real records.

    seeds.py CORPUS FOLDER [--ludex build/release/ludex]     FOLDER as run_fuzz.py --work has it

Records of at most 4 KiB, up to 400 a target, of every game, kind and source, go into FOLDER/corpus/TARGET; the same ones
each time. Targets that read any format get some of each, behind the bytes that choose it.
"""

import argparse
import gzip
import hashlib
import lzma
import pathlib
import re
import subprocess
import tempfile

MOST_SEEDS = 400
REGISTRY = pathlib.Path(__file__).resolve().parents[2] / "src" / "formats" / "registry.def"
# Their places are the bytes that choose a format, by the endings that `export` gives to records.
FORMATS = {".wtb" if name == "wthor" else f".{name}": place for place, name
           in enumerate(re.findall(r"^LUDEX_FORMAT\((\w+),", REGISTRY.read_text(), re.M))}
TARGETS = {".ki2": "kif_fuzz", ".gib": "go_servers_fuzz", ".ngf": "go_servers_fuzz", ".ugf": "go_servers_fuzz", ".wtb": "wthor_fuzz"}
OF_EVERY_GROUP = "SELECT min(id) FROM games WHERE length BETWEEN 20 AND 3900 GROUP BY record_id % 311, game, kind, source"


def records_of(ludex, corpus, folder):
    """{ending: [bytes of a record]}"""
    def run(*arguments):
        return subprocess.run([ludex, *arguments], capture_output=True, text=True, check=False).stdout
    database, ids, out = folder / "seeds.db", folder / "ids", folder / "out"
    run("index", database, corpus)
    ids.write_text("\n".join(run("sql", database, OF_EVERY_GROUP, "--format", "csv").splitlines()[1:]))
    run("export", database, "--id", f"@{ids}", "--split-by", "1", "-o", f"{out}/")
    records = {ending: set() for ending in FORMATS}
    for path in out.iterdir():
        records[path.suffix].add(path.read_bytes())
    return {ending: sorted(some, key=lambda record: hashlib.sha1(record).digest()) for ending, some in records.items()}


def write(folder, target, seeds):
    place = folder / "corpus" / target
    place.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (place / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    print(f"{target}: {len(seeds)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--ludex", default="build/release/ludex")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        records = records_of(options.ludex, options.corpus, pathlib.Path(folder))
    for ending, some in records.items():
        write(options.folder, TARGETS.get(ending, f"{ending[1:]}_fuzz"), some[:MOST_SEEDS])
    some_of_each = [(FORMATS[ending], record) for ending, some in records.items() for record in some[:MOST_SEEDS // 10]]
    chosen = [bytes([number]) + record for number, record in some_of_each]
    write(options.folder, "converter_fuzz", chosen)
    # Some hold more blanks than that target lets a record have bytes: no mutation makes so many.
    with_gaps = [seed[:1] + gap + seed[1:700] + gap + seed[1:] for seed in chosen[::4] for gap in (b" " * 600, b"\n" * 600)]
    write(options.folder, "splitter_fuzz", [seed[:1] + b"\x02\x01\x07\x40" + seed[1:] for seed in chosen + with_gaps])
    write(options.folder, "whole_source_fuzz", [b"\x12" + record for _, record in some_of_each])
    write(options.folder, "packed_text_fuzz", [b"\x00" + record for _, record in some_of_each])
    write(options.folder, "values_fuzz", [record for _, record in some_of_each])
    packed = [pack(record) for _, record in some_of_each[::4] for pack in (gzip.compress, lzma.compress)]
    write(options.folder, "source_fuzz", [record for _, record in some_of_each] + packed)


if __name__ == "__main__":
    main()
