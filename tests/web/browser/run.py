#!/usr/bin/env python3
"""Runs the tests of the pages in a real browser.

usage: run.py --program LUDEX --data TESTS_DATA --out FOLDER [--only PATTERN]

Skipped (exit 77), with the reason, where something is missing: node 18, the modules of package.json
(`npm ci --prefix tests/web/browser`) or a Chromium (chromium-headless-shell or chromium in PATH), and
where the browser does not work without any page of ours (probe.mjs).
FOLDER keeps a picture of every page, the whole report (report.tap) and what the browser said (browser.log).
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RUN_SECONDS = [1500, 600]  # the most that the run and the second try may take; together less than ctest's limit
PROBE_SECONDS = 300
RUN = "the run itself"
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def find_node():
    node = shutil.which("node")
    if not node:
        skip("there is no node")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(re.match(r"v(\d+)", version)[1]) < 18:
        skip(f"node is {version.strip()}, the browser's driver wants 18")
    return node


def main():
    parser = argparse.ArgumentParser()
    for name in ["--program", "--data", "--out"]:
        parser.add_argument(name, required=True, type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--only", help="run the tests whose name matches")
    options = parser.parse_args()
    node = find_node()
    if not (HERE / "node_modules" / "playwright-core").is_dir():
        skip("no node_modules: run npm ci --prefix tests/web/browser")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        skip("there is no chromium-headless-shell and no chromium in PATH")
    pathlib.Path(options.out).mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "LUDEX_PROGRAM": options.program, "LUDEX_TEST_DATA": options.data, "LUDEX_BROWSER": browser,
                   "LUDEX_BROWSER_OUT": options.out}
    out = pathlib.Path(options.out)
    check_browser(node, environment, out / "browser.log")
    patterns = [options.only] if options.only else []
    failed = run_tests(node, environment, patterns, out / "report.tap", RUN_SECONDS[0])
    if RUN not in failed:
        patterns = [f"^{re.escape(name)}$" for name in failed]
    again = run_tests(node, environment, patterns, out / "again.tap", RUN_SECONDS[1]) if failed else []
    for name in failed:
        print(f"failed {'twice' if name in again else 'once, then passed'}: {name}")
    return 1 if again else 0


def check_browser(node, environment, log):
    """Skips the tests where the browser cannot even show a page that is not ours: twice, as it may have been chance."""
    for _ in range(2):
        try:
            run = subprocess.run([node, str(HERE / "probe.mjs")], env={**environment, "DEBUG": "pw:browser"}, check=False,
                                 text=True, errors="replace", capture_output=True, timeout=PROBE_SECONDS)
        except subprocess.TimeoutExpired:
            reason = f"nothing came of it in {PROBE_SECONDS} s"
            continue
        log.write_text(run.stderr, encoding="utf-8")
        if run.returncode == 0:
            return
        fatal = re.findall(r"FATAL.*|error while loading.*", run.stdout + run.stderr)
        reason = " ".join([*run.stdout.split("\n")[:1], *fatal[:1]])[:500]
    skip(f"the browser does not start: {reason}")


def run_tests(node, environment, patterns, report, most_seconds):
    """Runs the tests whose names match one of the patterns, all without any; gives the names of those that failed.
    A failed test has a second try with a new browser: what happens between two processes and a network is not all
    in the hands of either. Both reports are kept, also of a run that is killed, and what failed is printed."""
    only = [f"--test-name-pattern={pattern}" for pattern in patterns]
    command = [node, "--test-reporter=tap", *only, str(HERE / "main.mjs")]
    with open(report, "w", encoding="utf-8") as file:
        run = subprocess.Popen(command, env=environment, stdout=file, start_new_session=True)
        try:
            status = run.wait(most_seconds)
        except subprocess.TimeoutExpired:
            print(f"stopped after {most_seconds} s")
            os.killpg(run.pid, signal.SIGKILL)  # its server too; the browser ends by itself
            status = run.wait()
    text = report.read_text(encoding="utf-8", errors="replace")
    show(text, status)
    ended = [name for name in re.findall(r"(?m)^(?:not )?ok \d+ - (.*)$", text) if " # SKIP" not in name]
    failed = re.findall(r"(?m)^not ok \d+ - (.*?)(?: # SKIP.*)?$", text)
    return failed if failed and status > 0 or ended and status == 0 else [RUN]


def show(report, status):
    """Prints the tests that failed, with what they say, and the counts at the end: the rest is in the report."""
    tests = re.split(r"(?m)^(?=# Subtest: )", report)
    failed = [test for test in tests if re.search(r"(?m)^not ok", test)]
    print("".join(failed) or ("".join(tests[-5:]) if status else ""))
    print("\n".join(re.findall(r"(?m)^# (?:tests|pass|fail|cancelled|skipped|duration_ms) .*$", report)))


if __name__ == "__main__":
    sys.exit(main())
