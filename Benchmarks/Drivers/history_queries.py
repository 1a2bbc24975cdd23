"""The time and memory of `whereismy` for queries of a history of ten million fixes, from start to exit."""

import os
import statistics
import subprocess
import time

import processes

FIXES = 10_000_000
ROUNDS = 7
# The history starts with 2026 and has a fix per second. TZ is not set, so the local day is that of the machine.
QUERIES = {
    "day": ["track", "--day", "2026-02-10", "--format", "json"],
    "at": ["at", "2026-02-10T11:13:20.5Z"],
    "line": ["track", "--from", "2026-01-01", "--to", "2026-12-31", "--simplify", "10", "--format", "geojson"],
    "million": ["track", "--from", "2026-02-01T00:00:00Z", "--to", "2026-02-12T13:46:39Z", "--format", "gpx"],
}


def seconds(arguments):
    """Runs a program; returns the seconds from start to exit."""
    started = time.monotonic()
    processes.finish(processes.spawn(arguments))
    return time.monotonic() - started


def measure(programs):
    """Creates a history and queries it; returns the median seconds and the maximum resident bytes of each query."""
    with processes.disk_directory(programs["whereismy"]) as directory:
        fill = [programs["historywriter"], "fill", os.path.join(directory, "history.db"), str(FIXES)]
        subprocess.run(fill, check=True, stdout=subprocess.DEVNULL)
        state = ["--state-directory", directory]
        commands = {name: [programs["whereismy"]] + arguments + state for name, arguments in QUERIES.items()}
        times = {name: statistics.median(seconds(command) for _ in range(ROUNDS)) for name, command in commands.items()}
        return times, {name: processes.peak_memory(command) for name, command in commands.items()}
