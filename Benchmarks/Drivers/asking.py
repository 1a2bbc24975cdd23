"""What it takes to ask a history of ten million fixes, from the start of a program to its end."""

import os
import statistics
import subprocess
import tempfile
import time

import processes

FIXES = 10_000_000
ROUNDS = 7
# The history begins with 2026 and has a fix each second; without TZ the local day is that of the machine.
QUESTIONS = {
    "day": ["track", "--day", "2026-02-10", "--format", "json"],
    "at": ["at", "2026-02-10T11:13:20.5Z"],
    "line": ["track", "--from", "2026-01-01", "--to", "2026-12-31", "--simplify", "10", "--format", "geojson"],
    "million": ["track", "--from", "2026-02-01T00:00:00Z", "--to", "2026-02-12T13:46:39Z", "--format", "gpx"],
}


def seconds(arguments):
    """Asks; answers how long it took."""
    started = time.monotonic()
    processes.finish(processes.spawn(arguments))
    return time.monotonic() - started


def measure(programs, release):
    """Fills a history and asks it in turn; answers the median seconds and the peak bytes of each question."""
    with tempfile.TemporaryDirectory(dir=release) as directory:
        writer = os.path.join(os.path.abspath(release), "historywriter")
        fill = [writer, "fill", os.path.join(directory, "history.db"), str(FIXES)]
        subprocess.run(fill, check=True, stdout=subprocess.DEVNULL)
        where = ["--state-directory", os.path.abspath(directory)]
        commands = {name: [programs["whereismy"]] + words + where for name, words in QUESTIONS.items()}
        times = {name: statistics.median(seconds(command) for _ in range(ROUNDS)) for name, command in commands.items()}
        return times, {name: processes.peak_memory(command) for name, command in commands.items()}
