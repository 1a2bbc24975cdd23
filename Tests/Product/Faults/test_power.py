"""No loss of power between two flushes loses what was acknowledged, invents anything, or stops the next start.

WHEREISMY_FAULTS=whole tries at least 10,000 losses, otherwise a sample, chosen by SEED=N or the day.
"""

import copy
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import time
import unittest

import power
import publisher
from faults import SEED, Box, Scratch, Traveller, shim, times_of
from publisher import COMMAND
from scenarios import WEBHOOK, Journey, feature
from whereismyd import exchange

WHOLE = os.environ.get("WHEREISMY_FAULTS") == "whole"
# The losses of a whole run; how often the daemon flushes depends on the machine.
LOSSES = 10_500
# Each flush, with all, none and some of what waits; of the sample one in so many.
VARIANTS, SAMPLE = (14, 1) if WHOLE else (3, 12)
# Seconds of recording, with ten commits a second.
LENGTH = 40 if WHOLE else 6
# Two of three tokens stay, and a box has at most 64.
MAX_CHANGES = 90
# Files that are replaced as a whole, and are read back as a whole.
REPLACED = (".json",)


class RecordedConsumer(publisher.Consumer):
    """A consumer that records what it takes before it answers."""

    log = None

    def answer(self, request, number):
        """Records the newest fix of a request."""
        seconds = self.seconds(json.loads(request.record.body))
        power.append(self.log, "A", json.dumps({"taken": max(seconds, default=0)}).encode())
        return super().answer(request, number)


class Recording:
    """What a daemon and its publisher write, with what they acknowledge."""

    def __init__(self, journey):
        self.gpsd, self.consumer = journey.gpsd, RecordedConsumer()
        self.box = Box(self.gpsd, journey.state, Box.CONFIGURATION + WEBHOOK + (
            f"[publish a]\nto = {self.consumer.url()}\nformat = overland\nsince = all\ninterval = 1s\n"))
        self.known = journey.known
        self.log = self.consumer.log = self.box.folder / "record"
        self.number = 0
        (self.box.folder / "state-publish").mkdir()
        (self.box.folder / "run" / "commits").mkdir()
        self.disk = power.Disk(self.box.folder)

    def environment(self, program):
        """The environment of a recorded program."""
        return {**os.environ, "LD_PRELOAD": shim(), "FAULT_PROGRAM": program, "RECORD_LOG": os.fspath(self.log),
                "RECORD_ROOT": os.fspath(self.box.folder / "state")[:-len("/state")]}

    def acknowledge(self, **what):
        """Records what was acknowledged; `present` is None where a request is about to change that."""
        power.append(self.log, "A", json.dumps(what).encode())

    def run(self):
        """Records for some seconds."""
        self.box.start(env=self.environment("whereismyd"))
        sender = publisher.Publisher.__new__(publisher.Publisher)
        sender.scratch, sender.folder, sender.environment = None, self.box.folder, self.environment("whereismy-publish")
        sender.start()
        end = time.monotonic() + LENGTH
        while time.monotonic() < end:
            if self.number < MAX_CHANGES:
                self.change()
            status, _, text = exchange(self.box.local(10), "GET", "/v1/track?from=2026-01-01&format=csv")
            if status == 200:
                self.acknowledge(fixes=sorted(times_of(text.decode())))
        sender.close()
        self.box.stop()
        self.acknowledge(end=True)
        self.consumer.stop()

    def change(self):
        """Changes places, access and the anchor, one after the other, and imports a track."""
        self.number += 1
        place, token = f"Place {self.number}", f"token-{self.number}"
        self.box.ask("POST", "/v1/places/own", feature(place, 47.0, 8.0, 90_000))
        self.acknowledge(place=place, present=True)
        self.box.token(token)
        self.acknowledge(token=token, present=True)
        if self.number % 3 == 0:
            gone = self.number - 2
            self.acknowledge(place=f"Place {gone}", present=None)
            self.acknowledge(token=f"token-{gone}", present=None)
            self.box.ask("DELETE", f"/v1/places/own/Place%20{gone}")
            self.acknowledge(place=f"Place {gone}", present=False)
            self.box.ask("DELETE", f"/v1/tokens/token-{gone}")
            self.acknowledge(token=f"token-{gone}", present=False)
            self.acknowledge(anchor=True, present=None)
            self.box.ask("DELETE", "/v1/anchor")
            self.acknowledge(anchor=True, present=False)
        if self.number % 3 == 1:
            self.acknowledge(anchor=True, present=None)
            self.box.ask("POST", "/v1/anchor?replace=yes", {"latitude": 47.0, "longitude": 8.0, "radius": 900})
            self.acknowledge(anchor=True, present=True)
        if self.number % 5 == 1:
            first = 100_000 + 5000 * self.number
            (self.box.folder / "track.gpx").write_text(publisher.gpx(range(first, first + 4000, 8)), encoding="utf-8")
            done = subprocess.run(
                [*self.box.command()[:7], f"--import={self.box.folder / 'track.gpx'}"], check=True, capture_output=True,
                timeout=60, env=self.environment("whereismyd"))
            assert done.returncode == 0


