"""The cost of recording a history: bytes written per hour, bytes per fix, and time in the tracking thread."""

import os
import subprocess

import processes


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
