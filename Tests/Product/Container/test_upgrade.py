"""An upgrade from 0.2.0 keeps what that has written: history, places, shares, tokens, the anchor and the queue of webhooks."""

import json
import pathlib
import unittest

import machine as machines
import scene

FIXTURE = pathlib.Path(__file__).resolve().parents[1] / "Fixtures" / "before-redesign"
STATE, QUEUE = "/var/lib/whereismy", "/var/lib/whereismy/webhooks"
MOMENT = "2026-11-21T10:00:00.000Z"
EVENT = {"id": "0" * 32, "queued": MOMENT, "event": "enter", "place": "Home", "moment": MOMENT, "since": MOMENT}
# The fixture's configuration has a place, a privacy zone and a webhook; its address must be one of the container.
CONFIGURATION = """[history]
record = all
commit-interval = 1s
[place Office]
latitude = -37.8100
longitude = 144.9632
[webhook family]
url = http://127.0.0.1:1/in
"""


@unittest.skipUnless(scene.earlier(), "the package of 0.2.0 is not here: packaging/make-earlier-deb makes it")
class UpgradeTest(unittest.TestCase):
    """A machine with the package of 0.2.0, with files of an earlier version that it has read, and with its own."""

    def setUp(self):
        self.machine = machine = scene.bare()
        self.addCleanup(machine.close)
        machine.install(scene.earlier())
        self.assertRegex(machine.run("whereismyd", "--version").stdout, r"\b0\.2\.0\b")
        machine.configure_gpsd()
        machine.run("systemctl", "stop", machines.UNIT)
        for file in FIXTURE.iterdir():
            if file.suffix in (".json", ".db"):
                machine.path(f"{STATE}/{file.name}").write_bytes(file.read_bytes())
        machine.run("chown", "-R", "whereismy:whereismy", STATE)
        machine.configure(CONFIGURATION)
        machine.start_live(seconds=60)
        machine.run("whereismy", "place", "add", "Shed", "47.1,8.1", "--radius", "90m")
        machine.run("whereismy", "token", "add", "logger")
        machine.run("whereismy", "share", "--for", "2h", "--label", "Anna")
        self.enqueue()

    def enqueue(self):
        """Enqueues an event for a receiver that does not answer."""
        self.machine.run("install", "-d", "-o", "whereismy", "-g", "whereismy", "-m", "750", QUEUE)
        self.machine.run(
            "sh", "-c", f"cat >{QUEUE}/.new && mv {QUEUE}/.new {QUEUE}/{1:016d}-family.json", user="whereismy",
            stdin=json.dumps(EVENT))

    def times(self):
        """The times of all fixes of the history."""
        text = self.machine.run("whereismy", "track", "--from", "2026-01-01", "--format", "csv", seconds=60).stdout
        head, *lines = text.splitlines()
        column = head.split(",").index("timestamp")
        return {line.split(",")[column] for line in lines}

    def lists(self):
        """What the owner has made, by the command."""
        def listed(*arguments):
            return self.machine.run("whereismy", *arguments, "--format", "json").stdout
        rows = [listed("token", "list"), listed("share", "list"), listed("place", "list")]
        return {name: any(f'"{name}"' in text for text in rows)
                for name in ("home-assistant", "logger", "Anna", "Home", "Quay", "Office", "Shed")}

    def test_an_upgrade_keeps_all_and_goes_on(self):
        machine = self.machine
        # Ten seconds of its own, of which the last may still wait for a commit.
        begin = self.times()
        machines.poll(lambda: len(self.times()) > len(begin) + 100, 60, "fixes of 0.2.0", machine.diagnostics)
        before, lists, anchor = self.times(), self.lists(), machine.path(f"{STATE}/anchor.json").read_bytes()
        self.assertGreater(len(before), 700)
        self.assertEqual([name for name, is_there in lists.items() if not is_there], [])
        pid = machine.pid()

        machine.install(*scene.packages())
        machine.wait_for_new_process(pid, seconds=60)
        self.assertEqual(machine.run("dpkg", "--audit").stdout, "")
        self.assertNotRegex(machine.run("whereismyd", "--version").stdout, r"\b0\.2\.0\b")
        machine.wait_for("live", seconds=60)
        self.assertEqual(before - self.times(), set())
        self.assertEqual(self.lists(), lists)
        self.assertEqual(json.loads(machine.path(f"{STATE}/anchor.json").read_bytes())["radius"], json.loads(anchor)["radius"])
        machine.run("whereismy", "history", "verify")
        found = self.times()
        machines.poll(lambda: len(self.times()) > len(found), 30, "new fixes", machine.diagnostics)
        # Nothing answers it, and it has not expired.
        self.assertIn("family", machine.run("ls", QUEUE).stdout)
        machines.poll(
            lambda: machine.show("ActiveState", "whereismy-publish.service") == "active", 60, "the sender",
            machine.diagnostics)


if __name__ == "__main__":
    unittest.main()
