"""whereismy-publish with a history of its own, and consumers that remember what they took."""

import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

import whereismyd
from receiver import Receiver, wait

PROGRAM = os.environ.get("WHEREISMY_PUBLISH") or os.fspath(
    pathlib.Path(whereismyd.PROGRAM).with_name("whereismy-publish"))
COMMAND = os.fspath(pathlib.Path(whereismyd.PROGRAM).with_name("whereismy"))
# 2026-11-01T00:00:00Z
START = 1_793_491_200


def gpx(seconds):
    """A track with a point at each of these seconds after START, going east."""
    points = "".join(
        f'<trkpt lat="47.0" lon="{8 + second / 100_000:.7f}"><ele>400</ele>'
        f"<time>{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(START + second))}</time></trkpt>"
        for second in seconds)
    return f'<?xml version="1.0"?><gpx version="1.1" creator="test"><trk><trkseg>{points}</trkseg></trk></gpx>'


class Publisher:
    """The program with its own directories and a history without a daemon, or with those of a daemon."""

    def __init__(self, configuration="", daemon=None):
        self.scratch = None if daemon else tempfile.TemporaryDirectory(prefix="whereismy-publish-")
        self.folder = daemon.folder if daemon else pathlib.Path(self.scratch.name)
        (self.folder / "state").mkdir(exist_ok=True)
        (self.folder / "run" / "commits").mkdir(parents=True, exist_ok=True)
        self.configure(configuration)
        self.process = None
        self.environment = None

    def configure(self, text):
        """Writes the configuration."""
        (self.folder / "whereismy.conf").write_text(text, encoding="utf-8")

    def options(self):
        """The options of all programs."""
        return ["--config", self.folder / "whereismy.conf", "--runtime-directory", self.folder / "run",
                "--state-directory", self.folder / "state"]

    def record(self, seconds):
        """Adds points to the history, as an import does."""
        file = self.folder / "track.gpx"
        file.write_text(gpx(seconds), encoding="utf-8")
        subprocess.run(
            [COMMAND, "import", file, *self.options()], check=True, capture_output=True, text=True, timeout=120)

    def happen(self, second, kind, place):
        """Adds an event at a place to the history, as the daemon does; the next commit announces it."""
        moment = (START + second) * 1000
        with sqlite3.connect(self.folder / "state" / "history.db", timeout=30) as history:
            history.execute(
                "INSERT INTO occurrence(moment, since, kind, place, latitude, longitude, horizontal_accuracy)"
                " VALUES(?, ?, ?, ?, 47.0, 8.0, 4.5)", (moment, moment, kind, place))
        history.close()

    def command(self, *arguments):
        """Runs `whereismy`; returns the exit code, the output and the messages."""
        done = subprocess.run(
            [COMMAND, *arguments, *self.options()], check=False, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def start(self):
        """Starts it."""
        with open(self.folder / "publisher.log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, *self.options()], stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment)

    def signal(self, number):
        """Sends a signal; after SIGKILL and SIGTERM waits for the end."""
        self.process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait(30)

    def running(self):
        """True while it runs."""
        return self.process.poll() is None

    @property
    def log(self):
        """Its messages."""
        return (self.folder / "publisher.log").read_text(encoding="utf-8", errors="replace")

    def status(self):
        """The status file; an empty one while there is none."""
        try:
            return json.loads((self.folder / "run-publish" / "status.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {"destinations": []}

    def wait_until_caught_up(self):
        """Waits until everything is delivered and confirmed."""
        wait_for(lambda: all(each["isCaughtUp"] for each in self.status()["destinations"] or [{"isCaughtUp": False}]), self)

    def cursor(self, name="a"):
        """The cursor of a destination; None while there is none."""
        try:
            path = self.folder / "state-publish" / "cursors" / f"{name}.json"
            return json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def rejected(self, name="a"):
        """The fixes that were set aside."""
        folder = self.folder / "state-publish" / "rejected" / name
        return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]

    def close(self):
        """Stops it and removes its files."""
        if self.process and self.running():
            self.process.kill()
            self.process.wait(10)
        if self.scratch:
            self.scratch.cleanup()


class Consumer:
    """A strict server of Overland and OwnTracks that misbehaves on request; its store survives it."""

    def __init__(self, misbehave=None, seed=1):
        self.misbehave = misbehave
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        # The number of times that each second was taken.
        self.taken = {}
        self.requests = 0
        self.bodies = []
        self.server = None
        self.port = 0
        self.start()

    def start(self):
        """Starts the server, on the same port again after a stop."""
        self.server = Receiver(self.answer, port=self.port)
        self.port = self.server.port

    def stop(self):
        """Stops the server."""
        self.server.close()

    def url(self, path="/pub"):
        """Its address."""
        return f"http://127.0.0.1:{self.port}{path}"

    def answer(self, request, _):
        """Answers a request."""
        body = request.record.body
        with self.lock:
            self.requests += 1
            fault = self.misbehave and self.misbehave(self.random)
        if fault == "500":
            return request.plain(500)
        if fault == "portal":
            return request.plain(200, [("Content-Type", "text/html")], b"<html>Please log in</html>")
        document = json.loads(body)
        overland = isinstance(document, dict) and "locations" in document
        if fault == "413" and overland and len(document["locations"]) > 20:
            return request.plain(413)
        with self.lock:
            self.bodies.append(document)
            for second in self.seconds(document):
                self.taken[second] = self.taken.get(second, 0) + 1
        if fault == "lost":
            # Taken, but the answer does not arrive.
            request.close_connection = True
            return request.connection.close()
        if overland:
            return request.plain(201, [("Content-Type", "application/json")], b'{"result":"ok"}')
        return request.plain(200, [("Content-Type", "application/json")], b"[]")

    def transitions(self):
        """The seconds, events and places of the transitions in the order in which they were taken."""
        with self.lock:
            return [(body["tst"] - START, body["event"], body["desc"]) for body in self.bodies
                    if body.get("_type") == "transition"]

    @staticmethod
    def seconds(document):
        """The seconds after START of the fixes in a message."""
        if "locations" in document:
            texts = [feature["properties"]["timestamp"] for feature in document["locations"]]
            return [int(time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone) - START
                    for text in texts]
        if document.get("_type") == "location":
            return [document["tst"] - START]
        return []

    def has(self, count):
        """True if that many different seconds were taken."""
        return len(self.taken) >= count


def wait_for(condition, publisher, seconds=60):
    """Waits for a condition; fails with the log."""
    if not wait(condition, seconds):
        raise AssertionError(f"not in {seconds} s: {publisher.log[-3000:]}")
