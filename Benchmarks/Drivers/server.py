"""A private daemon that listens on a port, with a simulated receiver whose fixes have the time of their sending."""

import http.client
import json
import os
import tempfile
import time

import latency
import processes
import stream
import whereismyd


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
        moment = stream.next_moment()
        data = stream.stamped(self.epoch, moment // 1_000_000)
        self.epoch += 1
        self.last = stream.iso8601(moment // 1_000_000)
        stream.wait_until(moment)
        sent = time.monotonic()
        self.daemon.client.sendall(data)
        return sent

    def follow(self):
        """Sends an epoch; returns the seconds until fix.json had it."""
        sent = self.send()
        return self.arrival(sent) - sent

    def event(self, token):
        """Returns the newest event of GET /v1/events."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", "/v1/events", headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        event = b"".join(iter(response.readline, b"\n")) + b"\n"
        connection.close()
        return event

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
