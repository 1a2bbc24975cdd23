"""SIGHUP: whereismyd reloads its configuration, templates and tokens, all or nothing."""

import signal
import time
import unittest

import whereismyd


class ReloadTest(unittest.TestCase):
    """A daemon without a receiver suffices: its status shows the settings."""

    def setUp(self):
        self.daemon = whereismyd.Daemon(demo=False, configuration="[gpsd]\naddress = 127.0.0.1:1\n")
        self.addCleanup(self.daemon.close)
        self.configuration = self.daemon.folder / "whereismy.conf"

    def reload(self, text, answer):
        """Reloads a configuration; waits for the result in the log."""
        self.configuration.write_text(text, encoding="utf-8")
        said = len(self.daemon.log())
        self.daemon.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 30
        while answer not in self.daemon.log()[said:]:
            self.assertLess(time.monotonic(), end, self.daemon.log())
            time.sleep(0.02)
        return self.daemon.log()[said:]

    def test_valid_configuration(self):
        """The process and its streams continue, and the new settings take effect."""
        events = self.daemon.local()
        self.addCleanup(events.close)
        events.request("GET", "/v1/events")
        stream = events.getresponse()
        self.assertIn(b"id:", stream.readline() + stream.readline() + stream.readline())
        before = self.daemon.process.pid
        self.reload("[gpsd]\naddress = 127.0.0.1:1\n[tracking]\nplatform = sea\n", "reloaded")
        self.assertEqual(self.daemon.ask("GET", "/v1/status")["daemon"]["pid"], before)
        self.reload("[gpsd]\naddress = 127.0.0.1:2\n", "reloaded")
        self.assertEqual(self.daemon.ask("GET", "/v1/status")["gpsd"]["address"], "127.0.0.1:2")

    def test_invalid_configuration(self):
        """Every error is reported with file and line, and the settings stay in force."""
        said = self.reload("[gpsd]\naddress = 127.0.0.1:2\n[tracking]\nstale-after = soon\nplatfrom = sea\n", "not reloaded")
        self.assertIn(f"{self.configuration}:4: stale-after: \"soon\"", said)
        self.assertIn(f"{self.configuration}:5: unknown key platfrom", said)
        self.assertEqual(self.daemon.ask("GET", "/v1/status")["gpsd"]["address"], "127.0.0.1:1")
        self.reload("[gpsd]\naddress = 127.0.0.1:1\n", "reloaded")

    def test_tokens_are_reloaded(self):
        """A token removed from the file grants nothing."""
        token = self.daemon.token()
        headers = {"Authorization": f"Bearer {token}"}
        self.assertEqual(whereismyd.exchange(self.daemon.remote(), "GET", "/v1/report", headers=headers)[0], 200)
        (self.daemon.folder / "state" / "access.json").unlink()
        self.reload("[gpsd]\naddress = 127.0.0.1:1\n", "reloaded")
        self.assertEqual(whereismyd.exchange(self.daemon.remote(), "GET", "/v1/report", headers=headers)[0], 401)

    def test_access_mode_is_reloaded(self):
        """Open access begins and ends with a reload, which closes its streams."""
        base = "[gpsd]\naddress = 127.0.0.1:1\n"
        self.assertEqual(whereismyd.exchange(self.daemon.remote(), "GET", "/v1/report")[0], 401)
        self.reload(base + "[http]\naccess = open\n", "reloaded")
        events = self.daemon.remote()
        self.addCleanup(events.close)
        events.request("GET", "/v1/events")
        stream = events.getresponse()
        self.assertEqual(stream.status, 200)
        self.reload(base, "reloaded")
        self.assertEqual(whereismyd.exchange(self.daemon.remote(), "GET", "/v1/report")[0], 401)
        # The stream ends in any way, after data sent before.
        try:
            stream.read()
        except (OSError, ValueError, whereismyd.http.client.HTTPException):
            pass


if __name__ == "__main__":
    unittest.main()
