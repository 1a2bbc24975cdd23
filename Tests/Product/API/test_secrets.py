"""No program shows a secret: each secret of a configuration has a canary, which is looked for in all that they make."""

import json
import pathlib
import subprocess
import time
import unittest

import gpsd
import publisher
import whereismyd

CANARY = "c4nary"
# gpsd lists a source of corrections with its password; a receiver may be one by TCP.
SOURCE = f"ntrip://ann:{CANARY}-a@{CANARY}-b@caster.example:2101/MOUNT"
STREAM = f"tcp://{CANARY}-c:p%40{CANARY}@receiver.example:4001"
CUT = "ntrip://ann:" + CANARY * 19
# Programs connect to a port that nobody listens to, so that each destination has an error to report.
CLOSED = "127.0.0.1:9"

CONFIGURATION = """
[gpsd]
address = {gpsd}
device = {stream}
[webhook family]
url = http://{canary}-e:{canary}-f@{closed}/{canary}-g?key={canary}-h
secret-file = {folder}/secrets/webhook
[publish dawarich]
to = http://{canary}-i@{closed}/{canary}-j?api_key={canary}-k
format = overland
token-file = {folder}/secrets/token
proxy = http://{canary}-l:{canary}-m@{closed}
[publish recorder]
to = mqtt://{closed}
format = owntracks
user = ann
password-file = {folder}/secrets/password
"""

COMMANDS = [
    ["status"], ["status", "--format", "json"], ["last"], ["last", "--format", "json"], ["doctor"],
    ["doctor", "--format", "json"], ["config"], ["explain"], ["explain", "--format", "json"], ["publish", "list"],
    ["publish", "test", "dawarich"], ["publish", "test", "recorder"], ["webhook", "list"], ["webhook", "test", "family"],
    ["history", "info"], ["history", "verify"], ["stats"], ["at", "now"], ["page"],
    *([["track", "--format", form] for form in ("gpx", "kml", "geojson", "csv", "json", "text")]),
    ["track", "--device", STREAM],
]
PATHS = [
    "/", "/fix.json", "/index.html", "/v1/report", "/v1/status", "/v1/health", "/v1/verdicts", "/v1/map", "/metrics",
    "/v1/track?format=json", "/v1/stats", "/v1/days", f"/v1/track?device={STREAM}", "/v1/nothing",
]


class Source(gpsd.GPSD):
    """A gpsd with a source of corrections, a receiver whose path has a password, and errors that name both."""

    def feed(self, client):
        """Sends what gpsd sends, and a fix a second."""
        devices = [{"class": "DEVICE", "path": path, "activated": "2026-01-01T00:00:00.000Z"}
                   for path in (SOURCE, STREAM, CUT)]
        try:
            for document in (gpsd.VERSION, {"class": "DEVICES", "devices": devices},
                             {"class": "ERROR", "message": f"cannot open {SOURCE}"},
                             {"class": "WATCH", "enable": True, "json": True, "device": STREAM}):
                self.send(client, document)
            while not self.closed.wait(1):
                for path in (SOURCE, CUT, STREAM):
                    self.send(client, self.fix() | {"device": path})
                self.send(client, {"class": "SKY", "device": STREAM, "nSat": 0, "uSat": 0, "hdop": 1.0})
        except OSError:
            pass


