"""A publisher and a collector with a broker that they trust by its own authority."""

import json
import os
import pathlib
import sys
import unittest

import fleet
from fleet import Fleet, wait

sys.path.append(os.fspath(pathlib.Path(__file__).resolve().parents[1] / "API"))
os.environ.setdefault("WHEREISMY_DAEMON", os.fspath(pathlib.Path(fleet.PROGRAM).with_name("whereismyd")))

from publisher import Publisher  # pylint: disable=wrong-import-position


class EncryptionTest(unittest.TestCase):
    """mqtts from end to end."""

    def setUp(self):
        self.fleet = Fleet()
        self.addCleanup(self.fleet.close)
        broker = self.fleet.mosquitto
        broker.encrypt()
        self.address = f"mqtts://localhost:{broker.encrypted_port}"
        file = self.fleet.collectors[0].configuration
        text = file.read_text(encoding="utf-8")
        plain = f"broker = mqtt://127.0.0.1:{broker.port}\n"
        self.assertIn(plain, text)
        file.write_text(text.replace(plain, f"broker = {self.address}\nca-file = {broker.authority}\n"), encoding="utf-8")
        self.fleet.start(["van"])

    def publisher(self, *lines):
        """A publisher with ten fixes."""
        publisher = Publisher()
        self.addCleanup(publisher.close)
        secret = publisher.folder / "token"
        secret.write_text(self.fleet.tokens["van"], encoding="utf-8")
        secret.chmod(0o600)
        publisher.configure("\n".join([
            "[publish fleet]", f"to = {self.address}", f"password-file = {secret}", "format = fleet", "device = van",
            "since = all", *lines, ""]))
        publisher.record(range(10))
        publisher.start()
        return publisher

    def last(self):
        """The device's own time of silence, and the one that holds."""
        own = self.fleet.postgres.sql("SELECT l.stale_after FROM whereismy.last l JOIN whereismy.device d ON d.id = l.device")
        listed = json.loads(self.fleet.command("device", "list", "--format", "json"))
        return own[0][0], listed["devices"][0]["staleAfter"]

    def test_fixes_and_status_arrive(self):
        """Ten fixes, and the time of silence that the device has; the operator's own comes before it."""
        publisher = self.publisher(f"ca-file = {self.fleet.mosquitto.authority}", "stale-after = 20min")
        self.assertTrue(wait(lambda: len(self.fleet.stored("van")) == 10, 30), self.fleet.collectors[0].log)
        publisher.wait_until_caught_up()
        self.assertTrue(wait(lambda: self.last() == ("1200000", 1200), 30), self.last())
        self.fleet.command("device", "set", "van", "--stale-after", "1h")
        self.assertEqual(self.last(), ("1200000", 3600))

    def test_an_unknown_authority_is_refused_and_named(self):
        """Without the authority nothing is sent, and the status says why."""
        publisher = self.publisher()
        def problem():
            return next((entry.get("problem", "") for entry in publisher.status()["destinations"]), "")
        self.assertTrue(wait(problem, 30))
        self.assertIn("certificate", problem())
        self.assertEqual(self.fleet.stored("van"), [])


if __name__ == "__main__":
    unittest.main()
