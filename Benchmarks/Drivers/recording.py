"""What a history costs: bytes written an hour, bytes a fix on the disk, and the time of the thread that tracks."""

import os
import subprocess
import tempfile


def measure(release):
    """Runs the measurements beside the programs, on the disk they are on: in memory nothing is written."""
    program = os.path.join(os.path.abspath(release), "historywriter")
    figures = {}
    with tempfile.TemporaryDirectory(dir=release) as directory:
        for arguments in [["measure", directory, "10"], ["flood", os.path.join(directory, "flood.db"), "10000"]]:
            output = subprocess.run([program] + arguments, check=True, capture_output=True, text=True).stdout
            lines = (line.split() for line in output.splitlines())
            figures.update({words[0]: float(words[1]) for words in lines if len(words) == 2})
    return figures
