"""The cost of recording a history: bytes written per hour, bytes per fix, and time in the tracking thread."""

import os
import subprocess

import goals
import peers
import processes
from table import Row


def measure(programs):
    """Runs historywriter on the disk that holds the programs, since a file system in memory counts no written bytes."""
    program = programs["historywriter"]
    figures = {}
    with processes.disk_directory(programs["whereismy"]) as directory:
        for arguments in [["measure", directory, "10"], ["flood", os.path.join(directory, "flood.db"), "10000"]]:
            output = subprocess.run([program] + arguments, check=True, capture_output=True, text=True).stdout
            lines = (line.split() for line in output.splitlines())
            figures.update({fields[0]: float(fields[1]) for fields in lines if len(fields) == 2})
    return figures


def rows(programs, _):
    """Yields the cost of a history at one fix per second, each stored, with a commit every ten seconds."""
    figures = measure(programs)
    yield Row(f"a history of {figures['fixes']:.0f} fixes of parking and driving")
    written = figures["written_bytes_per_hour"] / peers.MEGABYTE
    yield Row("  written to the disk", written, "MB per hour", below=goals.WRITTEN_PER_HOUR)
    yield Row("  on the disk", figures["bytes_per_fix"], "bytes per fix", at_most=goals.BYTES_PER_FIX)
    yield Row("  time in the tracking thread", figures["record_us"], "us per fix")
