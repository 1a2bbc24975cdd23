"""The speed of the gazetteer's import and queries, with the cities of libgeonames and with ROWS generated rows.

Usage: gazetteer.py PRODUCT-DIRECTORY BENCHMARKS-DIRECTORY ROWS, the directories of the release programs
"""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

import goals
import processes
from table import Row, show

MEGABYTE = 1e6
STARTS = 50
# The cost does not depend on the position; a radius of 5,000 km always finds a place.
NEAREST = ["nearest", "48.137,11.576", "--within", "5000km", "--count", "1"]


@dataclass
class Run:
    """The figures of an import and of the queries after it; medians in milliseconds, for `search` the slowest word's."""

    rows: int
    seconds: float
    cpu: float
    peak_memory: int
    size: int
    nearest: float
    five: float
    search: float
    browse: float
    process: float
    minimum: float


def import_table(arguments):
    """Runs an import; returns its seconds, its seconds of CPU, and its maximum resident bytes."""
    started = time.monotonic()
    pid = processes.spawn(arguments)
    peak = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        try:
            peak = max(peak, processes.memory(pid, "status", "VmHWM"))
        except AttributeError:
            break  # The process has just exited and has no memory any more.
        time.sleep(0.02)
    cpu = processes.finish(pid)
    return time.monotonic() - started, cpu, peak


def query(programs, database):
    """Queries a gazetteer in one process, as the daemon does; returns the median milliseconds of each query."""
    arguments = [programs["gazetteerbench"], "query", database]
    lines = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(median) for name, median, _ in (line.split() for line in lines)}


def start_to_exit(programs, state):
    """Returns the median and the minimum milliseconds of `whereismy nearest`, from start to exit. Other load on the
    machine only increases them."""
    times = []
    for _ in range(STARTS):
        started = time.monotonic()
        processes.finish(processes.spawn([programs["whereismy"]] + NEAREST + state))
        times.append((time.monotonic() - started) * 1e3)
    return statistics.median(times), min(times)


def measure(programs, rows=None):
    """Imports that many generated rows, or the cities for None, and queries them, on the disk that holds the programs."""
    with processes.disk_directory(programs["whereismy"]) as directory:
        table = os.path.join(directory, "table.txt")
        if rows:
            processes.finish(processes.spawn([programs["gazetteerbench"], "generate", str(rows)], table))
        state = ["--state-directory", directory]
        command = [programs["whereismy"], "gazetteer", "import"] + ([table] if rows else []) + state
        seconds, cpu, peak = import_table(command)
        database = os.path.join(directory, "places.db")
        medians = query(programs, database)
        search = max(value for name, value in medians.items() if name.startswith("search_"))
        return Run(
            rows or 24_361, seconds, cpu, peak, os.path.getsize(database), medians["nearest_1"], medians["nearest_5"],
            search, medians["browse"], *start_to_exit(programs, state))


def rows_of(run, nearest):
    """Yields the figures of a run as rows of the table."""
    yield Row(f"a gazetteer of {run.rows} places")
    if run.rows >= 1_000_000:
        yield Row("  imported rows per second", run.rows / run.seconds, "", at_least=goals.GAZETTEER_ROWS_PER_SECOND)
        yield Row("  imported rows per second of CPU", run.rows / run.cpu)
        yield Row("  resident memory of the import", run.peak_memory / MEGABYTE, "MB", below=goals.GAZETTEER_MEMORY)
        yield Row("  on the disk", run.size / MEGABYTE, "MB")
    yield Row("  nearest place", run.nearest, "ms", below=nearest)
    yield Row("  nearest five", run.five, "ms")
    yield Row("  search while typing, the slowest of the words", run.search, "ms", below=goals.GAZETTEER_SEARCH)
    yield Row("  a page of 20", run.browse, "ms")
    yield Row("  whereismy nearest, start to exit", run.process, "ms", below=goals.NEAREST_START_TO_EXIT)
    yield Row("  the minimum of it", run.minimum, "ms")


def rows(programs, count):
    """Yields the rows for the cities and for that many generated rows."""
    yield from rows_of(measure(programs), goals.NEAREST_CITY)
    yield from rows_of(measure(programs, count), goals.NEAREST_PLACE)


def main():
    """Measures and prints; returns true if all goals are met."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    programs = processes.programs(sys.argv[1], ["whereismy"]) | processes.programs(sys.argv[2], ["gazetteerbench"])
    try:
        return show(rows(programs, int(sys.argv[3])))
    finally:
        processes.kill_all()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
