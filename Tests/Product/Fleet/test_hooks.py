"""Hooks for the events of a fleet: each event once, on one machine."""

import json
import os
import time
import unittest

import fleet
from fleet import Fleet, Process, fix, wait

HOOK = """#!/bin/sh
{ read -r line; echo "$line"; } >>FOLDER/ran
echo "$WHEREISMY_EVENT $WHEREISMY_DEVICE $WHEREISMY_PLACE $WHEREISMY_TEST$WHEREISMY_BY" >>FOLDER/variables
"""


@unittest.skipUnless(os.geteuid() == 0, "hooks belong to root")
class HooksTest(unittest.TestCase):
    """A collector, and two machines with the hooks."""

    def setUp(self):
        self.fleet = Fleet()
        self.addCleanup(self.fleet.close)
        self.folder = self.fleet.folder / "hooks.d"
        self.folder.mkdir(mode=0o755)
        self.write("50-note", HOOK.replace("FOLDER", str(self.fleet.folder)))
        self.fleet.start(["van", "boat"])
        self.collector = self.fleet.collectors[0]
        self.machines = [Process(self.fleet.folder, f"hooks{index}") for index in range(2)]

    def write(self, name, text, mode=0o755):
        """Writes a hook."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)

    def launch(self, machine):
        """Starts the hooks of a machine."""
        self.addCleanup(machine.kill)
        machine.launch([
            fleet.PROGRAM, "hooks", "--directory", self.folder, "--config", self.collector.configuration])

    def ran(self):
        """The events for which the hook ran, by device and kind."""
        path = self.fleet.folder / "ran"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return [json.loads(line) for line in text.splitlines()]

    def kinds(self):
        """The same, as texts."""
        return [f"{event['device']} {event['event']}" for event in self.ran()]

    def begin(self):
        """Starts both machines, whose first look is the beginning."""
        for machine in self.machines:
            self.launch(machine)
        cursor = "SELECT count(*) FROM whereismy.webhook WHERE name = '/hooks'"
        self.assertTrue(wait(lambda: self.fleet.postgres.sql(cursor) == [["1"]], 20), self.machines[0].log)

    def test_silence_and_return(self):
        """Each event runs the hook once, whichever machine ends."""
        self.begin()
        self.fleet.command("device", "set", "van", "--stale-after", "6s")
        now, token = int(time.time()), self.fleet.tokens["van"]
        self.assertEqual(self.collector.upload(token, fix(0, start=now))[0], 200)
        self.assertTrue(wait(lambda: self.kinds() == ["van silent"], 40), self.machines[0].log)
        self.assertLess(self.ran()[0]["since"], self.ran()[0]["moment"])
        self.machines[0].kill()
        self.assertEqual(self.collector.upload(token, fix(1, start=now))[0], 200)
        self.assertTrue(wait(lambda: "van back" in self.kinds(), 40), self.machines[1].log)
        self.fleet.command("device", "set", "van", "--stale-after", "1h")
        time.sleep(3)
        self.assertEqual(self.kinds(), ["van silent", "van back"])
        self.assertEqual(self.machines[1].stop(), 0)

    def test_places_failures_and_refusals(self):
        """A place is a variable; one that fails or that others could have written is said, and keeps no other from running."""
        self.write("10-fails", "#!/bin/sh\nexit 3\n")
        self.write("20-writable", "#!/bin/sh\n", 0o777)
        self.begin()
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"event": "enter", "place": "Depot", "moment": moment, "since": moment}) + "\n"
        self.assertEqual(self.collector.upload(self.fleet.tokens["boat"], line), (200, {"stored": 1}))
        self.assertTrue(wait(lambda: self.kinds() == ["boat enter"], 30))
        self.assertIn("enter boat Depot", (self.fleet.folder / "variables").read_text(encoding="utf-8"))
        log = "".join(machine.log for machine in self.machines)
        self.assertIn("10-fails: exit status 3", log)
        self.assertIn("20-writable: not run: writable by others", log)

    def test_contradiction_and_trust(self):
        """A claim that cannot be true is no position and in no track; who trusted it is in the event and in a variable."""
        self.begin()
        run, token, now = self.fleet.command, self.fleet.tokens["van"], int(time.time()) - 10
        run("member", "add", "ann", "--admin")
        reader = {"Authorization": "Bearer " + run("token", "add", "reader", "--member", "ann").strip()}

        def read(path):
            status, _, text = self.collector.ask("GET", "/v1/devices/van" + path, **reader)
            self.assertEqual(status, 200)
            return json.loads(text)

        def event(kind, second, **more):
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + second))
            return json.dumps({"event": kind, "place": "receiver", "moment": moment, "since": moment, **more}) + "\n"

        lines = fix(0, start=now) + fix(1, 48, 9, start=now, integrity="contradicted") + event("contradicted", 1)
        self.assertEqual(self.collector.upload(token, lines), (200, {"stored": 3}))
        device = read("")
        self.assertEqual((device["state"], device["latitude"], device["claim"]["latitude"]), ("contradicted", 47, 48))
        self.assertEqual([point["latitude"] for point in read("/track?format=json")], [47])
        claims = read("/track?format=json&contradicted=yes")
        self.assertEqual([point.get("integrity") for point in claims], [None, "contradicted"])
        self.assertEqual(self.collector.upload(token, event("trusted", 2, by="ann") + fix(3, start=now)), (200, {"stored": 2}))
        self.assertEqual((read("")["state"], "claim" in read("")), ("live", False))
        self.assertTrue(wait(lambda: self.kinds() == ["van contradicted", "van trusted"], 30))
        self.assertEqual([event.get("by") for event in self.ran()], [None, "ann"])
        variables = (self.fleet.folder / "variables").read_text(encoding="utf-8")
        self.assertIn("trusted van receiver ann", variables)
        rows = self.fleet.postgres.sql("SELECT integrity, latitude FROM whereismy.fix ORDER BY time")
        self.assertEqual(rows, [["nominal", "47"], ["contradicted", "48"], ["nominal", "47"]])

    def test_a_trial(self):
        """An event that did not happen, without a database."""
        self.fleet.postgres.stop()
        run = self.fleet.command
        self.assertIn("1 succeeded, 0 failed", run("hooks", "--test", "silent", "--directory", self.folder))
        self.assertEqual([event["test"] for event in self.ran()], [True])
        self.assertIn("did you mean silent", run("hooks", "--test", "silence", "--directory", self.folder, code=64))
        self.assertIn("no executable", run("hooks", "--test", "back", "--directory", self.fleet.folder / "none", code=1))
        self.fleet.postgres.start()


if __name__ == "__main__":
    unittest.main()
