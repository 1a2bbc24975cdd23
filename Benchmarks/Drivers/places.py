"""The CPU time that a thousand of the owner's places cost the daemon."""

import json
import math
import os
import random
import statistics
import tempfile
import time

import goals
import peers
import processes
import stream
import throughput
from table import Row

PLACES = 1000
EPOCHS = 200_000
# Epochs at 10 Hz before the flood.
WARM_UP = 130
# Metres from the start of the stream to each side of the region.
EXTENT = 30_000
METRES_PER_DEGREE = 111_320


def feature(number, generator):
    """Returns a circle of 30 to 300 m as GeoJSON; every tenth place is a star of twelve corners."""
    start, east = stream.latitude(0), 144.96326388
    shrink = math.cos(math.radians(start))
    north = start + generator.uniform(-EXTENT, EXTENT) / METRES_PER_DEGREE
    east += generator.uniform(-EXTENT, EXTENT) / METRES_PER_DEGREE / shrink
    radius = generator.uniform(30, 300)
    properties = {"name": f"place {number}"}
    if number % 10 < 9:
        properties["radius"] = round(radius, 1)
        return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [east, north]}, "properties": properties}
    ring = []
    for corner in range(12):
        angle, length = math.radians(-30 * corner), (radius if corner % 2 else radius / 2) / METRES_PER_DEGREE
        ring.append([east + length * math.sin(angle) / shrink, north + length * math.cos(angle)])
    geometry = {"type": "Polygon", "coordinates": [ring + ring[:1]]}
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def prepare(state):
    """Writes the places into the daemon's state directory."""
    generator = random.Random(1)
    features = [feature(number, generator) for number in range(PLACES)]
    os.makedirs(state, mode=0o750)
    with open(os.path.join(state, "own-places.json"), "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": features}, file)


class Flooded:
    """A daemon that reads a flood after a warm-up. After the dwell time of ten seconds, each place is decided, which is
    the usual state of a running daemon."""

    def __init__(self, program, directory, places):
        self.server = stream.Server()
        folder = tempfile.mkdtemp(dir=directory)
        if places:
            prepare(os.path.join(folder, "state"))
        self.daemon = processes.Daemon(program, self.server, folder)
        if places:
            self.daemon.wait(lambda report: "near" in report or "inside" in report)

    def send(self, epoch):
        """Sends one epoch of the warm-up."""
        self.daemon.client.sendall(stream.lines(epoch, False))

    def flood(self, data, epochs):
        """Sends the remaining epochs as fast as the daemon reads them; returns the seconds and the seconds of CPU."""
        clock = processes.cpu_clock(self.daemon.pid)
        before = clock()
        seconds = stream.pour(self.daemon.client, data)
        last = stream.timestamp(WARM_UP + epochs - 1)
        self.daemon.wait(lambda report: report.get("fix", {}).get("timestamp") == last)
        cpu = (clock() - before) / 1e9
        self.daemon.stop()
        return throughput.Run(seconds, cpu, 0)


def measure(program, epochs, directory):
    """Sends one stream to daemons with and without places, alternately; returns the runs of each."""
    data = b"".join(stream.lines(epoch, False) for epoch in range(WARM_UP, WARM_UP + epochs))
    runs = {"without": [], "with": []}
    for _ in range(peers.ROUNDS):
        pair = {name: Flooded(program, directory, name == "with") for name in runs}
        for epoch in range(WARM_UP):
            for flooded in pair.values():
                flooded.send(epoch)
            time.sleep(0.1)
        for name, flooded in pair.items():
            runs[name].append(flooded.flood(data, epochs))
    return runs


def rows(programs, directory):
    """Yields the cost of a thousand places in the daemon."""
    runs = measure(programs["whereismyd"], EPOCHS, directory)
    yield Row(f"whereismyd with {PLACES} places, {EPOCHS} epochs of TPV")
    for name, results in runs.items():
        cpu = statistics.median(run.cpu / EPOCHS for run in results)
        rate = statistics.median(EPOCHS / run.seconds for run in results)
        yield Row(f"  {name}", f"{rate / 1e3:.0f} k epochs/s, {cpu * 1e6:.2f} us CPU per epoch")
    ratio = peers.ratio([run.cpu for run in runs["with"]], [run.cpu for run in runs["without"]])
    yield Row("  CPU with places relative to without", ratio, "x", at_most=goals.PLACES_RATIO)
