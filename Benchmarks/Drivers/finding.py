"""The gazetteer: how fast it is filled and asked, with the cities of libgeonames and with as many rows as one likes.

Usage: finding.py DIRECTORY-OF-RELEASE-PROGRAMS ROWS
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import goals
import processes
from table import Row, show

MEGABYTE = 1e6
QUESTIONS = 50
# Anywhere will do, as long as something is found.
NEAREST = ["nearest", "48.137,11.576", "--within", "5000km", "--count", "1"]


@dataclass
class Run:
    """A table brought in, and what then was asked; milliseconds each, the median but of the words the slowest."""

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
    least: float


def filled(arguments):
    """Runs an import; answers its seconds, those of CPU, and its peak memory."""
    started = time.monotonic()
    pid = processes.spawn(arguments)
    peak = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        try:
            peak = max(peak, processes.memory(pid, "status", "VmHWM"))
        except AttributeError:
            break  # It has just ended, and has no memory any more.
        time.sleep(0.02)
    cpu = processes.finish(pid)
    return time.monotonic() - started, cpu, peak


def asked(release, database):
    """Asks in one process, as the daemon does; answers the median milliseconds of each question."""
    program = os.path.join(release, "gazetteerbench")
    lines = subprocess.run([program, "ask", database], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(median) for name, median, _ in (line.split() for line in lines)}


def process(release, state):
    """The median and the least milliseconds of the command, from start to exit: neighbours only ever add to them."""
    times = []
    for _ in range(QUESTIONS):
        started = time.monotonic()
        processes.finish(processes.spawn([os.path.join(release, "whereismy")] + NEAREST + state))
        times.append((time.monotonic() - started) * 1e3)
    return statistics.median(times), min(times)


def measure(release, rows=None):
    """Brings so many rows in, or the cities, and asks; on the disk that the programs are on."""
    release = os.path.abspath(release)
    with tempfile.TemporaryDirectory(dir=release) as directory:
        table = os.path.join(directory, "table.txt")
        if rows:
            processes.finish(processes.spawn([os.path.join(release, "gazetteerbench"), "generate", str(rows)], table))
        state = ["--state-directory", directory]
        command = [os.path.join(release, "whereismy"), "gazetteer", "import"] + ([table] if rows else []) + state
        seconds, cpu, peak = filled(command)
        database = os.path.join(directory, "places.db")
        medians = asked(release, database)
        search = max(value for name, value in medians.items() if name.startswith("search_"))
        return Run(
            rows or 24_361, seconds, cpu, peak, os.path.getsize(database), medians["nearest_1"], medians["nearest_5"], search,
            medians["browse"], *process(release, state))


def rows_of(run, nearest):
    """What a run has come to, as rows of the table."""
    yield Row(f"a gazetteer of {run.rows} places")
    if run.rows >= 1_000_000:
        yield Row("  rows a second brought in", run.rows / run.seconds, "", at_least=goals.GAZETTEER_ROWS_A_SECOND)
        yield Row("  rows in a second of its CPU", run.rows / run.cpu)
        yield Row("  resident meanwhile", run.peak_memory / MEGABYTE, "MB", below=goals.GAZETTEER_MEMORY)
        yield Row("  on the disk", run.size / MEGABYTE, "MB")
    yield Row("  the nearest place", run.nearest, "ms", below=nearest)
    yield Row("  the nearest five", run.five, "ms")
    yield Row("  search as one types, the slowest of the words", run.search, "ms", below=goals.GAZETTEER_SEARCH)
    yield Row("  a page of 20", run.browse, "ms")
    yield Row("  whereismy nearest, start to exit", run.process, "ms", below=goals.NEAREST_START_TO_EXIT)
    yield Row("  the fastest of them", run.least, "ms")


def rows(release, count):
    """Both, row by row."""
    yield from rows_of(measure(release), goals.NEAREST_CITY)
    yield from rows_of(measure(release, count), goals.NEAREST_PLACE)


def main():
    """Measures and shows; answers whether all goals are met."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        return show(rows(sys.argv[1], int(sys.argv[2])))
    finally:
        processes.kill_all()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
