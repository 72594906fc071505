#!/usr/bin/env python3
"""Makes the Debian packages, asks lintian about them, unpacks them, and tries what is in them.

usage: debian_packages.py BUILD_FOLDER SOURCE_TREE

Nothing outside a scratch folder is installed. Exit status: 0 fine, 1 not, 77 where packages cannot be made.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

EXPECTED = {
    "ludex": ["usr/bin/ludex", "usr/share/man/man1/ludex.1.gz", "usr/share/man/man1/ludex-find.1.gz",
              "usr/share/man/man7/ludex-filters.7.gz", "usr/share/bash-completion/completions/ludex",
              "usr/share/zsh/vendor-completions/_ludex", "usr/share/fish/vendor_completions.d/ludex.fish",
              "usr/share/doc/ludex/copyright"],
    "libludex-dev": ["usr/include/ludex/archive.hpp", "usr/share/doc/libludex-dev/copyright"],
}


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def make_packages(build, folder):
    result = subprocess.run(["cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", folder],
                            capture_output=True, text=True, cwd=folder)
    if result.returncode != 0:
        sys.exit(result.stdout + result.stderr)
    return {path.name.split("_")[0]: path for path in folder.glob("*.deb")}


def lint(packages):
    """Errors and warnings of lintian. Its notes about a folder that root owns come from the tests' scratch folder."""
    if shutil.which("lintian") is None:
        print("lintian is not installed: not asked")
        return ""
    result = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", *packages.values()],
                            capture_output=True, text=True)
    return result.stdout + result.stderr if result.returncode != 0 else ""


def unpack(packages, root):
    """As dpkg does, into a root of its own."""
    for package in packages.values():
        run("dpkg-deb", "-x", package, root)


def try_program(root, sample):
    ludex = root / "usr" / "bin" / "ludex"
    version = run(ludex, "--version")
    assert version.startswith("ludex "), version
    database = root / "games.db"
    run(ludex, "index", database, sample)
    count = run(ludex, "find", database, "--player", "shusaku", "--count")
    assert count == "3\n", count
    return database


def try_pkg_config(root):
    folders = [str(path.parent) for path in (root / "usr" / "lib").rglob("ludex.pc")]
    include = run("pkg-config", "--variable=includedir", "ludex", env=dict(os.environ, PKG_CONFIG_PATH=":".join(folders)))
    assert pathlib.Path(include.strip()).resolve() == root / "usr" / "include", include


def try_extension(root, database):
    extensions = list((root / "usr" / "lib").rglob("libludex_sqlite.so"))
    assert len(extensions) == 1, extensions
    hits = run("sqlite3", database, f".load {extensions[0].with_suffix('')}",
               "SELECT count(*) FROM ludex_positions('moves:pd dp')")
    assert int(hits) > 3, hits


def main():
    build, tree = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    if shutil.which("dpkg-deb") is None:
        print("skipped: dpkg is not installed")
        return 77
    with tempfile.TemporaryDirectory(prefix="ludex-deb-") as name:
        folder = pathlib.Path(name)
        packages = make_packages(build, folder)
        assert set(packages) == set(EXPECTED), packages
        findings = lint(packages)
        root = folder / "root"
        unpack(packages, root)
        missing = [path for paths in EXPECTED.values() for path in paths if not (root / path).exists()]
        assert not missing, missing
        try_extension(root, try_program(root, tree / "tests" / "data" / "sample"))
        try_pkg_config(root)
        page = run("man", "-l", root / "usr/share/man/man1/ludex-find.1.gz", env=dict(os.environ, MANWIDTH="80"))
        assert "--position" in page, page
    print(findings or "the packages are fine")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
