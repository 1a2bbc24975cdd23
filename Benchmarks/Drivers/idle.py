"""What the daemon costs at a fix a second while next to nothing happens: the wake-ups of its threads, and the bytes that
it writes to a disk."""

import json
import os
import pathlib
import random
import re
import resource
import socket
import tempfile
import time

import goals
import peers
import processes
import stream
import whereismyd
from table import Row

# The seconds of each measurement; the daemon needs some before it knows that it is at rest.
SECONDS = 60
SETTLING = 40
# The seconds between commits of the history, and the flushes that show how often each waits here.
COMMIT = 30
FLUSHES = 20
# The seconds between the TPV and the SKY of an epoch, which gpsd writes one after the other.
GAP = 0.0002


class Receiver:
    """A receiver of one fix a second, in motion at 10 m/s or at rest with its noise."""

    def __init__(self, client):
        self.client, self.random, self.north, self.is_moving = client, random.Random(1), 0.0, True

    def run(self, seconds):
        """Sends a TPV and then its SKY each second."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(1 - time.time() % 1)
            self.north += 10.0 if self.is_moving else 0.0
            moment = stream.iso8601(int(time.time()) * 1000)
            place = (-37.8 + (self.north + self.random.gauss(0, 0.5)) / 111_200, 144.9 + self.random.gauss(0, 5e-6))
            tpv = stream.TPV % (stream.DEVICE, moment, *place)
            speed = 10.0 if self.is_moving else abs(self.random.gauss(0, 0.03))
            tpv = tpv.replace('"track":24.0000', '"track":0.0000').replace('"speed":1.400', f'"speed":{speed:.3f}')
            self.client.sendall(tpv.encode())
            time.sleep(GAP)
            self.client.sendall((stream.SKY % (stream.DEVICE, moment, stream.SATELLITES)).encode())


def wakeups(pid):
    """Returns how often each thread has waited, by its name."""
    counts = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        text = (task / "status").read_text(encoding="ascii")
        name = re.search(r"^Name:\s+(.*)", text).group(1)
        counts[name] = counts.get(name, 0) + int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M).group(1))
    return counts


def written(pid):
    """Returns the bytes that a process has written to disks."""
    return int(re.search(r"^write_bytes: (\d+)", pathlib.Path(f"/proc/{pid}/io").read_text(encoding="ascii"), re.M)[1])


def spent(daemon, receiver, seconds):
    """Returns the wake-ups a second of each thread, the bytes written in an hour, and the share of a core."""
    cpu = processes.cpu_clock(daemon.pid)
    before, bytes_before, began, used = wakeups(daemon.pid), written(daemon.pid), time.monotonic(), cpu()
    receiver.run(seconds)
    elapsed = time.monotonic() - began
    rates = {name: (count - before.get(name, 0)) / elapsed for name, count in wakeups(daemon.pid).items()}
    return rates, (written(daemon.pid) - bytes_before) * 3600 / elapsed, (cpu() - used) / 1e9 / elapsed


def flush_waits(directory):
    """Returns how often a process waits for a commit of some pages to a file on a disk, on average."""
    with tempfile.TemporaryFile(dir=directory) as file:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw
        for _ in range(FLUSHES):
            file.write(os.urandom(8192))
            file.flush()
            os.fdatasync(file.fileno())
        return (resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw - before) / FLUSHES


def token_of(daemon):
    """Creates a token with the scope `read`."""
    connection = whereismyd.LocalConnection(os.path.join(daemon.runtime, "api.sock"))
    connection.request(
        "POST", "/v1/tokens", json.dumps({"name": "bench", "scopes": ["read"]}), {"Content-Type": "application/json"})
    return json.loads(connection.getresponse().read())["token"]


def rows(programs, directory):
    """Yields the wake-ups and the bytes in motion without a viewer, with one, and at rest. The state is on a disk."""
    with processes.disk_directory(programs["whereismyd"]) as disk:
        folder = tempfile.mkdtemp(dir=directory)
        os.symlink(disk, os.path.join(folder, "state"))
        port = whereismyd.free_port()
        daemon = processes.Daemon(programs["whereismyd"], stream.Server(), folder, listen=f"127.0.0.1:{port}")
        receiver = Receiver(daemon.client)
        receiver.run(10)
        # Four commits: by how many there are in a minute, the figure of the history would differ.
        moving = spent(daemon, receiver, 2 * SECONDS)
        yield from figures("in motion", moving, goals.WAKEUPS_MOVING, goals.WRITTEN_PER_HOUR)
        waits = flush_waits(disk)
        history = moving[0].get("history", 0) - (waits - 2) / COMMIT
        label = f"  those of the history, if a flush waited twice (here {waits:.1f} times)"
        yield Row(label, history, "", at_most=goals.WAKEUPS_HISTORY)
        viewer = view(port, token_of(daemon))
        receiver.run(3)
        yield from figures("with a viewer", spent(daemon, receiver, SECONDS), goals.WAKEUPS_VIEWER)
        viewer.close()
        receiver.is_moving = False
        receiver.run(SETTLING)
        if daemon.report()["motion"] != "stationary":
            raise RuntimeError("the daemon does not see that it is at rest")
        yield from figures("at rest", spent(daemon, receiver, SECONDS), goals.WAKEUPS_PARKED)
        # A commit of a stay comes every five minutes.
        written_bytes = spent(daemon, receiver, 15 * SECONDS)[1]
        yield Row("  written to the disk", written_bytes / peers.MEGABYTE, "MB per hour", at_most=goals.WRITTEN_PARKED)
        daemon.stop()


def view(port, token):
    """Opens the events, and reads none of them; returns the connection."""
    viewer = socket.create_connection(("127.0.0.1", port))
    head = f"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
    viewer.sendall(head.encode())
    if not viewer.recv(100).startswith(b"HTTP/1.1 200"):
        raise RuntimeError("the events are refused")
    return viewer


def figures(label, measured, most, bytes_most=None):
    """Yields the rows of a measurement."""
    rates, written_bytes, share = measured
    threads = ", ".join(f"{name} {rate:.2f}" for name, rate in sorted(rates.items()) if rate > 0.005)
    yield Row(f"1 fix per second {label}: wake-ups a second", sum(rates.values()), "", at_most=most)
    yield Row("  " + threads)
    yield Row("  CPU", share * 100, "% of a core")
    if bytes_most:
        yield Row("  written to the disk", written_bytes / peers.MEGABYTE, "MB per hour", at_most=bytes_most)
