"""A thousand of the owner's places, and what they cost the daemon."""

import json
import math
import os
import random
import statistics
import tempfile
import time

import processes
import stream
import throughput

PLACES = 1000
# Epochs at ten a second before the flood.
SETTLING = 130
# Metres north, south, east and west of where the stream begins: a region.
EXTENT = 30_000
METRES_A_DEGREE = 111_320


def feature(number, generator):
    """A circle of 30 to 300 m, each tenth place a star of twelve corners, as GeoJSON."""
    begin, east = stream.latitude(0), 144.96326388
    shrink = math.cos(math.radians(begin))
    north = begin + generator.uniform(-EXTENT, EXTENT) / METRES_A_DEGREE
    east += generator.uniform(-EXTENT, EXTENT) / METRES_A_DEGREE / shrink
    radius = generator.uniform(30, 300)
    properties = {"name": f"place {number}"}
    if number % 10 < 9:
        properties["radius"] = round(radius, 1)
        return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [east, north]}, "properties": properties}
    ring = []
    for corner in range(12):
        angle, length = math.radians(-30 * corner), (radius if corner % 2 else radius / 2) / METRES_A_DEGREE
        ring.append([east + length * math.sin(angle) / shrink, north + length * math.cos(angle)])
    geometry = {"type": "Polygon", "coordinates": [ring + ring[:1]]}
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def prepare(state):
    """Puts the places where the daemon keeps them."""
    generator = random.Random(1)
    features = [feature(number, generator) for number in range(PLACES)]
    os.makedirs(state, mode=0o750)
    with open(os.path.join(state, "own-places.json"), "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": features}, file)


class Flooded:
    """A daemon that has settled: by a place's dwell time of ten seconds it knows where it is, as it does all day."""

    def __init__(self, program, directory, places):
        self.server = stream.Server()
        folder = tempfile.mkdtemp(dir=directory)
        if places:
            prepare(os.path.join(folder, "state"))
        self.daemon = processes.Daemon(program, self.server, folder)
        if places:
            self.daemon.wait(lambda report: "near" in report or "inside" in report)

    def send(self, epoch):
        """One epoch, at a receiver's pace."""
        self.daemon.client.sendall(stream.lines(epoch, False))

    def flood(self, data, epochs):
        """All the others as fast as it takes them; answers seconds, and those of CPU."""
        clock = processes.cpu_clock(self.daemon.pid)
        before = clock()
        seconds = stream.pour(self.daemon.client, data)
        last = stream.timestamp(SETTLING + epochs - 1)
        self.daemon.wait(lambda report: report.get("fix", {}).get("timestamp") == last)
        cpu = (clock() - before) / 1e9
        self.daemon.stop()
        return throughput.Run(seconds, cpu, 0)


def measure(program, epochs, rounds, directory):
    """The daemon with and without places on one stream, by turns; answers the runs of each."""
    data = b"".join(stream.lines(epoch, False) for epoch in range(SETTLING, SETTLING + epochs))
    runs = {"without": [], "with": []}
    for _ in range(rounds):
        pair = {name: Flooded(program, directory, name == "with") for name in runs}
        for epoch in range(SETTLING):
            for flooded in pair.values():
                flooded.send(epoch)
            time.sleep(0.1)
        for name, flooded in pair.items():
            runs[name].append(flooded.flood(data, epochs))
    return runs


def cost(runs):
    """How many times the CPU of the daemon without places it takes with them: the median of the rounds."""
    return statistics.median(a.cpu / b.cpu for a, b in zip(runs["with"], runs["without"]))
