"""A team's PostgreSQL server of a test's own, which may be stopped, killed and started again."""
import pathlib
import subprocess

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "support/postgres_server.sh"
# What a process loses that is killed, the system still has: only a power cut needs `fsync`. A commit
# has to be written, though, before it is told.
KILLABLE = ("fsync=off", "synchronous_commit=on")
PATIENCE_S = 120


class Server:
    """Ends with this process at the latest."""

    def __init__(self, place, owner, settings=KILLABLE):
        self.place = place
        self.run("start", str(place), str(owner), *settings)
        self.url = place.read_text().strip()
        self.folder = pathlib.Path(self.url.split("host=")[1].split("&")[0])

    def run(self, *arguments):
        subprocess.run([str(SCRIPT), *arguments], check=True, timeout=PATIENCE_S,
                       stdin=subprocess.DEVNULL)

    def restart(self, how):
        """`immediate` is a crash: the server recovers what was committed. `fast` says goodbye."""
        self.run("restart", str(self.place), how)

    def stop(self):
        self.run("stop", str(self.place), "immediate")

    def psql(self, *arguments):
        return ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", *arguments, self.url]

    def lines(self, sql):
        """What the server answers, a line at a time, columns between tabs."""
        process = subprocess.Popen(self.psql("-F", "\t", "-c", sql), stdout=subprocess.PIPE,
                                   text=True, encoding="utf-8", errors="surrogateescape")
        with process.stdout:
            for line in process.stdout:
                yield line.rstrip("\n")
        if process.wait(timeout=PATIENCE_S) != 0:
            raise RuntimeError(f"psql: {sql}")

    def value(self, sql):
        answer, = self.lines(sql)
        return answer

    def tables(self):
        """Those of the index, each with its partitions."""
        return list(self.lines(
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid=c.relnamespace WHERE "
            "n.nspname='holdfast' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1"))


class Watcher:
    """Asks the server the same question again and again, over one connection, so that the answer is
    of the moment."""

    def __init__(self, server, sql):
        self.sql = sql
        self.process = subprocess.Popen(server.psql(), stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.ask()

    def ask(self):
        self.process.stdin.write(self.sql + ";\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=PATIENCE_S)
