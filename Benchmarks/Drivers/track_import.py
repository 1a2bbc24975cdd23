"""The import of a track into a history, compared with gpsbabel, which only reads the track and writes it as CSV."""

import os
import statistics
import tempfile
import time
from dataclasses import dataclass

import goals
import peers
import processes
from table import Row

POINTS = 1_000_000
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n'
)
POINT = '<trkpt lat="%.7f" lon="%.7f"><ele>%.1f</ele><time>%s</time><speed>%.1f</speed></trkpt>\n'
FOOT = "</trkseg></trk></gpx>\n"
START = 1_767_225_600


@dataclass
class Run:
    """The time, CPU time and memory of one run of a program."""

    seconds: float
    cpu: float
    peak_memory: int = 0


def write_track(path, points):
    """Writes a walk with a point per second, each with an altitude and a speed."""
    latitude, longitude = -37.8, 144.9
    with open(path, "w", encoding="ascii") as file:
        file.write(HEAD)
        for index in range(points):
            latitude += (index * 7919 % 13 - 3) * 1e-6
            longitude += (index * 104729 % 11 - 5) * 1e-6
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START + index))
            file.write(POINT % (latitude, longitude, 40 + index % 500 / 10, moment, index % 200 / 10))
        file.write(FOOT)


def run(arguments):
    """Runs a program; returns its time and CPU time."""
    before = time.monotonic()
    pid = processes.spawn(arguments)
    usage = processes.usage(pid)
    return Run(time.monotonic() - before, usage.ru_utime + usage.ru_stime)


def measure(program, points, directory):
    """Runs both programs alternately on the same file; returns the runs of each. Each import has an empty history."""
    track = os.path.join(directory, "track.gpx")
    write_track(track, points)
    babel = ["gpsbabel", "-i", "gpx", "-f", track, "-o", "unicsv", "-F", os.devnull]
    runs = {"whereismyd": [], "gpsbabel": []}
    for _ in range(peers.ROUNDS):
        with tempfile.TemporaryDirectory(dir=directory) as state:
            runs["whereismyd"].append(run([program, "--import", track, "--state-directory", state]))
        runs["gpsbabel"].append(run(babel))
    with tempfile.TemporaryDirectory(dir=directory) as state:
        arguments = [program, "--import", track, "--state-directory", state]
        runs["whereismyd"][-1].peak_memory = processes.peak_memory(arguments)
    runs["gpsbabel"][-1].peak_memory = processes.peak_memory(babel)
    os.remove(track)
    return runs


def rows(programs, directory):
    """Yields the cost of an import and of a program that only reads the same track."""
    runs = measure(programs["whereismyd"], POINTS, directory)
    yield Row(f"GPX of {POINTS} points, {peers.ROUNDS} rounds")
    for name, results in runs.items():
        seconds = statistics.median(run.seconds for run in results)
        cpu = statistics.median(run.cpu for run in results)
        memory = max(run.peak_memory for run in results) / peers.MEGABYTE
        yield Row(f"  {name}", f"{seconds:.2f} s, {cpu:.2f} s of CPU, {memory:.0f} MB")
    rate = peers.ratio([run.seconds for run in runs["gpsbabel"]], [run.seconds for run in runs["whereismyd"]])
    yield Row("  rate relative to gpsbabel reading it", rate, "x", at_least=goals.IMPORT_AGAINST_GPSBABEL)
    memory = max(run.peak_memory for run in runs["whereismyd"]) / peers.MEGABYTE
    yield Row("  maximum resident memory of the import", memory, "MB", below=goals.IMPORT_MEMORY)
