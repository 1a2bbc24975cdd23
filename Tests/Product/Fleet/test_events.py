"""Silence, webhooks, and the operator's export and import."""

import hashlib
import hmac
import http.server
import json
import threading
import time
import unittest

import fleet
from fleet import Device, Fleet, fix, wait


class Hook(http.server.BaseHTTPRequestHandler):
    """Takes note of each request, and fails as often as it is told to."""

    def do_POST(self):
        """Answers a delivery."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.lock:
            fails = self.server.failures > 0
            self.server.failures -= fails
            if not fails:
                self.server.deliveries.append((dict(self.headers), body))
        self.send_response(500 if fails else 204)
        self.end_headers()

    def log_message(self, *_):
        """Says nothing."""


class EventTest(unittest.TestCase):
    """Two collectors, one of which is killed."""

    @classmethod
    def setUpClass(cls):
        cls.hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        cls.hook.lock, cls.hook.deliveries, cls.hook.failures = threading.Lock(), [], 0
        threading.Thread(target=cls.hook.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.hook.shutdown)
        cls.fleet = Fleet(2)
        cls.addClassCleanup(cls.fleet.close)
        secret = cls.fleet.folder / "webhook.secret"
        secret.write_text("0123456789abcdef0123456789abcdef\n", encoding="utf-8")
        secret.chmod(0o600)
        for collector in cls.fleet.collectors:
            with open(collector.configuration, "a", encoding="utf-8") as file:
                file.write(
                    f"[webhook alerts]\nurl = http://127.0.0.1:{cls.hook.server_port}/x\nsecret-file = {secret}\n")
        cls.fleet.start(["van", "boat"])

    def events(self, device):
        """The events that the webhook has received of a device."""
        with self.hook.lock:
            bodies = [json.loads(body) for _, body in self.hook.deliveries]
        return [body["event"] for body in bodies if body["device"] == device]

    def test_silence(self):
        """A device is silent once and back once, each said once, signed, also after failures and the end of one collector."""
        first, second = self.fleet.collectors
        self.fleet.command("device", "set", "van", "--stale-after", "8s")
        now = int(time.time())
        self.assertEqual(first.upload(self.fleet.tokens["van"], fix(0, start=now))[0], 200)
        self.hook.failures = 1
        self.assertTrue(wait(lambda: self.events("van") == ["silent"], 40), first.log + second.log)
        first.kill()
        self.assertEqual(second.upload(self.fleet.tokens["van"], fix(1, start=now))[0], 200)
        self.assertTrue(wait(lambda: "back" in self.events("van"), 40), second.log)
        first.start()
        self.assertTrue(wait(lambda: len(self.events("van")) >= 3, 40))
        time.sleep(3)
        self.assertEqual(self.events("van"), ["silent", "back", "silent"])
        headers, body = self.hook.deliveries[0]
        signed = f"{headers['WhereIsMy-Timestamp']}.".encode() + body
        expected = hmac.new(b"0123456789abcdef0123456789abcdef", signed, hashlib.sha256).hexdigest()
        self.assertEqual(headers["WhereIsMy-Signature"], f"sha256={expected}")
        identifiers = [headers["WhereIsMy-Delivery"] for headers, _ in self.hook.deliveries]
        self.assertEqual(len(set(identifiers)), len(identifiers))

    def test_place_events(self):
        """A place event of a device is sent too."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"event": "enter", "place": "Depot", "moment": now, "since": now}) + "\n"
        self.assertEqual(
            self.fleet.collectors[1].upload(self.fleet.tokens["boat"], line), (200, {"stored": 1}))
        self.assertTrue(wait(lambda: self.events("boat") == ["enter"], 20), self.fleet.collectors[1].log)

    def test_sealing(self):
        """Full hours are sealed, and the export has every fix once, before and after."""
        token = self.fleet.add("cart")
        collector = self.fleet.collectors[1]
        start = int(time.time()) // 3600 * 3600 - 4 * 3600
        for part in range(4):
            body = "".join(fix(second, start=start) for second in range(part, 12_000, 400))
            self.assertEqual(collector.upload(token, body)[0], 200)
        lines = self.fleet.command("export", "cart").splitlines()
        stamps = [json.loads(line)["timestamp"] for line in lines]
        self.assertEqual(len(stamps), 120)
        self.assertEqual(stamps, sorted(set(stamps)))
        count = "SELECT count(*) FROM whereismy.segment JOIN whereismy.device ON device.id = device WHERE name = 'cart'"
        self.assertTrue(wait(lambda: int(self.fleet.postgres.sql(count)[0][0]) > 0, 90), collector.log)
        self.assertEqual(self.fleet.command("export", "cart").splitlines(), lines)
        self.assertIn("<gpx", self.fleet.command("export", "cart", "--format", "gpx"))

    def test_export_of_claims(self):
        """The claims of a contradicted receiver are exported only if they are asked for, and marked."""
        token = self.fleet.add("barge")
        start = int(time.time()) - 600
        body = fix(0, start=start) + fix(60, start=start, integrity="contradicted")
        self.assertEqual(self.fleet.collectors[1].upload(token, body), (200, {"stored": 2}))
        run = self.fleet.command
        self.assertEqual(len(run("export", "barge").splitlines()), 1)
        levels = [json.loads(line).get("integrity") for line in run("export", "barge", "--contradicted").splitlines()]
        self.assertEqual(levels, [None, "contradicted"])
        header, first, second = run("export", "barge", "--contradicted", "--format", "csv").splitlines()
        self.assertTrue("integrity" in header and "contradicted" in second and "contradicted" not in first)
        self.assertIn("another --format", run("export", "barge", "--contradicted", "--format", "kml", code=64))

    def test_operator(self):
        """Teams, members, tokens, shares and links, and the errors of a mistyped command."""
        run = self.fleet.command
        run("team", "add", "north")
        run("team", "device", "north", "van")
        run("member", "add", "ann@example.org", "--admin")
        run("team", "member", "north", "ann@example.org", "--role", "share")
        self.assertIn("north", run("device", "list"))
        self.assertEqual(len(run("token", "add", "script", "--member", "ann@example.org").strip()), 32)
        self.assertIn("script", run("token", "list"))
        self.assertIn("/sign-in?code=", run("link", "ann@example.org"))
        self.assertIn("/s/", run("share", "add", "--team", "north", "--for", "1h"))
        self.assertIn("north", run("share", "list"))
        self.assertIn("devices", run("status"))
        self.assertIn("did you mean device", run("devise", code=64))
        self.assertIn("--from", run("export", "van", "--from", "x", code=64))
        self.assertIn("no device plane", run("export", "plane", code=1))
        self.assertIn("exists already", run("team", "add", "north", code=1))
        self.assertIn("up to date", run("migrate"))