class SecretsTest(unittest.TestCase):
    """A daemon and a publisher with a secret wherever one can be."""

    def setUp(self):
        self.gpsd = Source()
        self.addCleanup(self.gpsd.close)
        self.daemon = whereismyd.Daemon(demo=False, start=False)
        self.addCleanup(self.daemon.close)
        self.folder = self.daemon.folder
        (self.folder / "secrets").mkdir()
        for name in ("webhook", "token", "password"):
            secret = self.folder / "secrets" / name
            secret.write_text(f"{CANARY}-{name}-{'x' * 32}\n", encoding="utf-8")
            secret.chmod(0o600)
        self.publisher = publisher.Publisher(
            CONFIGURATION.format(
                gpsd=self.gpsd.address, stream=STREAM, canary=CANARY, closed=CLOSED, folder=self.folder), self.daemon)
        (self.folder / "whereismy.conf").chmod(0o640)
        self.found = []

    def check(self, what, content):
        """Records what shows a secret."""
        data = content if isinstance(content, bytes) else content.encode()
        at = data.find(CANARY.encode())
        if at >= 0:
            self.found.append(f"{what}: {data[max(0, at - 80):at + 40]!r}")

    def check_files(self):
        """Looks into every file that the programs have made."""
        own = {self.folder / "whereismy.conf", self.folder / "track.gpx"}
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in own and path.parent.name != "secrets":
                self.check(path.relative_to(self.folder), path.read_bytes())

    def check_events(self):
        """Reads some events of the stream."""
        connection = self.daemon.local()
        self.addCleanup(connection.close)
        connection.request("GET", "/v1/events")
        stream = connection.getresponse()
        self.check("/v1/events", b"".join(stream.readline() for _ in range(12)))

    def store(self):
        """Writes the files of an earlier version, which stored the paths of devices whole."""
        fix = {"mode": "3d", "latitude": 47.0, "longitude": 8.0, "device": STREAM, "timestamp": "2026-01-01T00:00:00.000Z"}
        report = {"state": "no-receiver", "since": "2026-01-01T00:00:00.000Z", "sequence": 1, "fix": fix,
                  "detail": f"gpsd does not have /dev/a; it has {SOURCE}, {STREAM}", "received": "2026-01-01T00:00:00.000Z"}
        receivers = {"receivers": [{"device": path, "lastUsed": "2026-01-01T00:00:00.000Z"} for path in (SOURCE, CUT[:127])]}
        cursor = {"end": {"time": 5, "device": STREAM}, "late": 0, "final": True, "spans": []}
        cursors = self.folder / "state-publish" / "cursors"
        cursors.mkdir(parents=True)
        for path, document in ((self.folder / "state" / "last-fix.json", report),
                               (self.folder / "state" / "receivers.json", receivers),
                               (cursors / "dawarich.json", cursor)):
            path.write_text(json.dumps(document), encoding="utf-8")
            path.chmod(0o600)

    def test_no_secret_is_shown(self):
        """Neither live nor after the end, in no file, page, log, output, metric or error."""
        self.store()
        self.check_commands()
        self.assertEqual(self.found, [])
        self.daemon.start()
        self.publisher.start()
        self.daemon.wait_for("live")
        self.publisher.record(range(3))
        time.sleep(4)
        for path in PATHS:
            self.check(path, whereismyd.exchange(self.daemon.local(), "GET", path)[2])
        self.check_events()
        report = self.daemon.ask("GET", "/v1/report")
        self.assertEqual(report["fix"]["device"], "tcp://receiver.example:4001")
        self.check_commands()
        self.check_files()
        self.publisher.signal(15)
        self.daemon.stop()
        self.check_files()
        self.check_commands()
        self.assertEqual(self.found, [])

    def check_commands(self):
        """Runs every command that shows something of the configuration, the devices or the positions."""
        for command in COMMANDS:
            _, output, messages = self.publisher.command(*command)
            self.check(" ".join(command), output + messages)
        for options in (["--check-config"], ["--replay", self.recording()]):
            done = subprocess.run(
                [whereismyd.PROGRAM, *options, *self.publisher.options()], check=False, capture_output=True, timeout=60)
            self.check(" ".join(map(str, options)), done.stdout + done.stderr)

    def recording(self):
        """A recording of the same gpsd, kept with the secrets."""
        path = self.folder / "secrets" / "recording"
        lines = [{"class": "DEVICES", "devices": [{"path": SOURCE}]}, self.gpsd.fix() | {"device": STREAM}]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path

    def test_errors_of_a_configuration(self):
        """A value that is refused is named, and its secret is not."""
        for section, line in (("gpsd", f"device = {STREAM} x"), ("publish a", f"to = htp://{CANARY}@{CLOSED}/"),
                              ("webhook b", f"url = http://{CANARY}:{CANARY}@/{CANARY}"),
                              ("map", f"tiles = ftp://{CANARY}@tiles.example/"),
                              ("publish c", f"to = http://{CLOSED}/\nformat = overland\nproxy = {CANARY}://x:{CANARY}@y")):
            path = pathlib.Path(self.folder) / "secrets" / "wrong.conf"
            path.write_text(f"[{section}]\n{line}\n", encoding="utf-8")
            path.chmod(0o640)
            done = subprocess.run(
                [whereismyd.PROGRAM, "--check-config", "--config", path], check=False, capture_output=True, timeout=60)
            self.check(line, done.stdout + done.stderr)
        self.assertEqual(self.found, [])


if __name__ == "__main__":
    unittest.main()
