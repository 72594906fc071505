#!/usr/bin/env python3
"""Types command lines into a real shell, presses Tab, and compares what it offers.

usage: completion.py SHELL FOLDER

SHELL is bash, zsh or fish; FOLDER holds the scripts. Exit status: 0 as expected, 1 not, 77 the shell is not installed.
"""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

# What is typed, what must be offered or completed, and what must not be.
CASES = [
    ("ludex ex", ["explore", "export"], ["find"]),
    ("ludex find games.db --date-", ["--date-exact"], ["--limit"]),
    ("ludex find games.db --format ", ["text", "csv", "tsv", "json"], ["records.sgf", "svg"]),
    ("ludex find games.db --game=s", ["shogi"], ["hex"]),
    ("ludex find ga", ["games.db"], ["index"]),
    ("ludex index games.db reco", ["records.sgf"], ["index.html"]),
    ("ludex stats games.db --by player,o", ["opponent", "opening"], ["event"]),
    ("ludex stats games.db --by=year,o", ["opponent", "opening"], ["event"]),
    ("ludex find games.db --sort date,bla", ["black", "black_rank"], ["white"]),
    ("ludex explore games.db --sort score_", ["score_low", "score_high"], ["move"]),
    ("ludex stats games.db --columns year,r", ["rate", "rate_low"], ["mean_moves"]),
    ("ludex duplicates games.db --columns equ", ["equal_moves"], ["id"]),
    ("ludex alias games.db s", ["suggest"], ["add"]),
    ("ludex help compa", ["compact"], ["info"]),
    ("ludex export games.db -f o", ["original"], ["csv"]),
    ("ludex export games.db --split-by y", ["year"], ["player"]),
    ("ludex alias games.db suggest --format t", ["text", "tsv"], ["list"]),
    ("ludex export games.db -o rec", ["records.sgf"], ["index.html"]),
    ("ludex index games.db a.sgf --no-pro", ["--no-progress"], ["--no-text"]),
]
PROMPT = "ready> "
QUIET_SECONDS, LONGEST_SECONDS = 0.3, 15


class Terminal:
    """A shell at a terminal of its own, in which `ludex` prints its operands."""

    def __init__(self, arguments, setup, folder):
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8",
                       "PS1": PROMPT, "HISTFILE": "/dev/null", "COLUMNS": "200", "LINES": "50"}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, environment)
        self.read_until(PROMPT)
        self.type(f"{setup}; ludex() {{ printf '<%s>' \"$@\"; echo; }}; echo set''-up\n")
        self.read_until("set-up\r\n")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, mark):
        """What is printed up to a mark, and until the shell is quiet after it."""
        printed, deadline = "", time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < deadline:
            if select.select([self.terminal], [], [], QUIET_SECONDS)[0]:
                printed += os.read(self.terminal, 65536).decode("utf-8", "replace")
            elif mark in printed:
                return printed
        raise TimeoutError(f"no {mark!r} in {printed!r}")

    def offered(self, typed):
        """What Tab prints, and the line that it leaves when it is entered."""
        self.type(f"{typed}\t")
        printed = self.read_until("")
        self.type("\n")
        return printed + self.read_until(">\r\n")

    def close(self):
        self.type("exit\n")
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def start_bash(scripts, folder):
    setup = f"bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'; source {scripts / 'ludex'}"
    return Terminal(["bash", "--norc", "--noprofile", "-i"], setup, folder)


def start_zsh(scripts, folder):
    setup = f"PS1='{PROMPT}'; fpath=({scripts} $fpath); autoload -U compinit; compinit -u -D; LISTMAX=1000; setopt no_list_ambiguous; bindkey -e"
    return Terminal(["zsh", "-f", "-i"], setup, folder)


class Fish:
    """fish says what it would offer."""

    def __init__(self, scripts, folder):
        self.script, self.folder = scripts / "ludex.fish", folder

    def offered(self, typed):
        run = subprocess.run(["fish", "--no-config", "-c", f"source {self.script}; complete -C '{typed}'"],
                             cwd=self.folder, capture_output=True, text=True, check=True,
                             env=dict(os.environ, HOME=str(self.folder)))
        return "\n".join(line.split("\t")[0] for line in run.stdout.splitlines()) + run.stderr

    def close(self):
        pass


def has_word(text, word):
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def main():
    shell, scripts = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    if shutil.which(shell) is None:
        print(f"skipped: {shell} is not installed")
        return 77
    start = {"bash": start_bash, "zsh": start_zsh, "fish": Fish}[shell]
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "games.db").touch()
        (folder / "records.sgf").touch()
        started = start(scripts, folder)
        for typed, wanted, unwanted in CASES:
            text = started.offered(typed)
            missing = [word for word in wanted if not has_word(text, word)]
            surplus = [word for word in unwanted if has_word(text, word)]
            if missing or surplus:
                wrong += 1
                print(f"{typed!r}: missing {missing}, unwanted {surplus}, offered {text!r}")
        started.close()
    print(f"{len(CASES) - wrong} of {len(CASES)} command lines are completed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
