"""The time of `whereismy last` and of an empty Swift program from start to exit, and of `whereismy watch` from start to
its first line."""

import statistics
import subprocess
import tempfile
import time

import processes
import stream


def start_to_exit(arguments):
    """Runs a program; returns the seconds from posix_spawn to wait4."""
    started = time.monotonic()
    pid = processes.spawn(arguments)
    processes.finish(pid)
    return time.monotonic() - started


def measure(programs, runs, directory):
    """Runs both programs alternately, with a daemon whose position is live; returns the median seconds of each."""
    daemon = processes.Daemon(programs["whereismyd"], stream.Server(), tempfile.mkdtemp(dir=directory))
    commands = {"whereismy": [programs["whereismy"], "last"] + daemon.options, "empty": [programs["empty"]]}
    times = {name: [] for name in commands}
    for run in range(runs):
        if run % 100 == 0:
            daemon.client.sendall(stream.lines(run, with_sky=True))
            daemon.wait(lambda report: report["state"] == "live")
        for name, arguments in commands.items():
            times[name].append(start_to_exit(arguments))
    daemon.stop()
    return {name: statistics.median(values) for name, values in times.items()}


def first_line(programs, runs, directory):
    """Returns the median seconds from the start of `whereismy watch` to its first line."""
    daemon = processes.Daemon(programs["whereismyd"], stream.Server(), tempfile.mkdtemp(dir=directory))
    times = [until_line([programs["whereismy"], "watch"] + daemon.options) for _ in range(runs)]
    daemon.stop()
    return statistics.median(times)


def until_line(arguments):
    """Runs a program until its first line of output; returns the seconds until then."""
    started = time.monotonic()
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, env=processes.ENVIRONMENT) as process:
        process.stdout.readline()
        elapsed = time.monotonic() - started
        process.terminate()
    return elapsed
