"""GeoClue as a consumer of whereismy-nmea."""

import signal
import tempfile
import unittest

import geoclue
import nmea
import whereismyd
from gpsd import GPSD

MISSING = geoclue.missing()


@unittest.skipIf(MISSING, MISSING)
class GeoClueTest(unittest.TestCase):
    """GeoClue's own client shows our position."""

    def setUp(self):
        self.daemon = whereismyd.Daemon()
        self.addCleanup(self.daemon.close)
        self.path = self.daemon.folder / "nmea.sock"
        self.server = nmea.Server(
            self.daemon, f"[publish geoclue]\nto = unix:{self.path}\nformat = geoclue\n")
        self.addCleanup(self.server.close)
        self.server.start()
        folder = tempfile.TemporaryDirectory(prefix="whereismy-geoclue-")
        self.addCleanup(folder.cleanup)
        self.geoclue = geoclue.GeoClue(folder.name, self.path)
        self.addCleanup(self.geoclue.close)

    def check(self, location):
        """Compares a location with the report: the demonstration moves 1.4 m in a second."""
        fix = self.daemon.ask("GET", "/v1/report")["fix"]
        latitude, longitude, accuracy = location
        self.assertAlmostEqual(latitude, fix["latitude"], delta=0.0002)
        self.assertAlmostEqual(longitude, fix["longitude"], delta=0.0002)
        self.assertGreaterEqual(accuracy, fix["horizontalAccuracy"])
        self.assertLessEqual(accuracy, 50)

    def test_it_shows_our_position_over_restarts(self):
        """where-am-i shows our position and an accuracy not below ours, also after restarts of daemon and server.

        GeoClue never connects again: it has the same connection in the end.
        """
        self.geoclue.follow("client")
        self.check(self.geoclue.next_location("client"))
        clients = [name for name in self.server.manager.stored if name.startswith("client.")]
        self.assertEqual(len(clients), 1)
        self.daemon.stop()
        self.daemon.start()
        self.daemon.wait_for("live")
        self.check(self.geoclue.next_location("client"))
        for number in (signal.SIGTERM, signal.SIGKILL):
            self.server.end(number)
            self.server.start()
            self.geoclue.next_location("client")
            self.check(self.geoclue.next_location("client"))
        # A client that comes later gets a location too.
        self.geoclue.follow("later")
        self.check(self.geoclue.next_location("later"))
        self.assertEqual([name for name in self.server.manager.stored if name.startswith("client.")], clients)


@unittest.skipIf(MISSING, MISSING)
class ContradictedTest(unittest.TestCase):
    """GeoClue does not learn what a contradicted receiver claims."""

    def setUp(self):
        self.gpsd = GPSD()
        self.addCleanup(self.gpsd.close)
        self.daemon = whereismyd.Daemon("--gpsd", self.gpsd.address, demo=False)
        self.addCleanup(self.daemon.close)
        self.daemon.wait_for("live")
        path = self.daemon.folder / "nmea.sock"
        self.server = nmea.Server(self.daemon, f"[publish geoclue]\nto = unix:{path}\nformat = geoclue\n")
        self.addCleanup(self.server.close)
        self.server.start()
        folder = tempfile.TemporaryDirectory(prefix="whereismy-geoclue-")
        self.addCleanup(folder.cleanup)
        self.geoclue = geoclue.GeoClue(folder.name, path)
        self.addCleanup(self.geoclue.close)

    def test_a_claim_does_not_reach_it(self):
        """Neither a client of before nor one that comes while the receiver is contradicted gets what it claims.

        The daemon restarts in between, since the first minute of a run excuses any leap of the receiver.
        """
        self.geoclue.follow("client")
        self.assertAlmostEqual(self.geoclue.next_location("client")[0], 47.0, places=4)
        self.daemon.stop()
        self.gpsd.latitude = 47.8
        self.daemon.start()
        report = self.daemon.wait_for("contradicted")
        self.assertEqual([round(report[name]["latitude"], 4) for name in ("fix", "claim")], [47.0, 47.8])
        self.geoclue.follow("during")
        client = nmea.Client.unix(self.daemon.folder / "nmea.sock")
        self.addCleanup(client.close)
        for _ in range(6):
            client.until(nmea.is_empty)
        self.gpsd.latitude = 47.0
        self.daemon.wait_for("live")
        for name in ("client", "during"):
            self.assertAlmostEqual(self.geoclue.next_location(name)[0], 47.0, places=4)
            self.assertEqual({round(latitude, 3) for latitude, _, _ in self.geoclue.locations(name)}, {47.0})


if __name__ == "__main__":
    unittest.main()
