"""The programs that the release programs are compared with, and the ratio to them.

A goal is a ratio to a peer in the same run, since a time says as much about the machine as about the program. Both run
alternately, in rounds, and the figure is the median of the rounds' ratios: within a round, conditions are nearly the
same for both."""

import os
import statistics
import subprocess

import processes

ROUNDS = 5
MEGABYTE = 1e6
SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Peers")
LIBRARIES = {"gps_read": ["-lgps"], "print": [], "sender": [], "sqlite": ["-lsqlite3"], "viewers": []}


def build(directory):
    """Compiles the peers; returns the path of each program."""
    commands = {name: ["cc", "-O2", f"{SOURCES}/{name}.c", *libraries] for name, libraries in LIBRARIES.items()}
    commands["empty"] = ["swiftc", "-O", "-static-stdlib", f"{SOURCES}/empty.swift"]
    for name, command in commands.items():
        subprocess.run(command + ["-o", os.path.join(directory, name)], check=True)
    return processes.programs(directory, commands) | {"gpxlogger": "gpxlogger", "gpsbabel": "gpsbabel"}


def ratio(values, others):
    """Returns the median of the rounds' ratios."""
    return statistics.median(value / other for value, other in zip(values, others))


def percentile(values, rank):
    """Returns a percentile of values."""
    return statistics.quantiles(values, n=100, method="inclusive")[rank - 1]
