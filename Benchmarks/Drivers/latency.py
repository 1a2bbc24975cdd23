"""The daemon at the rate of a receiver: latency to the page, CPU and memory."""

import ctypes
import os
import select
import struct
import tempfile
import time
from dataclasses import dataclass

import processes
import stream

# inotify(7): the mask for a file renamed into the directory, and the header of an event.
IN_MOVED_TO = 0x80
EVENT = struct.Struct("iIII")


@dataclass
class Measurement:
    """The figures of a daemon at a rate. Latencies and waits are in seconds, memory in bytes."""

    seconds: float
    latencies: list
    waits: list
    cpu: float
    resident: int
    proportional: int


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


def shows(daemon, epoch):
    """Returns true if the page shows that epoch: each epoch increases the report's sequence by one."""
    with open(os.path.join(daemon.runtime, "index.html"), encoding="utf-8") as page:
        return f'data-sequence="{daemon.sequence + epoch + 1}"' in page.read()


def queued(pid):
    """Returns the seconds for which a process' threads have waited for a CPU (proc(5), schedstat)."""
    threads = f"/proc/{pid}/task"
    nanoseconds = 0
    for thread in os.listdir(threads):
        with open(f"{threads}/{thread}/schedstat", encoding="ascii") as text:
            nanoseconds += int(text.read().split()[1])
    return nanoseconds / 1e9


def latency(daemon, arrivals, epoch, timeout):
    """Sends an epoch, which completes the previous one; returns the seconds until the page shows the previous one."""
    sent = time.monotonic()
    daemon.client.sendall(stream.lines(epoch, with_sky=True))
    while arrived := arrivals.wait(sent + timeout):
        if shows(daemon, epoch - 1):
            return arrived - sent
    raise TimeoutError(f"no page of epoch {epoch - 1} within {timeout} s")


def measure(program, hertz, seconds, directory, history=True):
    """Sends epochs to a new daemon at a rate. The latency is measured only above 4 Hz, where the next epoch completes
    an epoch; at lower rates the daemon's timeout of 0.3 s completes it."""
    daemon = processes.Daemon(program, stream.Server(), tempfile.mkdtemp(dir=directory), history)
    arrivals = Arrivals(daemon.runtime, "index.html")
    clock = processes.cpu_clock(daemon.pid)
    daemon.client.sendall(stream.lines(0, with_sky=True))
    started, used, latencies, waits = time.monotonic(), clock(), [], []
    for epoch in range(1, int(hertz * seconds) + 1):
        time.sleep(max(0, started + epoch / hertz - time.monotonic()))
        if hertz > 4:
            before = queued(daemon.pid)
            latencies.append(latency(daemon, arrivals, epoch, 1))
            waits.append(queued(daemon.pid) - before)
        else:
            daemon.client.sendall(stream.lines(epoch, with_sky=True))
    elapsed, used = time.monotonic() - started, clock() - used
    resident = processes.memory(daemon.pid, "status", "VmRSS")
    proportional = processes.memory(daemon.pid, "smaps_rollup", "Pss")
    arrivals.close()
    daemon.stop()
    return Measurement(elapsed, latencies, waits, used / 1e9 / elapsed, resident, proportional)
