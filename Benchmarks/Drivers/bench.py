"""Measures the release programs and their peers, and compares the figures with the goals (`make bench`).

Usage: bench.py DIRECTORY [PART...], the directory of the release programs; parts are
controller, places, flood, latency, idle, viewers, requests, page, start, recording, queries, stats, import,
publish, gazetteer and fleet, by default all
"""

import os
import sys
import tempfile

import controller
import fleet_storage
import gazetteer
import history_queries
import history_recording
import history_summaries
import http_requests
import idle
import latency
import live_page
import peers
import places
import processes
import publish
import startup
import throughput
import track_import
import viewers
from table import show

PARTS = {
    "controller": controller.rows,
    "places": places.rows,
    "flood": throughput.rows,
    "latency": latency.rows,
    "idle": idle.rows,
    "viewers": viewers.rows,
    "requests": http_requests.rows,
    "page": live_page.rows,
    "start": startup.rows,
    "recording": history_recording.rows,
    "queries": history_queries.rows,
    "stats": history_summaries.rows,
    "import": track_import.rows,
    "publish": publish.rows,
    "gazetteer": gazetteer.rows,
    "fleet": fleet_storage.rows,
}
# Bytes that the files of a run need, mostly the tracks to import.
SPACE = 700_000_000


def memory_directory():
    """Returns /dev/shm, which is in memory like /run, if it has enough space; else None for the default directory."""
    shared = "/dev/shm"
    if not os.access(shared, os.W_OK):
        return None
    status = os.statvfs(shared)
    return shared if status.f_bavail * status.f_frsize > SPACE else None


def rows(programs, parts, directory):
    """Yields every row as it is measured."""
    for part in parts:
        yield from PARTS[part](programs, directory)


def main():
    """Measures and prints; returns true if all goals are met."""
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(PARTS):
        sys.exit(__doc__)
    names = ["whereismyd", "whereismy", "whereismy-publish"]
    benchmarks = ["truth", "historywriter", "gazetteerbench", "ingestbench", "fleetbench"]
    programs = processes.programs(sys.argv[1], names + benchmarks)
    with tempfile.TemporaryDirectory() as built, tempfile.TemporaryDirectory(dir=memory_directory()) as directory:
        try:
            return show(rows(programs | peers.build(built), sys.argv[2:] or PARTS, directory))
        finally:
            processes.kill_all()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
