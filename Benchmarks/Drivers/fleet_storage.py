"""What a collector stores per second in PostgreSQL, relative to COPY alone and to inserts one by one."""

import subprocess

import goals
from table import Row


def figures(program):
    """Runs a program; returns its figures by their names."""
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return {name: float(value) for name, value in (line.rsplit(None, 1) for line in output.splitlines())}


def rows(programs, _):
    """Yields the rates of uploads, segments and single fixes, and the gain of a second collector."""
    found = figures(programs["ingestbench"])
    copy, batches = found["copy_per_second"], found["batches_per_second"]
    yield Row("a fleet of 1000 devices, PostgreSQL on the same machine")
    yield Row("  COPY alone, 5000 a commit", copy, "fixes/s")
    yield Row("  uploads of 100", batches, "fixes/s", at_least=goals.FLEET_BATCHES)
    yield Row("  relative to COPY alone", batches / copy, at_least=goals.FLEET_AGAINST_COPY)
    yield Row("  inserts one by one, a commit each", found["inserts_per_second"], "fixes/s")
    yield Row("  uploads of 100 relative to them", batches / found["inserts_per_second"], at_least=1)
    yield Row("  the same uploads again", found["repeats_per_second"], "fixes/s")
    yield Row("  one a message", found["singles_per_second"], "fixes/s", at_least=goals.FLEET_SINGLES)
    yield Row("  time in the collector", found["batches_client_us"], "us per fix")
    yield Row(
        "  two collectors relative to one", found["collectors_2_per_second"] / found["collectors_1_per_second"],
        at_least=goals.FLEET_SECOND_COLLECTOR)
    found = figures(programs["fleetbench"])
    yield Row("  segments of an hour, one a commit", found["segments, million fixes/s stored"], "million fixes/s")
    yield Row(
        "  their rate on a core of the collector", 1 / found["segments, us per fix in the collector"],
        "million fixes/s", at_least=goals.FLEET_SEGMENTS)
    yield Row("  bytes per stored fix", found["bytes/fix, in all"], at_most=goals.FLEET_BYTES)
