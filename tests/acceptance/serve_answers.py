#!/usr/bin/env python3
"""`ludex serve`: what it answers is what the command line answers, and nothing that happens to the database stops it."""

import json
import os
import random
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import acceptance

COMBINATIONS = 100
STATS_KEYS = ["player", "opponent", "pair", "event", "place", "year", "month", "result", "win-by", "length", "handicap",
              "komi", "size", "rules", "opening", "game", "source"]


class Server:
    def __init__(self, ludex, database):
        self.process = subprocess.Popen(ludex.command("serve", database, "--listen", "127.0.0.1:0"),
                                        stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def get(self, path, parameters=()):
        url = f"{self.address}api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def json(self, path, parameters=()):
        status, body = self.get(path, parameters)
        return status, json.loads(body)

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_running(self):
        return self.process.poll() is None

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=10)


def ask_program(ludex, command, database, parameters, form):
    words = [command, database, "--format", form]
    for name, value in parameters:
        words.append(f"--{name}" if value is None else f"--{name}={value}")
    done = subprocess.run(ludex.command(*words), capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def values_of(ludex, database):
    """Values of the database to ask for, a list for each filter."""
    listed = ludex.run("find", database, "--format", "json", "--limit", 2000)
    rows = [json.loads(line) for line in listed.decode().splitlines()]
    seen = {name: sorted({str(row[name]) for row in rows if row[name] is not None})
            for name in ["black", "white", "event", "place", "round", "game", "size", "komi", "handicap", "kind",
                         "result", "date_from", "external_id"]}
    names = sorted({*seen["black"], *seen["white"]})
    words = sorted({word for name in names for word in name.split() if len(word) > 2})
    days = [day for day in seen["date_from"] if len(day) == 10]
    return {
        "player": names + words + ["=" + name for name in names], "black": names, "white": words,
        "event": seen["event"], "place": seen["place"], "game": seen["game"], "size": seen["size"],
        "komi": seen["komi"], "kind": seen["kind"], "handicap": [*seen["handicap"], "none"],
        "result": [result for result in seen["result"] if result != "?"] + ["B", "W", "draw", "unknown"],
        "from": days + ["1900", "2000-01"], "to": days + ["2010"], "min-moves": ["10", "100"], "max-moves": ["150"],
        "win-by": ["resign", "score", "time"], "id": ["1,2,3", "5"], "where": ["komi > 5", "moves % 2 = 0"],
        "text": words[:20], "unique": [None], "date-exact": [None],
    }


def draw_filters(values, rng):
    known = [name for name in values if values[name]]
    names = rng.sample(known, rng.choice([0, 1, 1, 2, 2, 3]))
    return [(name, rng.choice(values[name])) for name in sorted(names)]


def draw_position(rng):
    if rng.random() < 0.5:
        return [("position", f"@{rng.randint(1, 20)}:{rng.randint(0, 12)}")]
    return [("position", rng.choice(["moves:", "moves:pd", "moves:dd pp", "moves:pd dp"]))]


def draw_question(values, rng):
    """A path of the API, the command that answers the same, and the parameters of both."""
    parameters = draw_filters(values, rng)
    kind = rng.choice(["games", "games", "position", "explore", "pattern", "stats", "duplicates"])
    if kind == "games":
        return "games", "find", parameters + rng.choice([[], [("sort", "-date_from,id")], [("sort", "moves")]])
    if kind == "position":
        return "games", "find", parameters + draw_position(rng) + rng.choice([[], [("all-hits", None)]])
    if kind == "explore":
        return "explore", "explore", parameters + draw_position(rng) + rng.choice([[], [("depth", "2")]])
    if kind == "pattern":
        free = [(name, value) for name, value in parameters if name != "game"]
        pattern = [("game", "go"), ("pattern", rng.choice(["4/.W2/4/2B1", "{BW}./.B", "B*/*W"])),
                   ("at", rng.choice(["nw", "e", "anywhere"]))]
        return rng.choice([("games", "find"), ("explore", "explore")]) + (free + pattern,)
    if kind == "stats":
        return "stats", "stats", parameters + [("by", key) for key in rng.sample(STATS_KEYS, rng.choice([1, 2]))]
    return "duplicates", "duplicates", [(name, value) for name, value in parameters if name != "unique"]


def differences(ludex, database, server, question):
    path, command, parameters = question
    sent = [(name, "" if value is None else value) for name, value in parameters]
    for form, ending in [("csv", ".csv"), ("json", ".ndjson")]:
        status, told = server.get(path + ending, sent)
        exit_status, printed, message = ask_program(ludex, command, database, parameters, form)
        if exit_status == 2:
            if status != 400:
                yield f"{question}: the program refuses it, the server answers {status}: {message}"
            return
        if status != 200 or told != printed:
            yield f"{question} as {form}: {status}\n  server:  {told[:300]!r}\n  program: {printed[:300]!r}"
    lines = [json.loads(line) for line in printed.decode().splitlines()]
    paged = path in ("games", "duplicates")
    status, told = server.get(path, sent + ([("limit", 1000)] if paged else []))
    rows = json.loads(told)["rows"] if status == 200 else told
    extra = [{key: value for key, value in row.items() if key != "points"} for row in rows] if status == 200 else rows
    if extra != (lines[:1000] if paged else lines):
        yield f"{question} as rows: {status} {extra[:2]} {lines[:2]}"


def check_equal_answers(report, ludex, database, server):
    rng = random.Random(15)
    values = values_of(ludex, database)
    found, refused = [], 0
    for _ in range(COMBINATIONS):
        question = draw_question(values, rng)
        found += differences(ludex, database, server, question)
        refused += ask_program(ludex, question[1], database, question[2], "csv")[0] == 2
    report.expect(not found, f"{COMBINATIONS} questions have the answers of the command line", "\n".join(found[:5]))
    report.expect(refused < COMBINATIONS / 4, "most of them make sense", f"{refused} are refused by both")


def check_exports(report, ludex, database, server):
    """Records and positions of selections, byte for byte what `ludex export` writes."""
    rng = random.Random(6)
    values = values_of(ludex, database)
    forms = [[("format", "sgf")], [("format", "csv")], [("format", "json")], [("positions", "last")],
             [("format", "original")], [("positions", "0..2"), ("format", "csv")], []]
    wrong, written = [], 0
    for number in range(40):
        question = draw_filters(values, rng) + forms[number % len(forms)]
        words = [f"--{name}" if value is None else f"--{name}={value}" for name, value in question]
        done = subprocess.run(ludex.command("export", database, *words), capture_output=True, check=False)
        status, told = server.get("export", [(name, "" if value is None else value) for name, value in question])
        if (status == 200) != (done.returncode == 0) or (status == 200 and told != done.stdout):
            wrong.append(f"{question}: {status} {told[:100]!r}, {done.returncode} {done.stdout[:100]!r} {done.stderr!r}")
        written += status == 200 and len(told) > 0
    report.expect(not wrong, "exports are those of the command line, byte for byte", "\n".join(wrong[:5]))
    report.expect(written > 10, "some of them hold something", str(written))


def check_description(report, server):
    """Every answer has what the description of the API promises, and takes no other parameter."""
    status, document = server.json("openapi.json")
    report.equal((status, document["openapi"]), (200, "3.1.0"), "the API describes itself")
    paths = document["paths"]
    wrong = []
    for path, item in paths.items():
        names = [parameter["name"] for parameter in item["get"]["parameters"] if parameter["in"] == "query"]
        if len(names) != len(set(names)):
            wrong.append(f"{path}: a parameter twice")
        filled = path.strip("/").replace("{id}", "1").replace("{ply}", "0")
        if server.get(filled, [("no-such-parameter", "")])[0] != 400:
            wrong.append(f"{path}: takes an unknown parameter")
        for parameter in item["get"]["parameters"]:
            if parameter["in"] == "query" and parameter["schema"].get("type") == "integer":
                too_much = parameter["schema"]["maximum"] + 1
                if server.get(filled, [(parameter["name"], too_much)])[0] != 400:
                    wrong.append(f"{path}: {parameter['name']}={too_much} is taken")
    report.expect(not wrong, f"{len(paths)} paths take what is described", "\n".join(wrong))


def misfits(answer, schema):
    """What an answer has that its schema does not describe, or describes otherwise."""
    types = {"integer": int, "number": (int, float), "string": str, "boolean": bool, "array": list, "object": dict,
             "null": type(None)}
    for key, value in answer.items():
        known = schema["properties"].get(key)
        told = known and ([known["type"]] if isinstance(known["type"], str) else known["type"])
        if not known or not any(isinstance(value, types[name]) for name in told):
            yield f"{key} = {str(value)[:40]} against {known}"
    yield from (f"{key} is missing" for key in schema["required"] if key not in answer)


def check_schemas(report, server):
    """Real answers against the schemas of the description."""
    paths = server.json("openapi.json")[1]["paths"]
    wrong, asked = [], set()
    for path, parameters in [
            ("info", []), ("games", []), ("games", [("position", "moves:")]), ("games/{id}", []),
            ("games/{id}/moves", []), ("games/{id}/positions/{ply}", [("svg", "")]), ("games/{id}/copies", []),
            ("explore", [("position", "moves:"), ("svg", "1")]), ("explore", [("pattern", "B"), ("game", "go")]),
            ("explore", [("position", "moves:"), ("game", "shogi")]), ("position", [("position", "moves:dd"), ("text", "")]),
            ("play", [("position", "moves:dd"), ("move", "pp"), ("svg", "")]), ("stats", [("by", "player")]),
            ("stats", [("ratings", ""), ("game", "go")]), ("players", []), ("players", [("prefix", "lee")]),
            ("players", [("kind", "event")]), ("duplicates", []), ("problems", []), ("rejects", []), ("sources", []),
            ("sql", [("sql", "SELECT 1 AS one, NULL AS none")])]:
        status, answer = server.json(path.replace("{id}", "1").replace("{ply}", "0"), parameters)
        schema = paths["/" + path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        found = list(misfits(answer, schema)) if status == 200 else [f"status {status}"]
        wrong += [f"{path} {parameters}: {what}" for what in found]
        asked.add("/" + path)
    report.expect(not wrong, "answers are as their schemas say", "\n".join(wrong[:5]))
    left = [path for path in paths if path not in asked and not path.endswith((".svg", "/record", "/export", ".json"))]
    report.expect(not left, "every path with a schema was asked", str(left))


def check_refusals(report, server):
    for path, parameters, wanted in [
            ("games", [("id", "@/etc/passwd")], 400), ("explore", [("position", "-")], 400),
            ("explore", [("pattern", "@/etc/passwd"), ("game", "go")], 400), ("games", [("sort", "nothing")], 400),
            ("games", [("limit", "1001")], 400), ("games", [("columns", "id,nothing")], 400),
            ("games/9999999", [], 404), ("games/1/positions/99999", [], 404), ("games/1/positions/x", [], 404),
            ("nothing", [], 404), ("sql", [("sql", "DELETE FROM game")], 422),
            ("sql", [("sql", "ATTACH '/tmp/x' AS x")], 422), ("sql", [("sql", "SELECT load_extension('x')")], 422),
            ("play", [("position", "moves:dd"), ("move", "dd")], 422)]:
        status, body = server.get(path, parameters)
        error = json.loads(body).get("error", {})
        report.expect(status == wanted and error.get("message"), f"{path} {parameters}: {wanted} and a message",
                      f"{status} {body[:200]}")
    started = time.monotonic()
    endless = "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t"
    status, _ = server.get("sql", [("sql", endless)])
    report.expect(status == 504 and time.monotonic() - started < 7, "endless SQL is stopped", str(status))


def games_in(server):
    return server.json("games", [("limit", 1)])[1].get("total")


def check_changes(report, ludex, database, server, scratch):
    before = games_in(server)
    more = ludex.generate(scratch / "more.sgf", 2000)
    indexing = subprocess.Popen(ludex.command("index", database, more, "--no-progress"), stderr=subprocess.DEVNULL)
    seen = []
    while indexing.poll() is None:
        status, answer = server.json("explore", [("position", "moves:")])
        seen.append(status if status != 200 else answer["of"])
    report.expect(all(isinstance(count, int) and count in (before, before + 2000) or count == 503 for count in seen),
                  f"{len(seen)} questions while games come in see whole batches", str(sorted(set(seen))))
    report.equal(games_in(server), before + 2000, "then all of the new games")
    ludex.run("remove", database, "--id", "1,2", "--yes")
    report.equal(games_in(server), before + 1998, "games taken out are gone")
    ludex.run("compact", database)
    report.equal(games_in(server), before + 1998, "a compacted database is read on")


def check_other_files(report, ludex, database, server, scratch):
    other = scratch / "other.db"
    ludex.index(other, ludex.generate(scratch / "other.sgf", 300), "--no-progress")
    whole = scratch / "whole.db"
    shutil.copy(database, whole)
    os.replace(other, database)
    report.equal(games_in(server), 300, "another database in its place is read")
    os.truncate(database, os.path.getsize(database) // 3)
    for path in ["games", "games/17", "games/200/moves", "stats?by=player", "explore?position=moves:"]:
        name, _, rest = path.partition("?")
        status, _ = server.get(name, urllib.parse.parse_qsl(rest))
        report.expect(status in (200, 404, 503), f"{path}: an answer or an error while the file is cut short", str(status))
    report.expect(server.is_running(), "the server lives on")
    os.remove(database)
    status, answer = server.json("games")
    report.equal((status, answer["error"]["code"]), (503, "no_database"), "no file: an error that says so")
    os.replace(whole, database)
    report.expect(games_in(server) > 300, "the file is back: so are the answers")


def test(report, ludex, scratch, corpus):
    database = scratch / "games.db"
    sources = [acceptance.SAMPLE, acceptance.HERE.parent / "data" / "boards"]
    if corpus is not None:
        sources += [corpus / "hex", corpus / "csa", corpus / "crossword"]
    ludex.index(database, *sources, "--no-progress")
    server = Server(ludex, database)
    try:
        report.section("The same answers as the command line")
        check_equal_answers(report, ludex, database, server)
        check_exports(report, ludex, database, server)
        report.section("The description, and what is refused")
        check_description(report, server)
        check_schemas(report, server)
        check_refusals(report, server)
        report.section("While the database changes")
        check_changes(report, ludex, database, server, scratch)
        check_other_files(report, ludex, database, server, scratch)
        before = server.cpu_seconds()
        time.sleep(1)
        report.expect(server.cpu_seconds() - before < 0.1, "nobody asks: it idles")
    finally:
        report.equal(server.stop(), 0, "it ends when it is told to")


if __name__ == "__main__":
    acceptance.main(test, __doc__)
