"""The time of `whereismy last` from start to exit, and of `whereismy watch` to its first line, compared with the least
programs: an empty static Swift program, and a C program that reads and prints a file."""

import os
import statistics
import subprocess
import tempfile
import time

import goals
import peers
import processes
import stream
from table import Row

# The starts of a program in a round.
STARTS = 60
WATCHES = 10


def start_to_exit(arguments):
    """Runs a program; returns the seconds from posix_spawn to wait4."""
    started = time.monotonic()
    pid = processes.spawn(arguments)
    processes.finish(pid)
    return time.monotonic() - started


def until_line(arguments):
    """Runs a program until its first line of output; returns the seconds until then."""
    started = time.monotonic()
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, env=processes.ENVIRONMENT) as process:
        process.stdout.readline()
        elapsed = time.monotonic() - started
        process.terminate()
    return elapsed


def alternate(commands, starts):
    """Starts programs alternately, in rounds; returns the median seconds of each in each round."""
    rounds = {name: [] for name in commands}
    for _ in range(peers.ROUNDS):
        times = {name: [] for name in commands}
        for _ in range(starts):
            for name, (measure, arguments) in commands.items():
                times[name].append(measure(arguments))
        for name, values in times.items():
            rounds[name].append(statistics.median(values))
    return rounds


def measure(programs, directory):
    """Measures the programs with a daemon whose position is live; returns the median seconds of each in each round."""
    daemon = processes.Daemon(programs["whereismyd"], stream.Server(), tempfile.mkdtemp(dir=directory))
    rounds = alternate(
        {
            "last": (start_to_exit, [programs["whereismy"], "last", *daemon.options]),
            "empty": (start_to_exit, [programs["empty"]]),
            "print": (start_to_exit, [programs["print"], os.path.join(daemon.runtime, "fix.json")]),
        },
        STARTS)
    watch = [programs["whereismy"], "watch", *daemon.options]
    commands = {"watch": (until_line, watch), "empty beside watch": (start_to_exit, [programs["empty"]])}
    rounds |= alternate(commands, WATCHES)
    daemon.stop()
    return rounds


def rows(programs, directory):
    """Yields the time of the command from start to exit, or to its first line."""
    rounds = measure(programs, directory)
    yield Row(f"start to exit, {peers.ROUNDS} rounds of {STARTS}")
    labels = {"whereismy last": "last", "empty Swift program": "empty", "C program that prints": "print"}
    for label, name in labels.items():
        yield Row(f"  {label}", statistics.median(rounds[name]) * 1e3, "ms")
    last, empty = rounds["last"], rounds["empty"]
    yield Row("  relative to the empty program", peers.ratio(last, empty), "x", at_most=goals.LAST_AGAINST_EMPTY)
    yield Row("  relative to the C program", peers.ratio(last, rounds["print"]), "x", at_most=goals.LAST_AGAINST_C)
    yield Row("whereismy watch, start to first line", statistics.median(rounds["watch"]) * 1e3, "ms")
    watch = peers.ratio(rounds["watch"], rounds["empty beside watch"])
    yield Row("  relative to the empty program", watch, "x", at_most=goals.WATCH_AGAINST_EMPTY)
