"""Places: events of a moving receiver are published, recorded and restored after a restart."""

import json
import math
import pathlib
import subprocess
import time
import unittest

import whereismyd


class PlacesTest(unittest.TestCase):
    """The demonstration's walk passes through places created around its position."""

    def setUp(self):
        self.daemon = whereismyd.Daemon()
        self.addCleanup(self.daemon.close)
        self.report = self.daemon.wait_for("live")

    def feature(self, name, radius, north=0.0):
        """A place around the current position, or the given metres north of it."""
        fix = self.report["fix"]
        position = [fix["longitude"], fix["latitude"] + north / 111_200]
        return {"type": "Feature", "geometry": {"type": "Point", "coordinates": position},
                "properties": {"name": name, "radius": radius, "dwell": 1}}

    def until(self, holds, seconds=30):
        """Waits for a report that satisfies a condition; returns it."""
        end = time.monotonic() + seconds
        while True:
            report = self.daemon.ask("GET", "/v1/report")
            if holds(report):
                return report
            self.assertLess(time.monotonic(), end, report)
            time.sleep(0.1)

    def test_enters_and_leaves(self):
        """A place created here is entered, one that is removed is left; both are published at once."""
        events = self.daemon.local(timeout=40)
        self.addCleanup(events.close)
        events.request("GET", "/v1/events")
        stream = events.getresponse()
        self.daemon.ask("POST", "/v1/places/own", self.feature("Walk", 5000))
        self.until(lambda report: report.get("inside") == ["Walk"])
        self.assertEqual(self.next_event(stream), ("enter", "Walk"))
        self.assertTrue(self.daemon.ask("GET", "/v1/places/own/Walk")["properties"]["inside"])
        self.daemon.ask("DELETE", "/v1/places/own/Walk")
        self.until(lambda report: "inside" not in report)
        self.assertEqual(self.next_event(stream), ("leave", "Walk"))
        self.assertIn("entered Walk", self.daemon.log())
        self.assertIn("left Walk", self.daemon.log())

    def next_event(self, stream):
        """The next place event of the stream."""
        kind = None
        for line in iter(stream.readline, b""):
            text = line.decode().strip()
            if text.startswith("event: "):
                kind = text[7:]
            elif text.startswith("data: ") and kind == "place":
                message = json.loads(text[6:])
                return message["event"], message["place"]
        raise AssertionError("the stream has ended")

    def test_nearest_own_place(self):
        """Outside all places the report contains the nearest one and its distance."""
        self.daemon.ask("POST", "/v1/places/own", self.feature("Far", 100, north=3000))
        near = self.until(lambda report: "near" in report)["near"]
        self.assertEqual(near["name"], "Far")
        self.assertTrue(2000 < near["distance"] < 4000, near)
        self.assertTrue(math.cos(math.radians(near["bearing"])) > 0.9, near)

    def test_demonstration_has_a_gazetteer(self):
        """The cities are imported automatically."""
        place = self.until(lambda report: "place" in report)["place"]
        self.assertEqual((place["name"], place["region"], place["country"]), ("Melbourne", "Victoria", "AU"))

    def test_replaced_gazetteer(self):
        """A gazetteer recreated while the daemon runs is used."""
        self.until(lambda report: "place" in report)
        state = self.daemon.folder / "state"
        table = self.daemon.folder / "towns.csv"
        table.write_text("name,latitude,longitude\nNearby,-37.811,144.964\n", encoding="utf-8")
        for file in state.glob("places.db*"):
            file.unlink()
        whereismy = pathlib.Path(whereismyd.PROGRAM).with_name("whereismy")
        subprocess.run([whereismy, "gazetteer", "import", table, "--state-directory", state], check=True, stdout=subprocess.DEVNULL)
        self.until(lambda report: report.get("place", {}).get("name") == "Nearby", seconds=75)

    def test_restart(self):
        """Places survive, and being inside as before is no event."""
        self.daemon.ask("POST", "/v1/places/own", self.feature("Walk", 5000))
        self.until(lambda report: report.get("inside") == ["Walk"])
        self.daemon.stop()
        said = self.daemon.log().count("entered Walk")
        self.daemon.start()
        self.daemon.wait_for("live")
        self.until(lambda report: report.get("inside") == ["Walk"])
        time.sleep(3)
        self.assertEqual(self.daemon.log().count("entered Walk"), said)

    def test_killed_before_the_state_is_written(self):
        """The event is in the history already, and is not repeated after the restart."""
        standings = self.daemon.folder / "state" / "place-standings.json"
        self.assertFalse(standings.exists())
        # A directory in place of the file prevents writing it.
        (standings / "in the way").mkdir(parents=True)
        self.daemon.ask("POST", "/v1/places/own", self.feature("Walk", 5000))
        self.until(lambda report: report.get("inside") == ["Walk"])
        self.until(lambda report: self.happened() == [("enter", "Walk")])
        self.daemon.process.kill()
        self.daemon.process.wait()
        (standings / "in the way").rmdir()
        standings.rmdir()
        self.daemon.start()
        self.daemon.wait_for("live")
        self.until(lambda report: report.get("inside") == ["Walk"])
        self.until(lambda report: standings.exists() and b'"Walk"' in standings.read_bytes())
        time.sleep(3)
        self.assertEqual(self.happened(), [("enter", "Walk")])
        self.assertEqual(self.daemon.log().count("entered Walk"), 1)

    def happened(self):
        """The events of the history."""
        return [(event["event"], event["place"]) for event in self.daemon.ask("GET", "/v1/places/events")["events"]]

    def test_anchor_watch(self):
        """An anchor far from the walk drags, which is published and stored."""
        fix = self.report["fix"]
        watch = {"latitude": fix["latitude"] + 0.01, "longitude": fix["longitude"], "radius": 40}
        self.daemon.ask("POST", "/v1/anchor", watch)
        end = time.monotonic() + 30
        while not self.daemon.ask("GET", "/v1/anchor")["dragging"]:
            self.assertLess(time.monotonic(), end, self.daemon.log())
            time.sleep(0.1)
        self.assertIn("anchor dragging", self.daemon.log())
        self.daemon.ask("DELETE", "/v1/anchor")
        self.assertIsNone(self.daemon.ask("GET", "/v1/anchor"))


if __name__ == "__main__":
    unittest.main()