class Checks:
    """Compares what a loss of power has left with what was acknowledged before it."""

    def __init__(self, recording, scratch):
        self.recording, self.folder = recording, scratch.folder
        self.root = os.fspath(recording.box.folder)
        self.known, self.lists, self.anchor, self.taken = set(recording.known), {"place": {}, "token": {}, "event": {}}, None, 0
        self.versions, self.histories, self.problems, self.points = {}, {}, [], 0
        self.possible = None

    def acknowledge(self, what):
        """Takes what was acknowledged."""
        self.known |= set(what.get("fixes", []))
        for kind, names in self.lists.items():
            if kind in what:
                names[what[kind]] = what["present"]
        self.taken = max(self.taken, what.get("taken", 0))
        if "anchor" in what:
            self.anchor = what["present"]

    def check(self, contents, where):
        """Checks the files after a loss of power."""
        self.points += 1
        for path, content in contents.items():
            if path.startswith(f"{self.root}/state") and path.endswith(REPLACED) and not os.path.basename(path).startswith("."):
                self.check_replaced(path, content, where)
        self.check_lists(contents, where)
        self.check_history(contents, where)

    def problem(self, where, what):
        """Notes a problem."""
        self.problems.append(f"{where}: {what}")

    def check_replaced(self, path, content, where):
        """A file that is replaced has one of the contents that were written, wholly."""
        if "/cursors/" in path and content:
            end = json.loads(content).get("end", {"time": 0})["time"] // 1000 - publisher.START
            if end > self.taken:
                self.problem(where, f"the cursor is at {end}, and the consumer has taken {self.taken}")
        if content not in self.versions.get(path, ()):
            self.problem(where, f"{path} has {len(content)} bytes that were never written: {content[:80]}")

    def check_lists(self, contents, where):
        """Places, tokens, events and the anchor watch that were acknowledged are there; those that were removed are not."""
        def decoded(name):
            try:
                return json.loads(contents.get(f"{self.root}/state/{name}", b"{}"))
            except ValueError:
                return {}
        found = {
            "place": {each["properties"]["name"] for each in decoded("own-places.json").get("features", [])},
            "token": {each["name"] for each in decoded("access.json").get("tokens", [])},
            "event": {os.path.basename(path) for path in contents if path.startswith(f"{self.root}/state/webhooks/")}}
        for kind, names in self.lists.items():
            for name, present in names.items():
                if present is not None and (name in found[kind]) != present:
                    self.problem(where, f"{kind} {name} is {'lost' if present else 'there again'}")
        if self.anchor is not None:
            there = f"{self.root}/state/anchor.json" in contents
            if there != self.anchor:
                self.problem(where, f"the anchor watch is {'lost' if self.anchor else 'there again'}")

    def check_history(self, contents, where):
        """The history opens, is sound and has every fix."""
        files = {name: contents[path] for path, name in (
            (f"{self.root}/state/{name}", name) for name in ("history.db", "history.db-wal")) if path in contents}
        digest = hashlib.sha256(b"".join(files.values())).digest()
        if digest not in self.histories:
            self.histories[digest] = self.read_history(files, where)
        times = self.histories[digest]
        if times is None:
            return
        if not self.known <= times:
            self.problem(where, f"{len(self.known - times)} fixes are lost: {sorted(self.known - times)[:3]}")
        if not times <= self.possible:
            self.problem(where, f"fixes that nobody sent: {sorted(times - self.possible)[:3]}")

    def read_history(self, files, where):
        """Verifies a history, and writes to every tenth; returns the times of its fixes, None if it cannot be read."""
        folder = self.folder / "loss"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (self.folder / "whereismy.conf").touch()
        for name, content in files.items():
            (folder / name).write_bytes(content)
        options = ["--state-directory", folder, "--runtime-directory", self.folder / "run", "--config",
                   self.folder / "whereismy.conf"]
        for arguments in (["history", "verify"], ["track", "--from", "2026-01-01", "--format", "csv"]):
            done = subprocess.run(
                [COMMAND, *arguments, *options], check=False, capture_output=True, text=True, timeout=60)
            if done.returncode != 0:
                self.problem(where, f"{arguments[0]}: {done.returncode} {done.stdout}{done.stderr}")
                return None
        if len(self.histories) % 10 == 0:
            self.check_writing(folder, options, where)
        return times_of(done.stdout)

    def check_writing(self, folder, options, where):
        """The next writer goes on."""
        (folder / "track.gpx").write_text(publisher.gpx([1]), encoding="utf-8")
        done = subprocess.run(
            [pathlib.Path(COMMAND).with_name("whereismyd"), *options, f"--import={folder / 'track.gpx'}"], check=False,
            capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            self.problem(where, f"import: {done.returncode} {done.stdout}{done.stderr}")


class PowerTest(unittest.TestCase):
    """A daemon that records, seals, and changes places and access, and its publisher."""

    def setUp(self):
        self.journey, self.scratch = Journey(), Scratch()
        self.addCleanup(self.scratch.close)
        self.addCleanup(self.journey.close)
        self.recording = Recording(self.journey)
        self.addCleanup(self.recording.box.close)

    def replay(self, disk):
        """Loses the power before and after every flush."""
        checks, chance = Checks(self.recording, self.scratch), random.Random(SEED)
        for path, number in disk.names.items():
            checks.versions[path] = {bytes(disk.files[number].durable)}
        # What was recorded in the end has all imports.
        checks.possible = self.journey.known | self.journey.gpsd.sent | self.recording.box.times()
        total = sum(letter == "F" for letter, *_ in power.records(self.recording.log))
        variants = max(VARIANTS, -(-LOSSES // total) - 2) if WHOLE else VARIANTS
        flushes, queued = 0, set()
        for letter, inode, offset, path, data in power.records(self.recording.log):
            if disk.ignored and checks.problems:
                break
            if letter == "A":
                checks.acknowledge(json.loads(data))
                continue
            if letter == "F":
                flushes += 1
                if chance.randrange(SAMPLE) == 0:
                    self.lose(checks, disk, chance, f"flush {flushes}", variants)
                disk.flush(inode, path)
                continue
            disk.take(letter, inode, offset, path, data)
            if letter == "C" and path.endswith("/.place-standings.json.new"):
                # After a start with these states their events are not repeated.
                checks.lists["event"] |= dict.fromkeys(queued, True)
            if letter == "R":
                number = self.current(disk, path)
                content = bytearray(disk.files[number].durable)
                for change in disk.files[number].pending:
                    power.File.apply(content, change)
                checks.versions.setdefault(data.decode(), set()).add(bytes(content))
                if "/state/webhooks/" in data.decode():
                    queued.add(os.path.basename(data.decode()))
        return checks, flushes

    @staticmethod
    def current(disk, path):
        """The number of the file that had a name before its last change."""
        names = dict(disk.names)
        for change in disk.pending[:-1]:
            disk.rename(names, change)
        return names[path]

    @staticmethod
    def lose(checks, disk, chance, where, variants):
        """Loses the power with none, all and some of what waits on the disk."""
        for share in [0, 1] + [chance.random() for _ in range(variants)]:
            checks.check(disk.after(chance, share), f"{where} {share:.2f}")

    def test_no_loss_of_power_loses_what_was_acknowledged(self):
        """Whatever of the writes since the last flush is on the disk."""
        self.recording.run()
        begin = time.monotonic()
        untouched = copy.deepcopy(self.recording.disk)
        checks, flushes = self.replay(self.recording.disk)
        print(f"power: SEED={SEED}: {checks.points} losses at {flushes} flushes, {len(checks.histories)} histories, "
              f"{len(checks.lists['event'])} queued events, in {time.monotonic() - begin:.0f} s")
        self.assertGreater(len(checks.lists["event"]), 0)
        self.assertEqual(checks.problems[:20], [], f"{len(checks.problems)} problems")
        self.assertGreater(checks.points, 10_000 if WHOLE else 20)
        for kind in ("files", "directories"):
            with self.subTest(f"a disk that does not flush {kind} is noticed"):
                broken = copy.deepcopy(untouched)
                broken.ignored = kind
                checks, _ = self.replay(broken)
                self.assertNotEqual(checks.problems, [])


if __name__ == "__main__":
    unittest.main()
