"""Live viewers of the daemon, compared with the same number of `sender.c`, which sends bytes and does nothing else."""

import re
import resource
import statistics
import subprocess
import time
from dataclasses import dataclass

import goals
import peers
import processes
import server
import stream
from table import Row

VIEWERS = 10_000
FEW_VIEWERS = 100
FEWEST_VIEWERS = 10
# The seconds of a round, each with an event from the daemon, and half a second later one from the peer.
SECONDS = 6
# The seconds without viewers before the rounds.
SECONDS_WITHOUT = 15
# Descriptors that each process needs in addition to one per viewer.
SPARE = 500
FIGURES = 9


@dataclass
class Round:
    """The delays of events in seconds, the failures, and the nanoseconds of CPU time for the viewers."""

    median: float
    p99: float
    maximum: float
    failures: int
    cpu: float


class Audience:
    """The viewers of one server: the process `viewers`."""

    def __init__(self, programs, port, count, token):
        self.count = count
        command = [programs["viewers"], str(port), str(count), token]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def wait(self):
        """Waits until each viewer has received its first event."""
        if self.process.stdout.readline() != b"ready\n":
            raise RuntimeError("not every viewer has received its first event")

    def round(self, cpu):
        """Returns the figures since the last call."""
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        lines = [self.process.stdout.readline().split() for _ in range(FIGURES)]
        figures = {name.decode(): float(value) for name, value in lines}
        counters = ["lost", "duplicated", "malformed", "missed", "dropped"]
        failures = abs(self.count * SECONDS - figures["events"]) + sum(figures[name] for name in counters)
        return Round(figures["median"], figures["p99"], figures["maximum"], int(failures), cpu)

    def close(self):
        """Ends the process."""
        self.process.communicate()


class Sender:
    """The peer: a loop of `send`, which is given an event of the daemon with the time of its sending."""

    def __init__(self, programs, count, event):
        self.event, self.number = event, 0
        self.process = subprocess.Popen(
            [programs["sender"], str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())
        self.cpu = processes.cpu_clock(self.process.pid)

    def wait(self):
        """Waits until all viewers have connected, and sends the first event."""
        self.process.stdout.readline()
        self.send()

    def send(self):
        """Sends an event at the start of a millisecond."""
        moment = stream.next_moment()
        self.number += 1
        stamp = b'"timestamp":"%s"' % stream.iso8601(moment // 1_000_000).encode()
        event = re.sub(rb'"timestamp":"[^"]*"', stamp, self.event, count=1)
        event = re.sub(rb"^id: .*", b"id: sender-%d" % self.number, event)
        stream.wait_until(moment)
        self.process.stdin.write(b"%d\n" % len(event) + event)
        self.process.stdin.flush()

    def close(self):
        """Ends the process."""
        self.process.communicate()


def allowed(viewers):
    """Raises the descriptor limit of this process and its children; returns the viewers that it allows."""
    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))
    return min(viewers, maximum - SPARE)


class Comparison:
    """A daemon and the peer, each with its viewers."""

    def __init__(self, programs, viewers, directory):
        self.server = server.Server(programs["whereismyd"], directory)
        token = self.server.token()
        event = self.server.event(token)
        started, used = time.monotonic(), self.server.cpu()
        self.without = [self.second(started + second) for second in range(SECONDS_WITHOUT)]
        self.cpu_without = (self.server.cpu() - used) / SECONDS_WITHOUT
        before = self.server.resident()
        self.sender = Sender(programs, viewers, event)
        self.audience = Audience(programs, self.server.port, viewers, token)
        self.audience.wait()
        self.others = Audience(programs, self.sender.port, viewers, token)
        self.sender.wait()
        self.others.wait()
        self.growth = self.server.resident() - before
        self.delays = []

    def second(self, start):
        """Sends a fix at a time; returns the delay of fix.json."""
        time.sleep(max(0, start - time.monotonic()))
        return self.server.follow()

    def round(self):
        """Returns the figures of both in a round."""
        time.sleep(1)
        used, others_used, started = self.server.cpu(), self.sender.cpu(), time.monotonic()
        for second in range(SECONDS):
            self.delays.append(self.second(started + second))
            time.sleep(max(0, started + second + 0.5 - time.monotonic()))
            self.sender.send()
        time.sleep(max(0, started + SECONDS - time.monotonic()))
        cpu = self.server.cpu() - used - self.cpu_without * SECONDS
        return self.audience.round(cpu), self.others.round(self.sender.cpu() - others_used)

    def close(self):
        """Ends all processes; returns the daemon's resident memory before."""
        resident = self.server.resident()
        for process in [self.audience, self.others, self.sender]:
            process.close()
        self.server.stop()
        return resident


def round_rows(ours, theirs):
    """Yields the delays and the CPU time of the rounds."""
    for label, value in [("median", "median"), ("99th percentile", "p99"), ("maximum", "maximum")]:
        delays = [statistics.median(getattr(run, value) for run in runs) * 1e3 for runs in (ours, theirs)]
        yield Row(f"  fix to client, {label}; of the peer", f"{delays[0]:.3g} ms; {delays[1]:.3g} ms")
    p99 = peers.ratio([run.p99 for run in ours], [run.p99 for run in theirs])
    yield Row("  99th percentile relative to the peer", p99, "x", at_most=goals.VIEWERS_P99)
    shares = [statistics.median(run.cpu for run in runs) / SECONDS / 1e7 for runs in (ours, theirs)]
    yield Row("  CPU for the viewers; of the peer", f"{shares[0]:.3g} %; {shares[1]:.3g} % of a core")
    cpu = peers.ratio([run.cpu for run in ours], [run.cpu for run in theirs])
    yield Row("  CPU relative to the peer", cpu, "x", at_most=goals.VIEWERS_CPU)
    failures = sum(run.failures for run in ours)
    yield Row("  lost, duplicated, malformed, missed, dropped", failures, "", at_most=goals.VIEWERS_FAILURES)


def viewer_rows(programs, viewers, directory):
    """Yields the figures of that many viewers."""
    viewers = allowed(viewers)
    comparison = Comparison(programs, viewers, directory)
    ours, theirs = zip(*(comparison.round() for _ in range(peers.ROUNDS)))
    resident = comparison.close()
    yield Row(f"{viewers} viewers, one event per second, {peers.ROUNDS} rounds of {SECONDS} s")
    yield from round_rows(ours, theirs)
    for name, delays in [("without viewers", comparison.without), ("with all", comparison.delays)]:
        figure = f"{statistics.median(delays) * 1e3:.3g} ms; {max(delays) * 1e3:.3g} ms"
        yield Row(f"  fix to fix.json, {name}: median; maximum", figure)
    # With few viewers, most of it is the code that serves.
    if viewers > FEW_VIEWERS:
        yield Row("  resident memory per viewer", comparison.growth / viewers / 1e3, "kB", below=goals.VIEWER_MEMORY)
    yield Row("  resident memory", resident / peers.MEGABYTE, "MB")


def few_rows(programs, directory):
    """Yields the resident memory of the daemon with ten viewers, which is more than most have."""
    comparison = Comparison(programs, FEWEST_VIEWERS, directory)
    comparison.round()
    memory = comparison.close() / peers.MEGABYTE
    yield Row("resident memory with ten viewers", memory, "MB", below=goals.RESIDENT_MEMORY_WITH_VIEWERS)


def rows(programs, directory):
    """Yields the figures of the daemon with many, few and ten viewers."""
    yield from viewer_rows(programs, VIEWERS, directory)
    yield from viewer_rows(programs, FEW_VIEWERS, directory)
    yield from few_rows(programs, directory)
