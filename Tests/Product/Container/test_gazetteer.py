"""The world's cities: imported automatically beside the daemon, and again after the library changes."""

import unittest

import machine as machines
import scene

UNIT, WATCH = "whereismy-gazetteer.service", "whereismy-gazetteer.path"
FILE = "/var/lib/whereismy/places.db"
# Seconds: the import has idle priority, and other machines run beside this one.
LONG = 300


class GazetteerTest(unittest.TestCase):
    """One machine."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)
        cls.machine.wait_until_ready()
        cls.machine.wait_for_cities(LONG)

    def summary(self):
        """The unit's last summary."""
        self.machine.run("journalctl", "--sync")
        lines = self.machine.run("journalctl", "--unit", UNIT, "--output=cat", "--no-pager").stdout.splitlines()
        return [line for line in lines if line.startswith("cities: ")][-1]

    def test_the_nearest_town_is_known_without_anybody_having_done_anything(self):
        machine = self.machine
        self.assertEqual(machine.show("Result", UNIT), "success", machine.diagnostics())
        self.assertIn("Melbourne, Victoria, AU", machine.run("whereismy", "nearest", "-37.81,144.96").stdout)
        self.assertEqual(machine.run("stat", "--format=%U:%G %a", FILE).stdout, "whereismy:whereismy 640\n")
        self.assertNotEqual(machine.run("systemctl", "is-failed", UNIT, check=False).returncode, 0)

    def test_a_start_that_finds_them_leaves_them(self):
        machine = self.machine
        before = machine.run("stat", "--format=%i %s %Y", FILE).stdout
        machine.run("systemctl", "start", UNIT, seconds=LONG)
        self.assertRegex(self.summary(), "^cities: [0-9]+ places, unchanged$")
        self.assertEqual(machine.run("stat", "--format=%i %s %Y", FILE).stdout, before)

    def test_a_new_library_brings_new_cities(self):
        machine = self.machine
        [library] = machine.run("sh", "-c", "ls /usr/lib/*/libgeonames.so.0.*").stdout.splitlines()
        pid = machine.pid()
        before = machine.run("whereismy", "gazetteer", "list").stdout
        # As dpkg does: a new file beside the old one, renamed over it some time after it was touched.
        for steps in (f"touch {library}", f"ln {library} {library}.old; sleep 0.3; cp {library} {library}.new; "
                      f"mv {library}.new {library}; rm {library}.old"):
            machine.run("sh", "-c", steps)
            # It waits for the end of dpkg.
            machines.poll(lambda: machine.show("SubState", UNIT) == "start-pre", 30, "a pause", machine.diagnostics)
            after = machines.poll(lambda: self.changed_sources(before), LONG, "other cities", machine.diagnostics)
            self.assertRegex(after, f"(?m)^cities  cities  [0-9]+ places  .*{library}")
            before = after
            # The new cities are there before the unit has ended, and until then the watch misses changes.
            machines.poll(
                lambda: machine.show("ActiveState", UNIT) == "inactive"
                and machine.show("SubState", WATCH) == "waiting", LONG, WATCH, machine.diagnostics)
        self.assertEqual(machine.pid(), pid)
        machine.run("systemctl", "start", UNIT, seconds=LONG)
        self.assertRegex(self.summary(), "^cities: [0-9]+ places, unchanged$")

    def changed_sources(self, before):
        """The sources of the gazetteer; None where unchanged."""
        listed = self.machine.run("whereismy", "gazetteer", "list").stdout
        return listed if listed != before and "cities" in listed else None

    def test_the_daemon_does_not_need_them(self):
        machine = self.machine
        machine.run("systemctl", "mask", UNIT)
        self.addCleanup(machine.run, "systemctl", "unmask", UNIT)
        machine.restart()
        self.assertEqual(machine.show("ActiveState"), "active")
