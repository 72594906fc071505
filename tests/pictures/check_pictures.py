#!/usr/bin/env python3
"""Draws positions of many games and checks every picture as a document.

usage: check_pictures.py --program PATH DATA [CORPUS]

DATA is tests/data. Of CORPUS, a folder of real records, some hundred games are drawn; without it, and where it is
missing, the samples and hostile records alone. Each picture must be well-formed XML of a few plain elements: no
script, no style, no event handler, no reference to anything but itself; its numbers are finite, and circles and
boxes lie inside of it.
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "g", "rect", "circle", "path", "text", "title", "desc", "defs", "use"}
ATTRIBUTES = {"class", "viewBox", "width", "height", "role", "font-family", "fill", "stroke", "stroke-width",
              "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "font-size", "font-weight", "font-style",
              "text-anchor", "fill-opacity", "pointer-events", "transform", "cx", "cy", "r", "x", "y", "rx", "d",
              "href", "id", "data-game", "data-columns", "data-rows", "data-x", "data-y", "data-step", "data-row-step",
              "data-row-shift", "data-board-height", "data-move", "data-hand"}
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)$")
PATH = re.compile(r"(?:[MmLlHhVvQqCcAaz]|-?(?:\d+\.?\d*|\.\d+)| )+$")
GAMES = 5  # of a source of the corpus

# Names, events, labels and comments that want to be more than text.
HOSTILE_SGF = (
    '(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[<script>alert(1)</script>]PW[&lt;"\'><svg onload=x>]BR[9d"]WR[]EV[<!-- --]'
    "RE[B+<b>]DT[2020\\]\\]>]LB[aa:<g>][bb:&amp;][cc:\u202e\u2066x][dd:]]>]TR[ee];B[ff]C[<?xml?>])\n"
    "(;FF[4]GM[1]SZ[5]PB[" + "x" * 10000 + "]PW[" + "a\u0301" * 5000 + "]EV[" + "囲" * 4000 + "]LB[aa:" + "y" * 3000
    + "])\n"
    "(;FF[4]GM[11]SZ[4]PB[\x01\x02\x1b]PW[\u0085\u2028\ufffe];B[a1];W[swap-pieces])\n"
    "(;FF[4]GM[1]SZ[1];B[aa])\n(;FF[4]GM[1]SZ[52:2];B[aa];W[Zb])\n(;FF[4]GM[1]SZ[19]VW[aa][ss]TR[aa:ss])\n"
    "(;FF[4]GM[21]SZ[3];W[B1])\n(;FF[4]GM[2]SZ[26])\n")
HOSTILE_GCG = "#character-encoding UTF-8\n#player1 <a> <script>\n#player2 & \"'\n>: AEINRST 8D RETAINS +66 66\n"
HOSTILE_CSA = "V2.2\nN+<b>&\"'\nN-\u202e]]>\n$EVENT:<script>\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"


def run(program, *arguments):
    result = subprocess.run([str(program), *map(str, arguments)], capture_output=True, timeout=300)
    if result.returncode not in (0, 1):
        raise SystemExit(f"{arguments}: exit {result.returncode}: {result.stderr.decode('utf-8', 'replace')}")
    return result.stdout


def numbers_of(element):
    for name in ("cx", "cy", "r", "x", "y", "width", "height", "rx", "font-size", "stroke-width"):
        if name in element.attrib:
            yield name, element.attrib[name]


def flaws(document):
    """What is wrong with a picture, a line each."""
    try:
        text = document.decode("utf-8")
        root = ElementTree.fromstring(text)
    except (UnicodeDecodeError, ElementTree.ParseError) as error:
        yield f"not well-formed: {error}"
        return
    if not text.endswith("</svg>\n") or root.tag != SVG + "svg":
        yield "not one svg element and a line feed"
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    if root.attrib.get("role") != "group" or not root.findtext(SVG + "title"):
        yield "no role or no title"
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    for element in root.iter():
        name = element.tag.removeprefix(SVG)
        if name not in ELEMENTS:
            yield f"element {name}"
        for attribute, value in element.attrib.items():
            if attribute not in ATTRIBUTES:
                yield f"attribute {attribute}"
            if attribute == "href" and value.removeprefix("#") not in ids:
                yield f"refers to {value}"
            if "url(" in value:
                yield f"{attribute} refers to {value}"
        for attribute, value in numbers_of(element):
            if not NUMBER.match(value) or not math.isfinite(float(value)):
                yield f"{name}: {attribute} is {value}"
        if "d" in element.attrib and not PATH.match(element.attrib["d"]):
            yield f"path {element.attrib['d'][:60]}"
    yield from outside(root, width, height)


def outside(root, width, height):
    for element in root.iter():
        if element.tag == SVG + "circle":
            x, y, r = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
            box = x - r, y - r, x + r, y + r
        elif element.tag == SVG + "rect":
            x, y = (float(element.attrib.get(name, 0)) for name in ("x", "y"))
            box = x, y, x + float(element.attrib["width"]), y + float(element.attrib["height"])
        else:
            continue
        if box[0] < -0.01 or box[1] < -0.01 or box[2] > width + 0.01 or box[3] > height + 0.01:
            yield f"{element.tag.removeprefix(SVG)} at {box} of {width} x {height}"


def check_the_checks():
    """Every kind of flaw is seen."""
    for inside in ("<script/>", "<rect style='fill:red' width='1' height='1'/>",
                   "<rect onload='x' width='1' height='1'/>",
                   "<circle cx='9' cy='5' r='2'/>", "<rect x='nan' width='1' height='1'/>", "<use href='#none'/>",
                   "<image href='http://x/'/>", "<path d='M1 2Z(3'/>", "<g fill='url(#a)'/>", "<g>", "\x01"):
        document = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" role="group"><title>t</title>'
                    f"{inside}</svg>\n")
        assert list(flaws(document.encode())), inside


def plies_of(moves):
    return sorted({0, moves // 3, 2 * moves // 3, moves})


def check_database(program, database, limit):
    """(pictures drawn, flaws found)"""
    rows = run(program, "find", database, "--format", "json", "--limit", limit).split(b"\n")
    drawn, found = 0, []
    for number, cells in enumerate(json.loads(row) for row in rows if row):
        if not cells["positions"]:
            continue
        for ply in plies_of(cells["positions"] - 1):
            options = [[], ["--theme", "dark", "--last", "30"], ["--width", "300", "--pieces", "latin"],
                       ["--no-coordinates", "--whole"]][(number + ply) % 4]
            name = f"{cells['id']}:{ply}"
            document = run(program, "show", database, name, "--format", "svg", *options)
            drawn += 1
            found += [f"{cells['source']} game {name} {' '.join(options)}: {flaw}" for flaw in flaws(document)]
        start = run(program, "explore", database, "--position", f"@{cells['id']}:0", "--format", "svg", "--limit", 30)
        found += [f"{cells['source']} explore {cells['id']}: {flaw}" for flaw in flaws(start)]
    return drawn, found


def main():
    parser = argparse.ArgumentParser(description="Checks pictures.")
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path, nargs="?")
    options = parser.parse_args()
    check_the_checks()
    with tempfile.TemporaryDirectory(prefix="ludex-pictures-") as name:
        scratch = pathlib.Path(name)
        for file, text in (("a.sgf", HOSTILE_SGF), ("b.gcg", HOSTILE_GCG), ("c.csa", HOSTILE_CSA)):
            (scratch / file).write_bytes(text.encode("utf-8"))
        sources = [[options.data / "sample", options.data / "boards", *sorted(scratch.iterdir())]]
        if options.corpus and options.corpus.is_dir():
            sources += [[source] for folder in ("crossword", "csa", "go", "hex", "othello", "torture", "twixt")
                        for source in sorted((options.corpus / folder).glob("*"))
                        if source.stat().st_size < 4_000_000]
        drawn, found = 0, []
        for number, group in enumerate(sources):
            database = scratch / f"{number}.db"
            run_index(options.program, database, group)
            pictures, wrong = check_database(options.program, database, 1000 if number == 0 else GAMES)
            drawn += pictures
            found += wrong
    print("\n".join(found[:50]))
    print(f"{drawn} pictures of {len(sources)} groups of sources, {len(found)} flaws")
    if drawn < 150:
        print("too few pictures")
        return 1
    return 1 if found else 0


def run_index(program, database, sources):
    """Some sources are no records: what is indexed is drawn."""
    subprocess.run([str(program), "index", str(database), *map(str, sources)], capture_output=True, timeout=300)


if __name__ == "__main__":
    sys.exit(main())