class OutageTest(unittest.TestCase):
    """A device by HTTP and one by MQTT, which report all the time."""

    def setUp(self):
        self.fleet = Fleet()
        self.addCleanup(self.fleet.close)
        self.fleet.start(["van", "boat"])
        self.boat = Device(self.fleet, "boat", [])
        self.addCleanup(self.boat.close)

    def report(self, seconds):
        """Both report twice a second for a time, whoever takes it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.fleet.collectors[0].upload(self.fleet.tokens["van"], fix(0, start=time.time()))
            self.boat.client.publish(self.boat.topic("fixes"), fix(0, start=time.time()), 0)
            time.sleep(0.5)

    def events(self):
        """The kinds of all events."""
        return [row[0] for row in self.fleet.postgres.sql("SELECT kind FROM whereismy.event ORDER BY id")]

    def test_outages_are_no_silence(self):
        """Nobody is silent because the database or the broker was away; who then falls silent is."""
        collector = self.fleet.collectors[0]
        for device in ("van", "boat"):
            self.fleet.command("device", "set", device, "--stale-after", "6s")
        for process in (self.fleet.postgres, self.fleet.mosquitto):
            self.report(3)
            process.kill()
            self.report(10)
            process.start()
            self.assertTrue(wait(collector.is_ready, 20), collector.log)
            self.report(8)
            self.assertEqual(self.events(), [])
        self.assertTrue(wait(lambda: self.events() == ["silent", "silent"], 30), self.events())


if __name__ == "__main__":
    unittest.main()
