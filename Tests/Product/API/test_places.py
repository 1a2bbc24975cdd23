"""Places: events of a moving receiver are published, recorded and restored after a restart."""

import json
import math
import pathlib
import subprocess
import time
import unittest
import urllib.parse

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

    def until(self, holds, seconds=60):
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
        events = self.daemon.local(timeout=60)
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
        self.until(lambda _: "entered Walk" in self.daemon.log())
        self.until(lambda _: "left Walk" in self.daemon.log())

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
        command = [whereismy, "gazetteer", "import", table, "--state-directory", state]
        # The daemon's own import may lock the gazetteer a little longer.
        self.until(lambda _: subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0)
        self.until(lambda report: report.get("place", {}).get("name") == "Nearby", seconds=120)

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
        end = time.monotonic() + 60
        while not self.daemon.ask("GET", "/v1/anchor")["dragging"]:
            self.assertLess(time.monotonic(), end, self.daemon.log())
            time.sleep(0.1)
        self.until(lambda _: "anchor dragging" in self.daemon.log())
        self.assertTrue(self.until(self.is_dragging)["anchor"]["distance"] > 900)
        self.daemon.ask("DELETE", "/v1/anchor")
        self.assertIsNone(self.daemon.ask("GET", "/v1/anchor"))

    @staticmethod
    def is_dragging(report):
        """Returns true for a report of a dragging anchor."""
        return report.get("anchor", {}).get("dragging", False)

    def test_anchor_in_events(self):
        """A watch that is set, moved or ended is in the events within a second, and never in those of a share."""
        share = urllib.parse.urlsplit(self.daemon.ask("POST", "/v1/shares", {"for": "1h"})["url"]).path
        host = {"Host": f"127.0.0.1:{self.daemon.port}"}
        stream = self.events(self.daemon.local(timeout=60), "/", host)
        shared_stream = self.events(self.daemon.remote(timeout=60), share, host)
        here = {key: self.report["fix"][key] for key in ("latitude", "longitude")}
        delays = []
        for method, path, body, radius in [
            ("POST", "/v1/anchor", here | {"radius": 500}, 500),
            ("POST", "/v1/anchor?replace=yes", here | {"radius": 600, "bearing": 90, "distance": 25}, 600),
            ("DELETE", "/v1/anchor", None, None),
        ]:
            self.daemon.ask(method, path, body)
            began = time.monotonic()
            anchor = self.next_anchor(stream, radius)
            delays.append(time.monotonic() - began)
            if anchor:
                self.assertEqual((anchor["dragging"], anchor["lost"], anchor["distance"] < 500), (False, False, True))
                status, _, text = whereismyd.exchange(self.daemon.remote(), "GET", share + "v1/report", headers=host)
                self.assertEqual((status, "anchor" in json.loads(text)), (200, False), text)
                moment = self.daemon.ask("GET", "/v1/report")["fix"]["timestamp"]
                self.assertEqual([text for text in self.until_fix(shared_stream, moment) if '"anchor"' in text], [])
        # One of them may be late on a busy machine.
        self.assertLess(sorted(delays)[1], 1, delays)

    def events(self, connection, path, headers):
        """A stream of events."""
        self.addCleanup(connection.close)
        connection.request("GET", path + "v1/events", headers=headers)
        return connection.getresponse()

    def until_fix(self, stream, moment):
        """The data of all events up to the report with a fix of this time or later."""
        found = []
        for line in iter(stream.readline, b""):
            text = line.decode().strip()
            if not text.startswith("data: "):
                continue
            found.append(text[6:])
            if json.loads(text[6:]).get("fix", {}).get("timestamp", "") >= moment:
                return found
        raise AssertionError("the stream has ended")

    def next_anchor(self, stream, radius):
        """The anchor of the next report whose watch has a radius; None, with a report without a watch, for None."""
        kind = None
        for line in iter(stream.readline, b""):
            text = line.decode().strip()
            if text.startswith("event: "):
                kind = text[7:]
            elif text.startswith("data: ") and kind == "report":
                anchor = json.loads(text[6:]).get("anchor")
                if (anchor and anchor["radius"]) == radius:
                    return anchor
        raise AssertionError("the stream has ended")

    def test_anchor_is_replaced_on_request(self):
        """A second watch is refused with the command and the API, and the first one stays."""
        here = {key: self.report["fix"][key] for key in ("latitude", "longitude")}
        self.daemon.ask("POST", "/v1/anchor", here | {"radius": 5000})
        with self.assertRaisesRegex(AssertionError, "409.*anchor-set"):
            self.daemon.ask("POST", "/v1/anchor", {"radius": 40})
        refused = self.place("anchor", "here", "--radius", "40m")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertRegex(refused.stderr, r"an anchor watch is set already: 5.0 km around .* from it; fix: --replace")
        shown = self.place("anchor")
        self.assertEqual((shown.returncode, shown.stdout[:21]), (0, "anchor: 5.0 km around"), shown.stderr)
        far = self.place("anchor", "1,2", "--radius", "40m", "--replace")
        self.assertEqual((far.returncode, far.stdout[:12], far.stdout.count("\n")), (0, "ended: 5.0 k", 2), far.stderr)
        self.until(self.is_dragging)
        self.assertEqual(self.place("anchor").returncode, 6)
        whereismy = pathlib.Path(whereismyd.PROGRAM).with_name("whereismy")
        folders = ["--runtime-directory", self.daemon.folder / "run", "--state-directory", self.daemon.folder / "state"]
        subprocess.run([whereismy, "wait", "--dragging", "--timeout", "30s", *folders], check=True)
        ended = self.place("anchor", "up")
        self.assertEqual((ended.returncode, ended.stdout[:11]), (0, "ended: 40 m"), ended.stderr)
        self.assertIn("DRAGGING", ended.stdout)
        self.assertEqual(self.place("anchor").returncode, 4)

    def place(self, *arguments):
        """Runs `whereismy place`."""
        whereismy = pathlib.Path(whereismyd.PROGRAM).with_name("whereismy")
        folders = ["--runtime-directory", self.daemon.folder / "run", "--state-directory", self.daemon.folder / "state"]
        return subprocess.run(
            [whereismy, "place", *arguments, *folders], check=False, capture_output=True, encoding="utf-8", timeout=60)


if __name__ == "__main__":
    unittest.main()
