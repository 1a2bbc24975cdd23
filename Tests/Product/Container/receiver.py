"""A simulated receiver: the output of `whereismy simulate`, sent to gpsd with the current time."""

import ctypes
import datetime
import functools
import operator
import os
import re
import socket
import threading
import time

PORT = 10110
CLONE_NEWNET = 0x40000000
# The satellites of all epochs: number, elevation, azimuth and signal. Scenarios have none.
SATELLITES = [(number, 10 + 6 * number, 30 * number % 360, 30 + number) for number in range(1, 13)]
TIMED = re.compile(r"^\$..(RMC|GGA),")


class Receiver:
    """Sends epochs by UDP within a container's network until it is stopped."""

    def __init__(self, container, scenario="walk", rate=10):
        self.container = container
        sentences = container.run("whereismy", "simulate", "--format", "nmea", "--rate", rate, scenario).stdout
        self.epochs = [f"$GPRMC,{epoch}".splitlines() for epoch in sentences.split("$GPRMC,")[1:]]
        if not self.epochs:
            raise AssertionError(f"{scenario}: no epochs simulated")
        self.interval = 1 / rate
        self.next = 0
        self.stopping = threading.Event()
        self.thread = None

    def start(self):
        """Continues where it stopped; the network may have been replaced since."""
        self.stop()
        self.stopping.clear()
        self.thread = threading.Thread(target=self._run, args=[self.container.first], daemon=True)
        self.thread.start()

    def stop(self):
        """Stops sending."""
        self.stopping.set()
        if self.thread:
            self.thread.join()
            self.thread = None

    def _run(self, first):
        with socket_within(first) as line:
            due = time.monotonic()
            while not self.stopping.wait(max(0, due - time.monotonic())):
                epoch = self.epochs[self.next % len(self.epochs)]
                now = datetime.datetime.now(datetime.timezone.utc)
                line.sendto(at([*epoch, *self.view()], now), ("127.0.0.1", PORT))
                self.next += 1
                due += self.interval

    def view(self):
        """The satellites in view, once a second."""
        return satellites_in_view() if self.next % max(1, round(1 / self.interval)) == 0 else []


def socket_within(first, kind=socket.SOCK_DGRAM):
    """Moves this thread into the network of a process and returns an IPv4 socket there, for UDP by default."""
    library = ctypes.CDLL(None, use_errno=True)
    network = os.open(f"/proc/{first}/ns/net", os.O_RDONLY)
    try:
        if library.setns(network, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")
    finally:
        os.close(network)
    return socket.socket(socket.AF_INET, kind)


def satellites_in_view():
    """The satellites in view, four to a sentence."""
    parts = [SATELLITES[start:start + 4] for start in range(0, len(SATELLITES), 4)]
    return [
        with_checksum(f"GPGSV,{len(parts)},{number},{len(SATELLITES)}," + ",".join(
            f"{satellite:02d},{elevation:02d},{azimuth:03d},{signal}" for satellite, elevation, azimuth, signal in part))
        for number, part in enumerate(parts, 1)]


def at(epoch, now):
    """The sentences of an epoch with the current time."""
    return "".join(f"{sentence_at(sentence, now)}\r\n" for sentence in epoch).encode()


def sentence_at(sentence, now):
    """A sentence with another time and, where it has one, another date."""
    kind = TIMED.match(sentence)
    if not kind:
        return sentence
    fields = sentence[1:sentence.index("*")].split(",")
    fields[1] = f"{now:%H%M%S}.{now.microsecond // 1000:03d}"
    if kind.group(1) == "RMC":
        fields[9] = f"{now:%d%m%y}"
    return with_checksum(",".join(fields))


def with_checksum(body):
    """A complete sentence without its line end."""
    return f"${body}*{functools.reduce(operator.xor, body.encode()):02X}"
