"""The cost of the location controller and of a thousand places, compared with decoding a TPV by libgps."""

import os
import statistics
import subprocess

import goals
import peers
import stream
from table import Row


def costs(program, option):
    """Returns the nanoseconds per epoch of each scenario."""
    lines = subprocess.run([program, option], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(nanoseconds) for name, nanoseconds in (line.split() for line in lines)}


def decoding(program, line):
    """Returns the nanoseconds in which libgps decodes a TPV."""
    return float(subprocess.run([program, "--decode", line], check=True, capture_output=True, text=True).stdout)


def table(title, rounds, decoded, goal_of):
    """Yields a row of microseconds and a row of the ratio for each scenario."""
    yield Row(title)
    for name in rounds[0]:
        values = [costs[name] for costs in rounds]
        yield Row(f"  {name}", statistics.median(values) / 1e3, "us")
        yield Row(f"  {name}, relative to decoding", peers.ratio(values, decoded), "x", at_most=goal_of(name))


def rows(programs, directory):
    """Yields the cost of the location controller and of places, with simulated epochs in memory."""
    line = os.path.join(directory, "tpv.json")
    with open(line, "wb") as file:
        file.write(stream.lines(0, with_sky=False))
    decoded, controller, places = [], [], []
    for _ in range(peers.ROUNDS):
        decoded.append(decoding(programs["gps_read"], line))
        controller.append(costs(programs["truth"], "--cost"))
        places.append(costs(programs["truth"], "--place-cost"))
    yield Row("libgps, decoding a TPV", statistics.median(decoded) / 1e3, "us")
    title = "location controller, per epoch of a scenario"
    yield from table(title, controller, decoded, lambda _: goals.CONTROLLER_COST)
    # A village, whose boundaries are always near, is the worst case and has no goal.
    yield from table(
        "a thousand places, per fix of a scenario", places, decoded,
        lambda name: goals.PLACES_COST if name.endswith("-region") else None)
