"""The daemon as a server of live viewers, and their effect on the path of a fix."""

import http.client
import json
import os
import resource
import subprocess
import tempfile
import time
from dataclasses import dataclass

import latency
import processes
import stream
import whereismyd

# Descriptors that the daemon and the client need in addition to one per viewer.
SPARE = 500


@dataclass
class Measurement:
    """The figures of a daemon with viewers at one event per second. Delays are in seconds, memory in bytes."""

    viewers: int
    events: int
    client: dict
    cpu: float
    resident: int
    growth: int
    delays_without: list
    delays_with: list

    @property
    def failures(self):
        """Returns the events that a viewer did not receive once and in order, plus the dropped viewers."""
        missing = abs(self.viewers * self.events - self.client["events"])
        counters = ["lost", "duplicated", "malformed", "missed", "dropped"]
        return int(missing + sum(self.client[name] for name in counters))


class Server:
    """A private daemon that listens on a port of the loopback, and its simulated receiver."""

    def __init__(self, program, directory):
        self.port = whereismyd.free_port()
        folder = tempfile.mkdtemp(dir=directory)
        self.daemon = processes.Daemon(program, stream.Server(), folder, listen=f"127.0.0.1:{self.port}")
        self.arrivals = latency.Arrivals(self.daemon.runtime, "fix.json")
        self.cpu = processes.cpu_clock(self.daemon.pid)
        self.epoch = 0
        # The first epochs had the times of the stream. The next ones have the time of this machine, which the daemon
        # has to trust first.
        for _ in range(5):
            self.send()
            time.sleep(0.3)
        self.daemon.wait(lambda report: report["fix"]["timestamp"] == self.last and report["state"] == "live")

    def token(self):
        """Creates a token with the scope `read`."""
        connection = whereismyd.LocalConnection(os.path.join(self.daemon.runtime, "api.sock"))
        body = json.dumps({"name": "bench", "scopes": ["read"]})
        connection.request("POST", "/v1/tokens", body, {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())["token"]

    def report(self, token):
        """Returns the response to GET /v1/report."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", "/v1/report", headers={"Authorization": f"Bearer {token}"})
        return connection.getresponse().read()

    def send(self):
        """Sends an epoch at the start of a millisecond, which is also the time of the fix; returns the time of sending
        (CLOCK_MONOTONIC)."""
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
        """Sends an epoch per second; returns the seconds until fix.json had each."""
        delays = []
        started = time.monotonic()
        for second in range(seconds):
            time.sleep(max(0, started + second - time.monotonic()))
            sent = self.send()
            delays.append(self.arrival(sent) - sent)
        return delays

    def arrival(self, sent):
        """Returns the time at which fix.json had the last epoch (CLOCK_MONOTONIC)."""
        while arrived := self.arrivals.wait(sent + 1):
            if self.daemon.report()["fix"]["timestamp"] == self.last:
                return arrived
        raise TimeoutError(f"fix.json has no fix of {self.last} after 1 s")

    def resident(self):
        """Returns the daemon's resident memory in bytes."""
        return processes.memory(self.daemon.pid, "status", "VmRSS")

    def stop(self):
        """Stops the daemon."""
        self.arrivals.close()
        self.daemon.stop()


def raise_limits():
    """Raises the descriptor limit of this process and its children to the maximum; returns the viewers that it allows."""
    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))
    return maximum - SPARE


def measure(programs, viewers, seconds, directory):
    """Measures a daemon for some seconds without viewers, and then with them."""
    viewers = min(viewers, raise_limits())
    server = Server(programs["whereismyd"], directory)
    token = server.token()
    delays_without = server.follow(seconds)
    before = server.resident()
    command = [programs["viewers"], str(server.port), str(viewers), token]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        if client.stdout.readline() != "ready\n":
            raise RuntimeError("not every viewer has received its first event")
        # The work for the new connections is over then.
        time.sleep(1)
        started, used = time.monotonic(), server.cpu()
        delays_with = server.follow(seconds)
        time.sleep(max(0, started + seconds - time.monotonic()))
        cpu = (server.cpu() - used) / 1e9 / (time.monotonic() - started)
        resident = server.resident()
        output, _ = client.communicate()
    server.stop()
    figures = {name: float(value) for name, value in (line.split() for line in output.splitlines())}
    return Measurement(viewers, seconds, figures, cpu, resident, resident - before, delays_without, delays_with)
