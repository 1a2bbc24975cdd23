"""The daemon beside a receiver at its pace: delay to the page, CPU, memory."""

import ctypes
import os
import select
import struct
import tempfile
import time
from dataclasses import dataclass

import processes
import stream

# inotify(7): a file was renamed into the directory; the head of an event.
IN_MOVED_TO = 0x80
EVENT = struct.Struct("iIII")


@dataclass
class Pace:
    """What was seen of a daemon at a pace."""

    seconds: float
    delays: list
    waits: list
    cpu: float
    resident: int
    proportional: int


class Arrivals:
    """Tells when a file arrives in a directory by a rename."""

    def __init__(self, directory, name):
        self.name = name.encode()
        self.descriptor = processes.LIBC.inotify_init1(os.O_CLOEXEC)
        if processes.LIBC.inotify_add_watch(self.descriptor, directory.encode(), IN_MOVED_TO) < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch")

    def wait(self, deadline):
        """Waits for the file; answers the time it came (CLOCK_MONOTONIC), None when it did not."""
        while select.select([self.descriptor], [], [], max(0, deadline - time.monotonic()))[0]:
            if self.name in self.names(os.read(self.descriptor, 4096)):
                return time.monotonic()
        return None

    @staticmethod
    def names(data):
        """The names in a buffer of events."""
        while data:
            length = EVENT.unpack_from(data)[3]
            yield data[EVENT.size : EVENT.size + length].rstrip(b"\0")
            data = data[EVENT.size + length :]

    def close(self):
        """Ends the watch."""
        os.close(self.descriptor)


def shows(daemon, epoch):
    """Whether the page is the one of that epoch: each raises the report's number by one."""
    with open(os.path.join(daemon.runtime, "index.html"), encoding="utf-8") as page:
        return f'data-sequence="{daemon.sequence + epoch + 1}"' in page.read()


def queued(pid):
    """Seconds that a process' threads have waited for a CPU (proc(5), schedstat)."""
    threads = f"/proc/{pid}/task"
    nanoseconds = 0
    for thread in os.listdir(threads):
        with open(f"{threads}/{thread}/schedstat", encoding="ascii") as text:
            nanoseconds += int(text.read().split()[1])
    return nanoseconds / 1e9


def delay(daemon, arrivals, epoch, patience):
    """Sends an epoch, which ends the one before; answers the seconds until the page shows that one."""
    sent = time.monotonic()
    daemon.client.sendall(stream.lines(epoch, with_sky=True))
    while arrived := arrivals.wait(sent + patience):
        if shows(daemon, epoch - 1):
            return arrived - sent
    raise TimeoutError(f"no page of epoch {epoch - 1} within {patience} s")


def measure(program, hertz, seconds, directory, history=True):
    """Feeds a fresh daemon at a pace for a time. The delay is told only where an epoch ends by the next one's start:
    slower than its patience of 0.3 s, the page waits for that and no line."""
    daemon = processes.Daemon(program, stream.Server(), tempfile.mkdtemp(dir=directory), history)
    arrivals = Arrivals(daemon.runtime, "index.html")
    clock = processes.cpu_clock(daemon.pid)
    daemon.client.sendall(stream.lines(0, with_sky=True))
    started, used, delays, waits = time.monotonic(), clock(), [], []
    for epoch in range(1, int(hertz * seconds) + 1):
        time.sleep(max(0, started + epoch / hertz - time.monotonic()))
        if hertz > 4:
            before = queued(daemon.pid)
            delays.append(delay(daemon, arrivals, epoch, 1))
            waits.append(queued(daemon.pid) - before)
        else:
            daemon.client.sendall(stream.lines(epoch, with_sky=True))
    elapsed, used = time.monotonic() - started, clock() - used
    resident = processes.memory(daemon.pid, "status", "VmRSS")
    proportional = processes.memory(daemon.pid, "smaps_rollup", "Pss")
    arrivals.close()
    daemon.stop()
    return Pace(elapsed, delays, waits, used / 1e9 / elapsed, resident, proportional)
