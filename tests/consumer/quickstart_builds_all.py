#!/usr/bin/env python3
"""Says which of the files that `cmake --install` installs are not built by the target `quickstart`.

usage: quickstart_builds_all.py NINJA BUILD_FOLDER
"""

import pathlib
import re
import subprocess
import sys


def ninja_lines(ninja, build, *tool):
    run = subprocess.run([ninja, "-C", build, "-t", *tool], check=True, capture_output=True, text=True)
    return run.stdout.splitlines()


def installed_files(build):
    """All paths below the build folder that its install scripts name."""
    for script in pathlib.Path(build).rglob("cmake_install.cmake"):
        for path in re.findall(r'"(/[^"]*)"', script.read_text()):
            if path.startswith(f"{build}/"):
                yield path.removeprefix(f"{build}/")


def main():
    ninja, build = sys.argv[1], str(pathlib.Path(sys.argv[2]).resolve())
    built_at_all = {line.rsplit(": ", 1)[0] for line in ninja_lines(ninja, build, "targets", "all")}
    to_install = set(installed_files(build)) & built_at_all
    assert "ludex" in to_install, f"the program is not installed: {sorted(to_install)}"
    built = set(re.findall(r'label="([^"]+)"', "\n".join(ninja_lines(ninja, build, "graph", "quickstart"))))
    missing = sorted(to_install - built)
    print(f"installed: {', '.join(sorted(to_install))}; not built by quickstart: {missing or 'none'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
