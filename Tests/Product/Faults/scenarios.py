"""What programs do while one of their calls fails, and what has to hold afterwards."""

import http.client
import json
import shutil
import signal
import sqlite3
import subprocess
import time

import publisher
import whereismyd
from faults import ROOT, Box, Scratch, Traveller, names_cause, times_of

HOUR = 3_600_000
FIXTURE = ROOT / "Tests" / "Product" / "Fixtures" / "before-redesign"
# A place around all that the traveller reaches, one beside it, and one that is removed.
PLACES = [("Around", 47.0, 8.0, 90_000), ("Gone", 48.0, 8.0, 100)]
WEBHOOK = "[webhook a]\nurl = http://127.0.0.1:9/in\n"


def feature(name, latitude, longitude, radius):
    """A place."""
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": {"name": name, "radius": radius, "dwell": 0}}


class Scenario:
    """A sequence of actions of one program; `problems` collects what is wrong after each run."""

    program = "whereismyd"

    def __init__(self):
        self.scratch = Scratch()
        self.problems = []

    def expect(self, holds, what):
        """Notes a problem unless something holds."""
        if not holds:
            self.problems.append(what)

    def expect_end(self, code, text, fault):
        """A program that has failed says why; only exhausted memory may end it by a signal."""
        if fault.error == "MALLOC":
            return
        self.expect(code >= 0, f"ended by signal {-code}: {text[-800:]}")
        self.expect(code <= 0 or names_cause(text), f"ended with {code} without its cause: {text[-800:]}")

    def expect_history(self, box, known, possible):
        """The history is sound, has all that is known, and nothing that cannot be."""
        problem = box.problem()
        self.expect(problem is None, f"history verify: {problem}")
        times = box.times()
        self.expect(known <= times, f"{len(known - times)} of {len(known)} fixes are lost: {sorted(known - times)[:3]}")
        self.expect(times <= possible, f"fixes that nobody sent: {sorted(times - possible)[:3]}")

    def close(self):
        """Removes what was prepared."""
        self.scratch.close()


class Journey(Scenario):
    """Start, seal an hour, record, change places and access, stop."""

    name = "journey"

    def __init__(self):
        super().__init__()
        self.gpsd = Traveller()
        self.state = self.scratch.folder / "state"
        self.prepare()

    def prepare(self):
        """A state with places, a token, and fixes of an hour that is to be sealed."""
        box = Box(self.gpsd)
        box.start()
        for place in PLACES[1:]:
            box.ask("POST", "/v1/places/own", feature(*place))
        box.token("old")
        box.wait_for("live")
        until = time.monotonic() + 30
        while time.monotonic() < until and len(box.times()) < 12:
            time.sleep(0.1)
        box.stop()
        with sqlite3.connect(box.folder / "state" / "history.db") as history:
            history.execute(f"UPDATE recent SET key = key - {3 * HOUR} * 16384")
        history.close()
        self.known = box.times()
        shutil.copytree(box.folder / "state", self.state)
        box.close()

    def run(self, fault):
        """Runs once."""
        box = Box(self.gpsd, self.state, Box.CONFIGURATION + WEBHOOK)
        try:
            self.known_now, self.certain = set(self.known), {}
            with open(box.folder / "log", "ab") as log:
                box.process = subprocess.Popen(
                    box.command(), stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=fault.environment())
            if self.wait_for_start(box):
                self.act(box, fault)
            self.stop(box, fault)
            self.check(box)
        finally:
            box.close()

    @staticmethod
    def wait_for_start(box):
        """Waits for an answer; false if the program has ended."""
        end = time.monotonic() + 20
        while time.monotonic() < end and box.process.poll() is None:
            try:
                if "fix" in box.ask("GET", "/v1/report"):
                    return True
            except (OSError, http.client.HTTPException, AssertionError):
                pass
            time.sleep(0.02)
        return box.process.poll() is None

    def request(self, box, fault, method, path, body=None):
        """Sends a request; returns the status and the text, 0 without an answer."""
        try:
            status, _, text = whereismyd.exchange(
                box.local(10), method, path, None if body is None else json.dumps(body),
                {"Content-Type": "application/json"} if body is not None else {})
        except (OSError, http.client.HTTPException) as error:
            self.expect(not isinstance(error, TimeoutError), f"{method} {path} hangs")
            return 0, ""
        text = text.decode("utf-8", "replace")
        if fault.error != "MALLOC" and status >= 400:
            self.expect(names_cause(text) or "journal" in text and names_cause(box.log()), f"{method} {path}: {status} without its cause: {text[:300]}")
        return status, text

    def change(self, box, fault, what, *request):
        """Requests a change; notes what is certain then: None where it is not."""
        status, _ = self.request(box, fault, *request)
        self.certain[what] = (request[0] == "POST") if 200 <= status < 300 else None

    def act(self, box, fault):
        """Changes places and access, and reads what is recorded."""
        self.change(box, fault, ("place", "Around"), "POST", "/v1/places/own", feature(*PLACES[0]))
        self.change(box, fault, ("place", "Gone"), "DELETE", "/v1/places/own/Gone")
        self.change(box, fault, ("anchor", "set"), "POST", "/v1/anchor", {"latitude": 47.0, "longitude": 8.0, "radius": 900})
        self.change(box, fault, ("token", "new"), "POST", "/v1/tokens", {"name": "new", "scopes": ["read"]})
        self.change(box, fault, ("token", "old"), "DELETE", "/v1/tokens/old")
        self.request(box, fault, "POST", "/v1/history/flush", {})
        status, text = self.request(box, fault, "GET", "/v1/track?from=2026-01-01&format=csv")
        if status == 200 and text.endswith("\r\n"):
            self.known_now |= times_of(text)

    def stop(self, box, fault):
        """Ends it, and compares how it ended."""
        if box.process.poll() is None:
            box.process.send_signal(signal.SIGTERM)
        try:
            self.expect_end(box.process.wait(20), box.log(), fault)
        except subprocess.TimeoutExpired:
            self.problems.append("does not stop")
            box.process.kill()
            box.process.wait()

    def check(self, box):
        """The next start works and has all that was acknowledged."""
        self.expect_history(box, self.known_now, self.known | self.gpsd.sent)
        try:
            box.start()
        except AssertionError as error:
            self.problems.append(f"the next start: {error}")
            return
        places = {each["properties"]["name"] for each in box.ask("GET", "/v1/places")["features"]}
        tokens = {each["name"] for each in box.ask("GET", "/v1/tokens")["tokens"]}
        anchor = {"set"} if box.ask("GET", "/v1/anchor") else set()
        for (kind, name), expected in self.certain.items():
            found = name in {"place": places, "token": tokens, "anchor": anchor}[kind]
            self.expect(expected in (None, found), f"{kind} {name} was acknowledged and is {'' if found else 'not '}there")
        if not self.certain:
            self.expect("Gone" in places and "old" in tokens, f"lost: {places} {tokens}")
        self.expect(box.problem() is None, "history verify after the next start")
        box.stop()

    def close(self):
        """Ends the receiver too."""
        self.gpsd.close()
        super().close()


