"""Epochs per second and CPU per epoch of three clients that read the same stream as fast as they can."""

import os
import re
import statistics
import tempfile
from dataclasses import dataclass

import goals
import peers
import processes
import stream
from table import Row

# The number of epochs of TPV alone, and with a SKY.
EPOCHS = 200_000
EPOCHS_WITH_SKY = 60_000


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


def measure(programs, epochs, with_sky, directory):
    """Runs the clients alternately; returns the runs of each."""
    server = stream.Server()
    data = b"".join(stream.lines(epoch, with_sky) for epoch in range(epochs))
    runs = {name: [] for name in CLIENTS}
    for _ in range(peers.ROUNDS):
        for name, client in CLIENTS.items():
            runs[name].append(client(programs[name], server, epochs, data, directory))
    return runs


def stream_rows(programs, epochs, with_sky, directory):
    """Yields the figures of the three clients on one stream."""
    runs = measure(programs, epochs, with_sky, directory)
    yield Row(f"{epochs} epochs of TPV{' and SKY' if with_sky else ''}, {peers.ROUNDS} rounds")
    for name, results in runs.items():
        rate = statistics.median(epochs / run.seconds for run in results)
        cpu = statistics.median(run.cpu / epochs for run in results)
        lost = sum(abs(run.lost) for run in results)
        yield Row(f"  {name}", f"{rate / 1e3:.0f} k epochs/s, {cpu * 1e6:.2f} us CPU per epoch, {lost} lost")
    ours = runs["whereismyd"]
    for other in ["gps_read", "gpxlogger"]:
        rate = peers.ratio([run.seconds for run in runs[other]], [run.seconds for run in ours])
        cpu = peers.ratio([run.cpu for run in ours], [run.cpu for run in runs[other]])
        minimum = goals.RATE_AGAINST_GPXLOGGER if other == "gpxlogger" else None
        yield Row(f"  rate relative to {other}", rate, "x", at_least=minimum)
        yield Row(f"  CPU per epoch relative to {other}", cpu, "x")
    yield Row("  epochs lost by whereismyd", sum(abs(run.lost) for run in ours), "", at_most=goals.LOST_EPOCHS)
    yield Row("  maximum resident memory", max(run.peak_memory for run in ours) / peers.MEGABYTE, "MB")


def rows(programs, directory):
    """Yields the figures of a flood of TPV, and of one with SKY."""
    yield from stream_rows(programs, EPOCHS, False, directory)
    yield from stream_rows(programs, EPOCHS_WITH_SKY, True, directory)
