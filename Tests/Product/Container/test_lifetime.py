"""The life cycle of the package: upgrade, removal, purge."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import machine as machines
import scene

MARKER = "# kept by hand\n"
SENDER, QUEUE = "whereismy-publish.service", "/var/lib/whereismy/webhooks"
WATCHES = ("whereismy-orders.path", "whereismy-publish.path", "whereismy-gazetteer.path")
MOMENT = "2026-11-21T10:00:00.000Z"
EVENT = {"id": "0" * 32, "queued": MOMENT, "event": "enter", "place": "Home", "moment": MOMENT, "since": MOMENT}


def newer(package):
    """The same package with a later version, which also its dependency on the other one has."""
    folder = pathlib.Path(tempfile.mkdtemp())
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder / "content"], check=True)
    control = folder / "content" / "DEBIAN" / "control"
    text = control.read_text(encoding="utf-8")
    version = re.search("(?m)^Version: (.*)$", text)[1]
    control.write_text(text.replace(version, version + "+later"), encoding="utf-8")
    result = folder / f"later-{package.name}"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "content", result],
                   check=True, stdout=subprocess.DEVNULL)
    return result


class LifetimeTest(unittest.TestCase):
    """Each test on a machine of its own that was live."""

    def setUp(self):
        self.machine = scene.installed()
        self.addCleanup(self.machine.close)
        self.machine.start_live(seconds=30)

    def exists(self, path):
        """Returns true where the file exists, for root."""
        return self.machine.run("test", "-e", path, check=False).returncode == 0

    def test_an_upgrade_keeps_the_state_and_starts_the_new_one(self):
        machine = self.machine
        with machine.path("/etc/whereismy/whereismy.conf").open("a", encoding="utf-8") as configuration:
            configuration.write(MARKER)
        machine.silence()
        known = machine.wait_for("stale", "no-fix", "no-receiver", seconds=30)["fix"]
        self.enqueue_unreachable()
        pid = machine.pid()
        machine.install(*map(newer, scene.packages()))
        self.assertIn("+later", machine.run("dpkg-query", "-f", "${Version}", "-W", "whereismy").stdout)
        machine.wait_for_new_process(pid)
        self.assertIn(MARKER, machine.path("/etc/whereismy/whereismy.conf").read_text(encoding="utf-8"))
        self.assertEqual(machine.report()["fix"]["timestamp"], known["timestamp"])
        fixes = machine.run("whereismy", "history", "info").stdout
        self.assertRegex(fixes, r"[1-9]")
        machine.feed()
        machine.wait_for("live", seconds=30)
        for unit in WATCHES:
            self.assertEqual(machine.show("ActiveState", unit), "active", unit)
        # The link of a replaced program ends in "(deleted)".
        machines.poll(
            lambda: machine.run("readlink", f"/proc/{machine.show('MainPID', SENDER)}/exe", check=False).stdout
            == "/usr/lib/whereismy/whereismy-publish\n", 60, "the new sender", machine.diagnostics)

    def enqueue_unreachable(self):
        """Enqueues an event for an unreachable receiver."""
        machine = self.machine
        machine.configure("[webhook a]\nurl = http://127.0.0.1:1/in\n")
        machine.run("install", "-d", "-o", "whereismy", "-g", "whereismy", "-m", "770", QUEUE)
        machine.run(
            "sh", "-c", f"cat >{QUEUE}/.new && mv {QUEUE}/.new {QUEUE}/{1:016d}-a.json", user="whereismy",
            stdin=json.dumps(EVENT))
        machines.poll(lambda: machine.show("ActiveState", SENDER) == "active", 60, SENDER, machine.diagnostics)

    def test_removing_ends_it_and_keeps_the_data(self):
        machine = self.machine
        machine.run("apt-get", "-q", "-y", "remove", "whereismy", seconds=120)
        self.assertNotEqual(machine.show("ActiveState"), "active")
        for path in ("/usr/bin/whereismyd", "/usr/bin/whereismy", "/run/whereismy"):
            self.assertFalse(self.exists(path), path)
        for path in ("/var/lib/whereismy/history.db", "/etc/whereismy/whereismy.conf"):
            self.assertTrue(self.exists(path), path)
        machine.install(scene.package())
        machine.start_live(seconds=30)

    def left(self):
        """The files with the name of the package."""
        # A directory that disappears meanwhile is an error of find.
        return self.machine.run(
            "find", "/etc", "/usr", "/var", "/run", "/lib/systemd", "-xdev", "-name", "*whereismy*",
            "-not", "-path", "/var/cache/apt/*", "-not", "-path", "/var/log/*", "-not", "-path", "/usr/share/doc/*",
            check=False).stdout

    def test_purging_leaves_nothing(self):
        machine = self.machine
        machine.run("apt-get", "-q", "-y", "purge", "whereismy", "whereismy-publish", seconds=120)
        # systemd removes the temporary directories of ended units later.
        machines.poll(lambda: not self.left(), 30, "nothing left", self.left)
        self.assertEqual(machine.run("systemctl", "list-unit-files", "whereismy*", check=False).stdout.count("\nwhere"), 0)
