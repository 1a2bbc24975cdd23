"""The time and memory of `whereismy` for queries of a history of ten million fixes, from start to exit, compared with
gpsbabel, which reads and writes the same fixes, and with SQLite, which reads the same rows."""

import os
import statistics
import subprocess

import goals
import peers
import processes
from startup import start_to_exit
from table import Row

FIXES = 10_000_000
# The history starts with 2026 and has a fix per second. TZ is not set, so the local day is that of the machine.
QUERIES = {
    "a day as JSON": ["track", "--day", "2026-02-10", "--format", "json"],
    "a million fixes as GPX": ["track", "--from", "2026-02-01T00:00:00Z", "--to", "2026-02-12T13:46:39Z"],
    "position at a time": ["at", "2026-02-10T11:13:20.5Z"],
    "line of the year": ["track", "--from", "2026-01-01", "--to", "2026-12-31", "--simplify", "10"],
}
QUERIES["a million fixes as GPX"] += ["--format", "gpx"]
QUERIES["line of the year"] += ["--format", "geojson"]
STATEMENTS = {
    "position at a time": "SELECT * FROM segment WHERE start <= 1770721200000 ORDER BY start DESC LIMIT 1",
}
GOALS = {
    "a day as JSON": ("gpsbabel", goals.QUERY_AGAINST_GPSBABEL),
    "a million fixes as GPX": ("gpsbabel", goals.QUERY_AGAINST_GPSBABEL),
    "position at a time": ("SQLite", goals.POSITION_AGAINST_SQLITE),
    "line of the year": ("gpsbabel", goals.LINE_AGAINST_GPSBABEL),
}


class History:
    """A history of ten million fixes in a directory, and the commands that read it."""

    def __init__(self, programs, directory):
        self.database = os.path.join(directory, "history.db")
        fill = [programs["historywriter"], "fill", self.database, str(FIXES)]
        subprocess.run(fill, check=True, stdout=subprocess.DEVNULL)
        state = ["--state-directory", directory]
        self.commands = {name: [programs["whereismy"], *query, *state] for name, query in QUERIES.items()}
        self.yardsticks = {name: [programs["sqlite"], self.database, sql] for name, sql in STATEMENTS.items()}
        for number, name in enumerate(name for name in QUERIES if name not in STATEMENTS):
            track = os.path.join(directory, f"{number}.gpx")
            period = QUERIES[name][: QUERIES[name].index("--format")]
            export = [programs["whereismy"], *period, "--format", "gpx", *state]
            processes.finish(processes.spawn(export, track))
            self.yardsticks[name] = ["gpsbabel", "-i", "gpx", "-f", track, "-o", "unicsv", "-F", os.devnull]

    def measure(self, name):
        """Runs a query and its yardstick alternately; returns the seconds of each, and the query's resident bytes."""
        pairs = [
            (start_to_exit(self.commands[name]), start_to_exit(self.yardsticks[name])) for _ in range(peers.ROUNDS)]
        return *zip(*pairs), processes.peak_memory(self.commands[name])


def rows(programs, _):
    """Yields the cost of the command for queries of a long history, on the disk that holds the programs."""
    with processes.disk_directory(programs["whereismy"]) as directory:
        history = History(programs, directory)
        yield Row(f"a history of {FIXES} fixes, start to exit, {peers.ROUNDS} rounds")
        for name, (peer, goal) in GOALS.items():
            times, others, peak = history.measure(name)
            yield Row(f"  {name}", statistics.median(times) * 1e3, "ms")
            yield Row(f"  {name}, relative to {peer}", peers.ratio(times, others), "x", at_most=goal)
            yield Row(f"  {name}, resident", peak / peers.MEGABYTE, "MB", below=goals.QUERY_MEMORY)
