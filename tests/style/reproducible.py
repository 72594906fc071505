#!/usr/bin/env python3
"""The same sources give the same bytes wherever they lie.

    reproducible.py SOURCE_DIR BUILD_DIR

Copies the sources to another folder, compiles some objects of the build there with the same commands, without a compiler
cache, and compares them with those of the build. Skipped where the build lies outside of the sources.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# One of each kind: a file alone, files compiled together, one with much of libraries, one that the build writes.
OBJECTS = ("options/option_table.cpp.o", "unity_src_core_0_cxx.cxx.o", "unity_src_formats_gcg_0_cxx.cxx.o",
           "store/sql/sqlite_file.cpp.o", "schema.cpp.o")
SKIPPED = 77


def commands_of(build):
    """{object: command} of the objects that are compared."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        place = entry["command"].split(" -o ")[1].split(" ")[0]
        if place.startswith("src/") and place.endswith(OBJECTS):
            found[place] = entry["command"]
    return found


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    if not build.is_relative_to(source):
        print("skipped: the build lies outside of the sources")
        sys.exit(SKIPPED)
    commands = commands_of(build)
    different = []
    with tempfile.TemporaryDirectory(prefix="ludex-") as scratch:
        other = pathlib.Path(scratch) / "a-folder-with-another-name" / "ludex"
        other_build = other / build.relative_to(source)
        for name in ("src", "include", "schema"):
            shutil.copytree(source / name, other / name)
        for file in build.glob("src/**/*.c*"):
            if file.suffix in (".cpp", ".cxx"):
                place = other_build / file.relative_to(build)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(file.read_text("utf-8").replace(str(source), str(other)), "utf-8")
        for place, command in sorted(commands.items()):
            (other_build / place).parent.mkdir(parents=True, exist_ok=True)
            command = command.replace(str(source), str(other))
            subprocess.run(command, shell=True, check=True, cwd=other_build, env={**os.environ, "CCACHE_DISABLE": "1"})
            if (build / place).read_bytes() != (other_build / place).read_bytes():
                different.append(place)
    print(f"{len(commands)} objects compiled in another folder; different: {', '.join(different) or 'none'}")
    sys.exit(1 if different or len(commands) < len(OBJECTS) - 1 else 0)


if __name__ == "__main__":
    main()
