"""The daemon at the rate of a receiver, compared with `gps_read.c`, which writes a page for each epoch that libgps
reads: latency to the page, CPU and memory."""

import ctypes
import os
import select
import statistics
import struct
import tempfile
import time
from dataclasses import dataclass

import goals
import peers
import processes
import stream
from table import Row

# inotify(7): the mask for a file renamed into the directory, and the header of an event.
IN_MOVED_TO = 0x80
EVENT = struct.Struct("iIII")
PAGE = "index.html"
# The seconds of a round at 10 Hz, and at 1 Hz, the rate of most receivers.
SECONDS_FAST = 8
SECONDS_SLOW = 5


@dataclass
class Round:
    """The latencies of a round in seconds, and the nanoseconds of CPU time."""

    latencies: list
    cpu: float


class Arrivals:
    """Reports when a file arrives in a directory by a rename."""

    def __init__(self, directory, name):
        self.name = name.encode()
        self.descriptor = processes.LIBC.inotify_init1(os.O_CLOEXEC)
        if processes.LIBC.inotify_add_watch(self.descriptor, directory.encode(), IN_MOVED_TO) < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch")

    def wait(self, deadline):
        """Waits for the file; returns the time of its arrival (CLOCK_MONOTONIC), or None after the deadline."""
        while select.select([self.descriptor], [], [], max(0, deadline - time.monotonic()))[0]:
            if self.name in self.names(os.read(self.descriptor, 4096)):
                return time.monotonic()
        return None

    @staticmethod
    def names(data):
        """Yields the names in a buffer of events."""
        while data:
            length = EVENT.unpack_from(data)[3]
            yield data[EVENT.size : EVENT.size + length].rstrip(b"\0")
            data = data[EVENT.size + length :]

    def close(self):
        """Closes the inotify descriptor."""
        os.close(self.descriptor)


class Receiver:
    """A program that writes a page for each epoch of its simulated gpsd."""

    def __init__(self, directory, client, pid, first):
        self.directory, self.client, self.first, self.epoch = directory, client, first, 0
        self.arrivals = Arrivals(directory, PAGE)
        self.cpu = processes.cpu_clock(pid)

    def send(self):
        """Sends an epoch; returns the time (CLOCK_MONOTONIC)."""
        sent = time.monotonic()
        self.client.sendall(stream.lines(self.epoch, with_sky=True))
        self.epoch += 1
        return sent

    def latency(self):
        """Sends an epoch; returns the seconds until the page shows it."""
        sent, number = self.send(), self.first + self.epoch
        while arrived := self.arrivals.wait(sent + 1):
            with open(os.path.join(self.directory, PAGE), encoding="utf-8") as page:
                if f'data-sequence="{number}"' in page.read():
                    return arrived - sent
        raise TimeoutError(f"no page {number} within 1 s")


class Pair:
    """The daemon and the peer, each with a gpsd of its own."""

    def __init__(self, programs, directory, history=True):
        self.daemon = processes.Daemon(
            programs["whereismyd"], stream.Server(), tempfile.mkdtemp(dir=directory), history)
        self.server, folder = stream.Server(), tempfile.mkdtemp(dir=directory)
        command = [programs["gps_read"], "127.0.0.1", str(self.server.port), os.path.join(folder, PAGE)]
        self.pid = processes.spawn(command)
        self.ours = Receiver(self.daemon.runtime, self.daemon.client, self.daemon.pid, self.daemon.sequence)
        self.theirs = Receiver(folder, self.server.accept(), self.pid, 0)
        for receiver in (self.ours, self.theirs):
            receiver.send()
        time.sleep(0.5)

    def round(self, hertz, seconds):
        """Sends epochs to both at a rate, in turn; returns the figures of both. The latency is measured only above 4
        Hz."""
        used = [receiver.cpu() for receiver in (self.ours, self.theirs)]
        latencies = [], []
        started = time.monotonic()
        for turn in range(2 * hertz * seconds):
            time.sleep(max(0, started + turn / hertz / 2 - time.monotonic()))
            receiver = (self.ours, self.theirs)[turn % 2]
            if hertz > 4:
                latencies[turn % 2].append(receiver.latency())
            else:
                receiver.send()
        time.sleep(max(0, started + seconds - time.monotonic()))
        spent = [receiver.cpu() - before for receiver, before in zip((self.ours, self.theirs), used)]
        return Round(latencies[0], spent[0]), Round(latencies[1], spent[1])

    def close(self):
        """Ends both."""
        for receiver in (self.ours, self.theirs):
            receiver.arrivals.close()
        self.theirs.client.close()
        processes.finish(self.pid)
        self.daemon.stop()


def latency_rows(ours, theirs):
    """Yields the latency to the page at 10 Hz."""
    yield Row(f"latency to the page at 10 Hz, {peers.ROUNDS} rounds of {SECONDS_FAST} s")
    for label, rank in [("median", 50), ("99th percentile", 99)]:
        values, others = ([peers.percentile(run.latencies, rank) for run in runs] for runs in (ours, theirs))
        figures = [statistics.median(rounds) * 1e3 for rounds in (values, others)]
        yield Row(f"  {label}; of libgps writing a page", f"{figures[0]:.3g} ms; {figures[1]:.3g} ms")
    yield Row("  99th percentile relative to it", peers.ratio(values, others), "x", at_most=goals.LATENCY)


def cpu_rows(rounds, hertz, seconds, goal):
    """Yields the CPU time at a rate."""
    ours, theirs = ([run.cpu for run in runs] for runs in zip(*rounds))
    shares = [statistics.median(values) / seconds / 1e7 for values in (ours, theirs)]
    yield Row(f"CPU at {hertz} Hz; of libgps writing a page", f"{shares[0]:.3g} %; {shares[1]:.3g} % of a core")
    yield Row("  relative to it", peers.ratio(ours, theirs), "x", at_most=goal)


def rows(programs, directory):
    """Yields the figures of the daemon at 10 and at 1 Hz."""
    pair = Pair(programs, directory)
    fast = [pair.round(10, SECONDS_FAST) for _ in range(peers.ROUNDS)]
    resident = processes.memory(pair.daemon.pid, "status", "VmRSS") / peers.MEGABYTE
    proportional = processes.memory(pair.daemon.pid, "smaps_rollup", "Pss") / peers.MEGABYTE
    slow = [pair.round(1, SECONDS_SLOW) for _ in range(peers.ROUNDS)]
    pair.close()
    yield from latency_rows(*zip(*fast))
    yield from cpu_rows(fast, 10, SECONDS_FAST, goals.CPU_AT_10_HZ)
    yield from cpu_rows(slow, 1, SECONDS_SLOW, goals.CPU_AT_1_HZ)
    label = f"resident memory after {peers.ROUNDS * SECONDS_FAST} s at 10 Hz"
    yield Row(label, resident, "MB", below=goals.RESIDENT_MEMORY_WITH_HISTORY)
    yield Row("  of which proportional (Pss)", proportional, "MB")
    plain = Pair(programs, directory, history=False)
    plain.round(10, 2 * SECONDS_FAST)
    resident = processes.memory(plain.daemon.pid, "status", "VmRSS") / peers.MEGABYTE
    yield Row("  without the history", resident, "MB", below=goals.RESIDENT_MEMORY)
    plain.close()
