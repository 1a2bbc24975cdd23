"""Epochs per second and CPU per epoch of three clients that read the same stream as fast as they can."""

import os
import re
import statistics
import tempfile
from dataclasses import dataclass

import processes
import stream


@dataclass
class Run:
    """The figures of one client on one stream."""

    seconds: float
    cpu: float
    lost: int
    peak_memory: int = 0


def daemon(program, server, epochs, data, directory):
    """Runs whereismyd, which reads, tracks and writes. Every epoch increases the report's sequence by one."""
    measured = processes.Daemon(program, server, tempfile.mkdtemp(dir=directory))
    seconds = stream.pour(measured.client, data)
    last = stream.timestamp(epochs - 1)
    report = measured.wait(lambda report: report.get("fix", {}).get("timestamp") == last)
    peak = processes.memory(measured.pid, "status", "VmHWM")
    return Run(seconds, measured.stop(), epochs - (report["sequence"] - measured.sequence), peak)


def gps_read(program, server, epochs, data, directory):
    """Runs gps_read, the loop of libgps, which prints the number of epochs."""
    output = os.path.join(directory, "gps_read.txt")
    pid = processes.spawn([program, "127.0.0.1", str(server.port)], output)
    seconds = stream.pour(server.accept(), data)
    cpu = processes.finish(pid)
    with open(output, encoding="ascii") as text:
        return Run(seconds, cpu, epochs - int(text.read()))


def gpxlogger(program, server, epochs, data, directory):
    """Runs gpxlogger of gpsd-clients, which writes a track point per epoch."""
    output = os.path.join(directory, "track.gpx")
    pid = processes.spawn([program, "-e", "sockets", "-f", output, f"127.0.0.1:{server.port}"])
    seconds = stream.pour(server.accept(), data)
    cpu = processes.finish(pid)
    with open(output, "rb") as text:
        points = len(re.findall(rb"<trkpt", text.read()))
    os.remove(output)
    return Run(seconds, cpu, epochs - points)


CLIENTS = {"whereismyd": daemon, "gps_read": gps_read, "gpxlogger": gpxlogger}


def measure(programs, epochs, rounds, with_sky, directory):
    """Runs the clients alternately; returns the runs of each."""
    server = stream.Server()
    data = b"".join(stream.lines(epoch, with_sky) for epoch in range(epochs))
    runs = {name: [] for name in CLIENTS}
    for _ in range(rounds):
        for name, client in CLIENTS.items():
            runs[name].append(client(programs[name], server, epochs, data, directory))
    return runs


def ratio(runs, name, other, value):
    """Returns the median of the rounds' ratios: within a round, conditions are nearly the same for all clients."""
    return statistics.median(value(a) / value(b) for a, b in zip(runs[name], runs[other]))
