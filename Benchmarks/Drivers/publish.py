"""whereismy-publish: a day of backlog beside the live position, and what it costs at one fix per second with two
destinations, one by HTTP and one by MQTT."""

import os
import pathlib
import re
import signal
import socket
import subprocess
import time

import goals
import peers
import processes
import whereismyd
from consumer import Consumer
from server import Server
from table import Row

DAY = 86_400
# The backlog ends three days ago: the machine had no network since.
AWAY = 3 * DAY
# The live position is watched for as many seconds at least: a fast consumer has the backlog before a second fix is there.
WATCHED = 12
# The cursors are written every six minutes.
SECONDS = 730
DESTINATION = """[publish {name}]
to = {to}
format = owntracks
user = ann
device = van
since = {since}
"""


class Publisher:
    """The program with a daemon that has a fix each second, and its files on a disk."""

    def __init__(self, programs, directory):
        self.programs = programs
        self.server = Server(programs["whereismyd"], directory)
        self.folder = pathlib.Path(self.server.daemon.runtime).parent
        self.consumer = Consumer()
        self.pid = None

    def start(self, *destinations):
        """Starts it with destinations: name, address, and the first fix to send."""
        with open(self.folder / "whereismy.conf", "a", encoding="ascii") as text:
            for name, to, since in destinations:
                text.write(DESTINATION.format(name=name, to=to, since=since))
        self.pid = processes.spawn(
            [self.programs["whereismy-publish"], *self.server.daemon.options], errors=self.folder / "publish.log")

    def url(self):
        """The address of the consumer."""
        return f"http://127.0.0.1:{self.consumer.port}/pub"

    def live(self, until):
        """Sends a fix at the start of each second until a condition holds; returns their number."""
        count = 0
        while not until():
            time.sleep(1 - time.time() % 1)
            self.server.send()
            count += 1
        return count

    def read(self, file):
        """Returns a file of /proc about it."""
        return pathlib.Path(f"/proc/{self.pid}/{file}").read_text(encoding="ascii")

    def wakeups(self):
        """Returns how often its threads have waited."""
        tasks = pathlib.Path(f"/proc/{self.pid}/task").iterdir()
        texts = [(task / "status").read_text(encoding="ascii") for task in tasks]
        return sum(int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.MULTILINE).group(1)) for text in texts)

    def written(self):
        """Returns the bytes that it has written to the disk."""
        return int(re.search(r"^write_bytes: (\d+)", self.read("io"), re.MULTILINE).group(1))

    def stop(self):
        """Stops everything."""
        os.kill(self.pid, signal.SIGTERM)
        processes.finish(self.pid)
        self.server.stop()


def import_day(publisher, first):
    """Imports a day of fixes, one a second."""
    file = publisher.folder / "day.csv"
    with open(file, "w", encoding="ascii") as text:
        text.write("timestamp,latitude,longitude,accuracy\n")
        for second in range(first, first + DAY):
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))
            text.write(f"{moment},47.0,{8 + (second - first) / 100_000:.6f},4.0\n")
    subprocess.run(
        [publisher.programs["whereismy"], "import", file, *publisher.server.daemon.options], check=True,
        capture_output=True, timeout=600)
    file.unlink()


def backlog(programs, directory):
    """Yields the time of a day of backlog, and the age of the live position at the consumer meanwhile."""
    publisher = Publisher(programs, directory)
    first = int(time.time()) - AWAY - DAY
    import_day(publisher, first)
    arrivals = publisher.consumer.arrivals
    began = time.time()
    publisher.start(("day", publisher.url(), "all"))
    cpu = processes.cpu_clock(publisher.pid)
    day = range(first, first + DAY)
    until = began + WATCHED
    publisher.live(lambda: time.time() > began + 600 or time.time() > until and arrivals.keys() >= set(day))
    end = max(arrivals[second] for second in day if second in arrivals)
    lost = sum(second not in arrivals for second in day)
    yield Row("a day of backlog to an OwnTracks endpoint", end - began, "s", at_most=goals.PUBLISHED_DAY)
    yield Row("  fixes lost", lost, "", at_most=0)
    yield Row("  requests for each fix", publisher.consumer.requests / len(arrivals), "")
    yield Row("  CPU of the publisher", cpu() / 1e3 / len(arrivals), "us per fix")
    yield Row("  greatest age of the live position", age(arrivals, began + 2, max(end, until)), "s", below=goals.LIVE_AGE)
    yield Row("  resident", processes.memory(publisher.pid, "status", "VmHWM") / peers.MEGABYTE, "MB")
    publisher.stop()


def age(arrivals, began, end):
    """Returns the greatest age of the newest fix at the consumer between two times: just before the next one arrived."""
    live = sorted((arrived, fix) for fix, arrived in arrivals.items() if fix > began - 3600)
    pairs = zip(live, live[1:])
    return max(after - fix for (arrived, fix), (after, _) in pairs if began <= arrived <= end)


def broker(directory):
    """Starts mosquitto and a subscriber; returns the address."""
    port = whereismyd.free_port()
    file = pathlib.Path(directory) / "mosquitto.conf"
    file.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n", encoding="ascii")
    processes.spawn(["/usr/sbin/mosquitto", "-c", os.fspath(file)])
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.05)
    processes.spawn(["mosquitto_sub", "-p", str(port), "-q", "1", "-t", "#"])
    return f"mqtt://127.0.0.1:{port}"


def idle(programs, directory):
    """Yields what the live position costs with two destinations.

    The cursors are on a disk: a file system in memory counts no written bytes. The status is not, as in /run.
    """
    with processes.disk_directory(programs["whereismy"]) as disk:
        publisher = Publisher(programs, directory)
        (publisher.folder / "state-publish").symlink_to(disk)
        publisher.start(("http", publisher.url(), "now"), ("mqtt", broker(directory), "now"))
        began = time.monotonic()
        publisher.live(lambda: time.monotonic() > began + 30)
        before, start = publisher.written(), time.monotonic()
        waited = publisher.wakeups()
        count = publisher.live(lambda: time.monotonic() > start + 60)
        rate = (publisher.wakeups() - waited) / count
        publisher.live(lambda: time.monotonic() > start + SECONDS)
        written = (publisher.written() - before) * 3600 / (time.monotonic() - start)
        yield Row("the live position to two destinations, 1 fix per second")
        yield Row("  wake-ups of all threads, a fix", rate, "", at_most=goals.PUBLISHER_WAKEUPS)
        own = processes.memory(publisher.pid, "smaps_rollup", "Private_Dirty") / peers.MEGABYTE
        yield Row("  its own memory (Private_Dirty)", own, "MB", below=goals.PUBLISHER_MEMORY)
        yield Row("    resident", processes.memory(publisher.pid, "status", "VmRSS") / peers.MEGABYTE, "MB")
        yield Row("    Pss", processes.memory(publisher.pid, "smaps_rollup", "Pss") / peers.MEGABYTE, "MB")
        yield Row("  written to the disk", written / peers.MEGABYTE, "MB per hour", below=goals.PUBLISHER_WRITTEN)
        yield Row("  fixes by HTTP", len(publisher.consumer.arrivals), "")
        publisher.stop()


def rows(programs, directory):
    """Yields the figures of whereismy-publish."""
    yield from backlog(programs, directory)
    yield from idle(programs, directory)
