#!/usr/bin/env python3
"""Programs and libraries are built so that a mistake in them is hard to abuse: readelf says whether.

    hardening.py [--code] FILE...

Checked are: code that can be loaded anywhere (PIE, or a shared library); tables of the linker that are read-only before
the program starts (RELRO, all symbols bound); a stack that is no code; no folder to search libraries in. With --code
(LUDEX_HARDENED_CODE) also: functions of the C library that know the sizes of buffers (_FORTIFY_SOURCE), stacks with a
canary.
"""

import re
import subprocess
import sys


def readelf(option, path):
    return subprocess.run(["readelf", "--wide", option, path], check=True, capture_output=True, text=True).stdout


def faults_of(path, of_code):
    header, segments, dynamic = (readelf(option, path) for option in ("--file-header", "--segments", "--dynamic"))
    stack = re.search(r"GNU_STACK(?:\s+0x\S+){5}\s+([RWE]+)", segments)
    checks = {
        "is loaded at a fixed address (no PIE)": re.search(r"Type:\s+DYN", header),
        "has no read-only tables of the linker (RELRO)": "GNU_RELRO" in segments,
        "binds symbols as they are called (no -z now)": re.search(r"\(BIND_NOW\)|FLAGS.*\bNOW\b", dynamic),
        "has a stack that may hold code": stack and "E" not in stack[1],
        "names folders to search libraries in": not re.search(r"\((RPATH|RUNPATH)\)", dynamic),
    }
    if of_code:
        symbols = readelf("--dyn-syms", path)
        checks["calls no fortified function (_FORTIFY_SOURCE)"] = re.search(r" UND __\w+_chk\b", symbols)
        checks["has no canaries on its stacks"] = "__stack_chk_fail" in symbols
    return [fault for fault, holds in checks.items() if not holds]


def main():
    of_code = "--code" in sys.argv
    files = [argument for argument in sys.argv[1:] if argument != "--code"]
    found = [f"{path}: {fault}" for path in files for fault in faults_of(path, of_code)]
    print("\n".join(found) if found else f"{len(files)} files, hardened")
    sys.exit(1 if found or not files else 0)


if __name__ == "__main__":
    main()
