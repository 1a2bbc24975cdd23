"""What a collector stores per second in PostgreSQL, relative to COPY alone into a table with the same key."""

import subprocess

import goals
from table import Row


def rows(programs, _):
    """Yields the rates for uploads of 100 fixes, repeated ones, and one fix a message."""
    output = subprocess.run([programs["ingestbench"]], check=True, capture_output=True, text=True).stdout
    figures = {name: float(value) for name, value in (line.split() for line in output.splitlines())}
    copy = figures["copy_per_second"]
    yield Row("a fleet of 1000 devices, PostgreSQL on the same machine")
    yield Row("  COPY alone, 5000 a commit", copy, "fixes/s")
    yield Row("  uploads of 100", figures["batches_per_second"], "fixes/s", at_least=goals.FLEET_BATCHES)
    yield Row("  relative to COPY alone", figures["batches_per_second"] / copy, at_least=goals.FLEET_AGAINST_COPY)
    yield Row("  the same again", figures["repeats_per_second"], "fixes/s")
    yield Row("  one a message", figures["singles_per_second"], "fixes/s", at_least=goals.FLEET_SINGLES)
    yield Row("  time in the collector", figures["batches_client_us"], "us per fix")
