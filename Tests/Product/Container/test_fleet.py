"""The package whereismy-fleet with Debian's PostgreSQL and mosquitto, as docs/fleet.md says."""

import json
import time
import unittest

import machine as machines
import scene

UNIT, HOOKS = "whereismy-fleet.service", "whereismy-fleet-hooks.service"
CONFIGURATION = """[database]
url = dbname=whereismy

[mqtt]
broker = mqtt://localhost
user = fleet-collector
password-file = /etc/whereismy/fleet-broker.password
"""
BROKER = """listener 1883 localhost
allow_anonymous false
password_file /etc/mosquitto/whereismy-fleet.passwords
acl_file /etc/mosquitto/whereismy-fleet.acl
"""
# Posts standard input, with the token and the address as arguments; prints the answer.
POST = r"""
use IO::Socket::IP;
my $body = join "", <STDIN>;
my $server = IO::Socket::IP->new(PeerHost => "localhost", PeerPort => 8948) or die "cannot connect";
print $server "POST $ARGV[1] HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer $ARGV[0]\r\nConnection: close\r\n"
    . "Content-Length: " . length($body) . "\r\n\r\n$body";
print <$server>;
"""
HOOK = "#!/bin/sh\necho \"hook: $WHEREISMY_DEVICE $WHEREISMY_EVENT $WHEREISMY_PLACE\"\n"


class FleetTest(unittest.TestCase):
    """One machine with everything."""

    @classmethod
    def setUpClass(cls):
        cls.machine = machine = scene.bare()
        cls.addClassCleanup(machine.close)
        # Mosquitto's unit needs /bin/kill to be reloaded, which a bare Debian 12 lacks.
        machine.install("--no-install-recommends", scene.fleet(), "postgresql", "mosquitto", "procps")

    def write(self, path, text, owner="root:whereismy-fleet", mode="640"):
        """Writes a file of the machine."""
        self.machine.path(path).write_text(text, encoding="utf-8")
        self.machine.run("chown", owner, path)
        self.machine.run("chmod", mode, path)

    def fleet(self, *arguments):
        """Runs a command of the operator; returns its output."""
        return self.machine.run("whereismy-fleet", *arguments, user="whereismy-fleet").stdout

    def set_up(self):
        """The steps of the document."""
        run = self.machine.run
        run("createdb", "whereismy", user="postgres")
        self.write("/etc/whereismy/fleet.conf", CONFIGURATION, "root:root", "644")
        self.write("/etc/whereismy/fleet-broker.password", "secret\n")
        advice = run(
            "whereismy-fleet", "init", user="postgres").stdout
        self.assertIn("The database is ready", advice)
        for line in BROKER.splitlines():
            self.assertIn(line, advice)
        # What the advice says to save is what it is without its comments.
        access = run("whereismy-fleet", "init", "--acl", user="postgres").stdout
        self.assertIn(access, advice)
        self.write("/etc/mosquitto/whereismy-fleet.acl", access, "mosquitto:mosquitto", "600")
        self.write("/etc/mosquitto/conf.d/whereismy-fleet.conf", BROKER, "root:root", "644")
        passwords = "/etc/mosquitto/whereismy-fleet.passwords"
        run("mosquitto_passwd", "-b", "-c", passwords, "fleet-collector", "secret")
        run("chown", "mosquitto:", passwords)
        run("systemctl", "restart", "mosquitto", UNIT)

    def is_well(self):
        """True once the doctor misses only the devices."""
        answer = self.machine.run("whereismy-fleet", "doctor", user="whereismy-fleet", check=False).stdout
        return answer.count("\nok ") == 3 and "fail" not in answer

    def diagnostics(self):
        """The doctor and the journal."""
        doctor = self.machine.run("whereismy-fleet", "doctor", user="whereismy-fleet", check=False)
        return doctor.stdout + doctor.stderr + self.machine.run(
            "journalctl", "--no-pager", "-n", "40", "-u", UNIT, "-u", "mosquitto", "-u", HOOKS).stdout

    def test_from_nothing_to_a_device_with_a_hook(self):
        run = self.machine.run
        self.assertEqual(self.machine.show("ConditionResult", UNIT), "no")
        self.assertEqual(self.machine.show("UnitFileState", HOOKS), "disabled")
        self.set_up()
        machines.poll(self.is_well, 60, "the doctor is content but for devices", self.diagnostics)
        self.assertEqual(self.machine.show("ActiveState", UNIT), "active")
        token = self.fleet("device", "add", "van").strip()
        run("install", "-d", "-m", "755", "/etc/whereismy/fleet-hooks.d")
        self.write("/etc/whereismy/fleet-hooks.d/10-note", HOOK, "root:root", "755")
        run("systemctl", "enable", "--now", HOOKS)
        moment = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        fix = json.dumps({"timestamp": moment, "mode": "3d", "latitude": 1, "longitude": 2})
        event = json.dumps({"event": "enter", "place": "Depot", "moment": moment, "since": moment})
        machines.poll(
            lambda: run("psql", "-Atc", "SELECT count(*) FROM whereismy.webhook", "whereismy", user="postgres").stdout == "1\n", 30,
            "the hooks have begun", self.diagnostics)
        answer = run("perl", "-e", POST, token, "/v1/fleet/fixes", stdin=f"{fix}\n{event}\n").stdout
        self.assertIn('{"stored":2}', answer)
        self.assertIn('"van"', self.fleet("device", "list", "--format", "json"))
        machines.poll(
            lambda: "hook: van enter Depot" in run("journalctl", "--no-pager", "-u", HOOKS).stdout, 30, "the hook ran", self.diagnostics)
        # By the broker, whose access list lets a device write its own topic alone.
        run("mosquitto_passwd", "-b", "/etc/mosquitto/whereismy-fleet.passwords", "van", token)
        run("systemctl", "reload", "mosquitto")
        self.assertEqual(self.machine.show("ActiveState", "mosquitto"), "active")
        self.assertEqual(self.fleet("export", "van").count("timestamp"), 1)
        run("systemctl", "stop", UNIT, HOOKS)
        for unit in (UNIT, HOOKS):
            self.assertEqual(self.machine.show("Result", unit), "success")


if __name__ == "__main__":
    unittest.main()
