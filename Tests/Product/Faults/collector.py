"""A collector of a fleet stores uploads while one of its calls fails."""

import http.client
import signal
import subprocess

from fleet import PROGRAM, Fleet, fix, wait
from scenarios import Scenario


class Commit(Scenario):
    """The collector starts, stores uploads by HTTP, and stops."""

    name = "commit"
    program = "whereismy-fleet"

    def __init__(self):
        super().__init__()
        self.fleet = Fleet()
        self.fleet.start(["van"])
        self.collector = self.fleet.collectors[0]
        self.collector.stop()
        self.next, self.sent, self.stored = 0, set(), set()

    def upload(self, fault=None):
        """Uploads ten new fixes; returns true if they were acknowledged."""
        seconds = range(self.next, self.next + 10)
        self.sent |= set(seconds)
        try:
            status, answer = self.collector.upload(self.fleet.tokens["van"], "".join(map(fix, seconds)))
        except (OSError, http.client.HTTPException) as error:
            self.expect(not isinstance(error, TimeoutError), "an upload hangs")
            return False
        if status == 200:
            self.expect(answer == {"stored": 10}, f"answers {answer}")
            self.stored |= set(seconds)
            self.next += 10
            return True
        self.expect(fault is not None and status >= 500, f"answers {status} {answer}")
        return False

    def run(self, fault):
        """Stores three uploads while a call fails, and then without."""
        begin = len(self.collector.log)
        self.collector.launch([PROGRAM, "serve", "--config", self.collector.configuration], env=fault.environment())
        if wait(lambda: not self.collector.running or self.collector.health() is not None, 10):
            for _ in range(3):
                self.upload(fault)
        if self.collector.running:
            self.collector.process.send_signal(signal.SIGTERM)
        try:
            self.expect_end(self.collector.process.wait(20), self.collector.log[begin:], fault)
        except subprocess.TimeoutExpired:
            self.problems.append("does not stop")
            self.collector.kill()
        self.check()

    def check(self):
        """The next start stores what was not acknowledged, and all that was is there once."""
        try:
            self.collector.start()
            wait(lambda: self.collector.health()["database"] == "connected", 10)
            self.expect(self.upload(), "the next start stores nothing")
        except AssertionError as error:
            self.problems.append(f"the next start: {error}")
        self.collector.stop()
        begin = 1_793_491_200_000
        found = [(moment - begin) // 1000 for moment in self.fleet.stored("van")]
        self.expect(len(found) == len(set(found)), "a fix is stored twice")
        self.expect(self.stored <= set(found), f"{len(self.stored - set(found))} fixes are lost")
        self.expect(set(found) <= self.sent, "fixes that nobody sent")

    def close(self):
        """Ends the fleet."""
        self.fleet.close()
        super().close()
