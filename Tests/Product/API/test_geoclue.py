"""GeoClue as a consumer of whereismy-nmea."""

import signal
import tempfile
import unittest

import geoclue
import nmea
import whereismyd

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


if __name__ == "__main__":
    unittest.main()
