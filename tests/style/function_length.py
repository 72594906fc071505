#!/usr/bin/env python3
"""Checks that no function is longer than 60 lines.

usage: function_length.py SOURCE_TREE

Reads clang-formatted C++: a function is a block whose head ends in ")" or in what may follow one,
inside namespaces and classes only. Its lines are those from its head to its closing brace.
Reads JavaScript by its indentation: functions of a module and methods of its classes.
Prints one line per long function; the exit status is 1 if there is any.
"""

import pathlib
import re
import sys

MOST_LINES = 60
SCOPE = re.compile(r"^\s*(inline\s+)?(namespace|class|struct|union|enum|extern)\b(?!.*\)\s*(const)?$)")
SCRIPT_HEAD = re.compile(
    r"^( {0,2})(?!(?:if|for|while|switch|catch|return|super)\b)(?:export |default |static |async |get |set )*"
    r"(?:function\b\*? *(?P<function>\w*)|(?:const|let) (?P<arrow>\w+) = (?:async )?(?:\(.*|\w+) =>|(?P<method>#?\w+)\(.*\{$|(?P<split>#?\w+)\(\{?$)")
TABLE = re.compile(r"(=|,|\(|return)\s*$")  # a list of values, or an argument


def without_literals(text):
    """The text with comments, strings and characters blanked, line by line."""
    pattern = re.compile(
        r'//[^\n]*|/\*.*?\*/|R"([^()\\ ]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
    return pattern.sub(lambda match: "".join(c if c == "\n" else " " for c in match[0]), text)


def functions(text):
    """Yields first line, last line and head of each function."""
    text = re.sub(r"(?m)^[ \t]*#(?:.*\\\n)*.*$", "", without_literals(text))
    head_at, line, depth = 0, 1, 0
    start = None  # of the function that is open: its depth, line and head
    for at, c in enumerate(text):
        if c == "\n":
            line += 1
        elif c == "{":
            if start is None:
                head = " ".join(text[head_at:at].split())
                if not SCOPE.match(head.split("> ", 1)[-1] if head.startswith("template") else head) and not TABLE.search(
                        head) and "(" in head:
                    begin = text.count("\n", 0, head_at + len(text[head_at:at]) - len(text[head_at:at].lstrip())) + 1
                    start = (depth, begin, head)
            depth += 1
            head_at = at + 1
        elif c == "}":
            depth -= 1
            head_at = at + 1
            if start and depth == start[0]:
                rest = text[at + 1:at + 200].lstrip()
                if not rest.startswith((",", "{")):  # else `head` began with members' initial values
                    yield start[1], line, start[2]
                    start = None
        elif c == ";" and start is None:
            head_at = at + 1


def script_functions(text):
    """Yields first line, last line and name of each function of a script; longer statements count as well."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        head = SCRIPT_HEAD.match(line)
        if not head:
            continue
        last = at
        for below in range(at + 1, len(lines)):
            text_below = lines[below].lstrip()
            if not text_below:
                continue
            indent = len(lines[below]) - len(text_below)
            if indent <= len(head[1]) and (indent < len(head[1]) or text_below[0] not in "})]"):
                break
            last = below
        yield at + 1, last + 1, next(name for name in head.group("function", "arrow", "method", "split") if name is not None)


def check(root):
    for path in sorted(root.rglob("*.js")):
        for first, last, name in script_functions(path.read_text(encoding="utf-8")):
            if last - first + 1 > MOST_LINES:
                yield f"{path}:{first}: {name}() has {last - first + 1} lines, {MOST_LINES} at most"
    for path in sorted([*root.rglob("*.hpp"), *root.rglob("*.cpp")]):
        for first, last, head in functions(path.read_text(encoding="utf-8")):
            name = re.sub(r"\(.*", "", head).split()[-1]
            if last - first + 1 > MOST_LINES:
                yield f"{path}:{first}: {name}() has {last - first + 1} lines, {MOST_LINES} at most"


def main():
    findings = list(check(pathlib.Path(sys.argv[1]) / "src"))
    print("\n".join(findings) or "every function is short")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
