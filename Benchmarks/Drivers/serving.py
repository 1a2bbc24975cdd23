"""The daemon as a server: live viewers, and what the fix path notices of them."""

import http.client
import json
import os
import resource
import subprocess
import tempfile
import time
from dataclasses import dataclass

import pace
import processes
import stream
import whereismyd

# Descriptors that the daemon and the client need beside one a viewer.
SPARE = 500


@dataclass
class Watched:
    """What was seen of a daemon with viewers, over some time at one event a second."""

    viewers: int
    events: int
    client: dict
    cpu: float
    resident: int
    growth: int
    alone: list
    beside: list

    @property
    def failures(self):
        """Events that a viewer was not told once and in order, and viewers that were dropped."""
        untold = abs(self.viewers * self.events - self.client["events"])
        return int(untold + sum(self.client[name] for name in ["lost", "doubled", "broken", "missed", "dropped"]))


class Serving:
    """A daemon of its own that serves on a port of the loopback, and the receiver it has."""

    def __init__(self, program, directory):
        self.port = whereismyd.free_port()
        place = tempfile.mkdtemp(dir=directory)
        self.daemon = processes.Daemon(program, stream.Server(), place, listen=f"127.0.0.1:{self.port}")
        self.arrivals = pace.Arrivals(self.daemon.runtime, "fix.json")
        self.cpu = processes.cpu_clock(self.daemon.pid)
        self.epoch = 0
        # The times of its first epochs were the stream's, from now on they are this machine's: that has to be believed.
        for _ in range(5):
            self.send()
            time.sleep(0.3)
        self.daemon.wait(lambda report: report["fix"]["timestamp"] == self.last and report["state"] == "live")

    def token(self):
        """A new token to read with."""
        connection = whereismyd.LocalConnection(os.path.join(self.daemon.runtime, "api.sock"))
        wish = json.dumps({"name": "bench", "scopes": ["read"]})
        connection.request("POST", "/v1/tokens", wish, {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())["token"]

    def report(self, token):
        """What it answers to GET /v1/report."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", "/v1/report", headers={"Authorization": f"Bearer {token}"})
        return connection.getresponse().read()

    def send(self):
        """Sends an epoch whose time is the moment of sending, with which a millisecond begins; answers that by
        CLOCK_MONOTONIC."""
        moment = (time.time_ns() // 1_000_000 + 3) * 1_000_000
        data = stream.stamped(self.epoch, moment // 1_000_000)
        self.epoch += 1
        self.last = stream.iso8601(moment // 1_000_000)
        time.sleep(max(0, moment - time.time_ns() - 1_000_000) / 1e9)
        while time.time_ns() < moment:
            pass
        sent = time.monotonic()
        self.daemon.client.sendall(data)
        return sent

    def follow(self, seconds):
        """Sends an epoch a second; answers how long each took until fix.json had it."""
        delays = []
        begin = time.monotonic()
        for second in range(seconds):
            time.sleep(max(0, begin + second - time.monotonic()))
            sent = self.send()
            delays.append(self.arrival(sent) - sent)
        return delays

    def arrival(self, sent):
        """When the epoch sent last was in fix.json."""
        while arrived := self.arrivals.wait(sent + 1):
            if self.daemon.report()["fix"]["timestamp"] == self.last:
                return arrived
        raise TimeoutError(f"fix.json has nothing of {self.last} after a second")

    def resident(self):
        """Its resident memory in bytes."""
        return processes.memory(self.daemon.pid, "status", "VmRSS")

    def stop(self):
        """Ends it."""
        self.arrivals.close()
        self.daemon.stop()


def raise_limits():
    """Lets this process and those it starts have all the descriptors they may; answers for how many viewers."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most - SPARE


def watch(programs, viewers, seconds, directory):
    """A daemon that is watched: by nobody for as long first, then by so many."""
    viewers = min(viewers, raise_limits())
    serving = Serving(programs["whereismyd"], directory)
    token = serving.token()
    alone = serving.follow(seconds)
    before = serving.resident()
    command = [programs["viewers"], str(serving.port), str(viewers), token]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        if client.stdout.readline() != "ready\n":
            raise RuntimeError("the viewers have not all been told the first event")
        # Waking and connecting so many is over then.
        time.sleep(1)
        started, used = time.monotonic(), serving.cpu()
        beside = serving.follow(seconds)
        time.sleep(max(0, started + seconds - time.monotonic()))
        cpu = (serving.cpu() - used) / 1e9 / (time.monotonic() - started)
        resident = serving.resident()
        output, _ = client.communicate()
    serving.stop()
    seen = {name: float(value) for name, value in (line.split() for line in output.splitlines())}
    return Watched(viewers, seconds, seen, cpu, resident, resident - before, alone, beside)