class Upgrade(Journey):
    """The first start with the files of an earlier version."""

    name = "upgrade"

    def prepare(self):
        """The files that the version before the redesign wrote."""
        shutil.copytree(FIXTURE, self.state)
        (self.state / "whereismy.conf").unlink()
        box = Box(state=self.state)
        self.known = box.times()
        box.close()

    def act(self, box, fault):
        """Reads what is recorded."""
        self.request(box, fault, "POST", "/v1/history/flush", {})

    def check(self, box):
        """The places and the access of the earlier version are there."""
        self.certain = {("place", "Home"): True, ("place", "Quay"): True, ("token", "home-assistant"): True,
                        ("anchor", "set"): True}
        super().check(box)


class Import(Scenario):
    """Tracks are imported into a history."""

    name = "import"

    def __init__(self):
        super().__init__()
        self.file = self.scratch.folder / "track.gpx"
        # Before and after the fixes that are there, so that hours are merged.
        self.file.write_text(publisher.gpx(range(0, 5400, 9)), encoding="utf-8")
        first = self.scratch.folder / "first.gpx"
        first.write_text(publisher.gpx(range(3601, 4500, 7)), encoding="utf-8")
        box = Box()
        box.import_file(first)
        self.before = box.times()
        self.state = self.scratch.folder / "state"
        shutil.copytree(box.folder / "state", self.state)
        box.import_file(self.file)
        self.all = box.times()
        box.close()

    def run(self, fault):
        """Imports once, and again without a fault."""
        box = Box(state=self.state)
        try:
            code, output = box.import_file(self.file, fault)
            self.expect_end(code, output, fault)
            self.expect_history(box, self.all if code == 0 else self.before, self.all)
            code, output = box.import_file(self.file)
            self.expect(code == 0, f"the next import: {code} {output}")
            self.expect_history(box, self.all, self.all)
        finally:
            box.close()


class Delivery(Scenario):
    """The publisher delivers a history."""

    name = "delivery"
    program = "whereismy-publish"
    POINTS = 60

    def run(self, fault):
        """Delivers while a call fails, and the rest without; the consumer has each fix, and few of them twice."""
        consumer = publisher.Consumer()
        sender = publisher.Publisher(
            f"[publish a]\nto = {consumer.url()}\nformat = overland\nsince = all\nretry-min = 1s\nretry-max = 1s\n")
        try:
            sender.record(range(self.POINTS))
            sender.environment = fault.environment()
            sender.start()
            self.wait(sender, consumer)
            if sender.running():
                sender.process.send_signal(signal.SIGTERM)
            try:
                self.expect_end(sender.process.wait(20), sender.log, fault)
            except subprocess.TimeoutExpired:
                self.problems.append("does not stop")
                sender.process.kill()
            sender.environment = None
            sender.record(range(self.POINTS, self.POINTS + 5))
            sender.start()
            if not publisher.wait(lambda: consumer.has(self.POINTS + 5), 15):
                self.problems.append(f"the next start: {len(consumer.taken)} fixes: {sender.log[-800:]}")
            self.expect(set(consumer.taken) <= set(range(self.POINTS + 5)), "fixes that nobody recorded")
            repeated = [second for second, times in consumer.taken.items() if times > 3]
            self.expect(not repeated, f"sent too often: {repeated[:5]}")
        finally:
            sender.close()
            consumer.stop()

    def wait(self, sender, consumer):
        """Waits for the delivery, or for the reason why there is none."""
        publisher.wait(lambda: consumer.has(self.POINTS) or not sender.running() or names_cause(sender.log), 10)
        self.expect(consumer.has(self.POINTS) or names_cause(sender.log) or not sender.running(),
                    f"delivers nothing and does not say why: {len(consumer.taken)} fixes: {sender.log[-800:]}")
        if sender.running() and not consumer.has(self.POINTS):
            # An error that passes is tried again.
            publisher.wait(lambda: consumer.has(self.POINTS) or not sender.running(), 4)

