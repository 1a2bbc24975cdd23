"""A thousand of the owner's places, and what they cost the daemon."""

import json
import math
import os
import random
import statistics

import stream
import throughput

PLACES = 1000
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


def measure(program, epochs, rounds, directory):
    """The daemon with and without places on one stream, by turns; answers the runs of each."""
    server = stream.Server()
    data = b"".join(stream.lines(epoch, False) for epoch in range(epochs))
    runs = {"without": [], "with": []}
    for _ in range(rounds):
        runs["without"].append(throughput.daemon(program, server, epochs, data, directory))
        runs["with"].append(throughput.daemon(program, server, epochs, data, directory, prepare))
    if not all("near" in run.report or "inside" in run.report for run in runs["with"]):
        raise RuntimeError("the daemon does not know the places that it was given")
    return runs


def cost(runs):
    """How many times the CPU of the daemon without places it takes with them: the median of the rounds."""
    return statistics.median(a.cpu / b.cpu for a, b in zip(runs["with"], runs["without"]))
