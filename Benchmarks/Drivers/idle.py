"""What the daemon costs at a fix a second while next to nothing happens: the wake-ups of its threads, and the bytes that
it writes to a disk."""

import json
import os
import pathlib
import random
import re
import socket
import time

import goals
import peers
import processes
import stream
import whereismyd
from table import Row

# The seconds of each measurement; the daemon needs some before it knows that it is at rest.
SECONDS = int(os.environ.get("SECONDS", "60"))
SETTLING = 40
# Two sends of an epoch are as far apart as gpsd's reports of one packet of the receiver, in seconds.
GAP = float(os.environ.get("GAP", "0.0002"))


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


class Files:
    """Counts how often files are replaced."""

    def __init__(self, directory, *names):
        self.paths = [os.path.join(directory, name) for name in names]
        self.inodes = [os.stat(path).st_ino for path in self.paths]


def spent(daemon, receiver, seconds):
    """Returns the wake-ups a second of each thread, the bytes written in an hour, and the share of a core."""
    cpu = processes.cpu_clock(daemon.pid)
    before, bytes_before, began, used = wakeups(daemon.pid), written(daemon.pid), time.monotonic(), cpu()
    receiver.run(seconds)
    elapsed = time.monotonic() - began
    rates = {name: (count - before.get(name, 0)) / elapsed for name, count in wakeups(daemon.pid).items()}
    return rates, (written(daemon.pid) - bytes_before) * 3600 / elapsed, (cpu() - used) / 1e9 / elapsed


def token_of(daemon):
    """Creates a token with the scope `read`."""
    connection = whereismyd.LocalConnection(os.path.join(daemon.runtime, "api.sock"))
    connection.request(
        "POST", "/v1/tokens", json.dumps({"name": "bench", "scopes": ["read"]}), {"Content-Type": "application/json"})
    return json.loads(connection.getresponse().read())["token"]


def rows(programs, directory):
    """Yields the wake-ups without a viewer, with one, and at rest."""
    with processes.disk_directory(programs["whereismyd"]) as disk:
        port = stream.socket.create_server(("127.0.0.1", 0))
        listen = "127.0.0.1:%d" % port.getsockname()[1]
        port.close()
        folder = os.path.join(directory, "idle")
        os.mkdir(folder)
        os.symlink(disk, os.path.join(folder, "state"))
        daemon = processes.Daemon(programs["whereismyd"], stream.Server(), folder, listen=listen)
        token = token_of(daemon)
        receiver = Receiver(daemon.client)
        receiver.run(10)
        yield from figures("moving, no viewer", spent(daemon, receiver, SECONDS), goals.WAKEUPS_MOVING, goals.WRITTEN_PER_HOUR)
        viewer = socket.create_connection(("127.0.0.1", int(listen.split(":")[1])))
        viewer.sendall(f"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        viewer.recv(100)
        receiver.run(3)
        yield from figures("moving, one viewer", spent(daemon, receiver, SECONDS), goals.WAKEUPS_VIEWER)
        print(len(viewer.recv(1<<20)))
        viewer.close()
        receiver.is_moving = False
        receiver.run(SETTLING)
        print(daemon.report()["motion"])
        yield from figures("at rest, no viewer", spent(daemon, receiver, SECONDS), goals.WAKEUPS_PARKED, goals.WRITTEN_PARKED)
        daemon.stop()


def figures(label, measured, most, bytes_most=None):
    """Yields the rows of a measurement."""
    rates, written_bytes, share = measured
    threads = ", ".join(f"{name} {rate:.2f}" for name, rate in sorted(rates.items()) if rate > 0.005)
    yield Row(f"{label}: wake-ups a second", sum(rates.values()), "", at_most=most)
    yield Row("  of which", threads)
    yield Row("  CPU", share * 100, "% of a core")
    if bytes_most:
        yield Row("  written to the disk", written_bytes / peers.MEGABYTE, "MB per hour", at_most=bytes_most)
