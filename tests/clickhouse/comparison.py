"""What the tests of a cluster share that compare its answers with those of the database."""

import concurrent.futures
import pathlib
import shlex
import subprocess

DATA = pathlib.Path(__file__).parent.parent / "data"

# Far from the start: the first line is played in more games than are read one by one, the other in fewer.
LINES = {36: "dd pp pd dp jj jd jp dj pj gg mm gm", 9: "cc qq qc cq kk kc kq ck qk hh ll hl"}


class Test:
    """Runs the program, and compares what it answers from a database and from a cluster."""
    seed = 11  # of the games

    def __init__(self, options, folder, cluster):
        self.program, self.generator, self.folder, self.cluster = options.program, options.generator, folder, cluster
        self.pool = concurrent.futures.ThreadPoolExecutor(3)

    def run(self, *arguments):
        return subprocess.run([self.program, *map(str, arguments)], capture_output=True, timeout=120)

    def do(self, *arguments):
        done = self.run(*arguments)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout.decode()

    def generated(self, name, *options):
        path = self.folder / name
        with open(path, "wb") as out:
            subprocess.run([self.generator, "--seed", str(self.seed), *options], stdout=out, check=True)
        return path

    def compare(self, database, url, commands):
        """The answers to commands, which are lists of words in which DB stands for the database."""
        def answer(command, where):
            done = self.run(*(where if word == "DB" else word for word in command))
            return done.returncode, done.stdout, done.stderr.replace(str(where).encode(), b"DB")

        def both(command):
            return command, answer(command, database), answer(command, url)

        for command, stored, published in self.pool.map(both, commands):
            assert stored == published, f"{shlex.join(command)}:\n{shown(stored)}\n--- but on the cluster ---\n{shown(published)}"
        print(f"ok {len(commands)} questions", flush=True)


def shown(answer):
    status, out, complaints = answer
    return f"exit {status}\n{complaints.decode(errors='replace')[:2000]}{out.decode(errors='replace')[:2000]}"


def published(test):
    """\\returns a database of many games and where it is published."""
    sources = [DATA / "sample", DATA / "boards", test.generated("go.sgf", "--games", "400"), games_of_lines(test.folder),
               test.generated("crossword.gcg", "--games", "60", "--game", "crossword", "--format", "gcg")]
    database = test.folder / "all.db"
    test.do("index", database, *sources, "-q")
    test.do("alias", database, "add", "Adele Moore", "Ada Moor")
    test.do("alias", database, "add", "Benedikt Ruiz", "Benno Ruiz")
    test.do("alias", database, "add", "Cup of Winter", "Winter Cup", "--kind", "event")
    test.do("alias", database, "add", "Somebody Else", "--id", "2", "--seat", "1")
    url = test.cluster.url("all")
    test.do("publish", database, "--to", url, "--batch", "100")
    return database, url


def games_of_lines(folder):
    """A third of the games passes twice after the line and so has its position once more."""
    path = folder / "lines.sgf"
    with open(path, "w") as out:
        for count, line in LINES.items():
            for game in range(count):
                points = line.split() + (["", ""] if game % 3 == 0 else []) + ["rr" if game % 2 else "ss"]
                moves = "".join(f";{'BW'[i % 2]}[{point}]" for i, point in enumerate(points))
                out.write(f"(;GM[1]FF[4]SZ[19]PB[p{game % 5}]PW[q]DT[{2000 + game % 7}]RE[{'BW'[game % 2]}+R]{moves})\n")
    return path
