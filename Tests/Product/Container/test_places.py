"""Targets and hooks of places, and the requests that a compromised daemon can make to root's helper."""

import json
import time
import unittest

import machine as machines
import scene

INBOX = "/run/whereismy-orders/new"
SPOOL = "/run/whereismy-orders/hooks"
HELPER = "whereismy-orders.service"
WATCH = "whereismy-orders.path"
# Seconds: the helper's pause and the start, on a busy machine.
SOON = 60
EVENT = {
    "event": "enter", "place": "Home", "moment": "2026-01-01T00:00:12.500Z", "since": "2026-01-01T00:00:00.000Z",
    "latitude": -37.80996889, "longitude": 144.96326388, "horizontalAccuracy": 5.5}
SERVICE = """[Unit]
{unit}
[Service]
Type={type}
ExecStart=/bin/sleep 1000
[Install]
WantedBy=whereismy-place@Home.target
"""


class PlacesMachine(machines.Machine):
    """A machine with requests made as the daemon's user."""

    def as_daemon(self, script, stdin=""):
        """Runs a script in the inbox as the daemon's user."""
        return self.run("sh", "-c", f"cd {INBOX} && {script}", user="whereismy", stdin=stdin)

    def put(self, name, text):
        """Writes a file to the inbox as the daemon does."""
        self.as_daemon(f"cat >.{name}.new && mv .{name}.new {name}", text)

    def order(self, *places):
        """Requests the targets of places."""
        self.put("places", "whereismy-places 1\n" + "".join(f"{place}\n" for place in places))

    def targets(self):
        """The active targets."""
        shown = self.run("systemctl", "show", "--property=Id,ActiveState", "whereismy-place@*.target").stdout
        units = [dict(line.split("=", 1) for line in unit.splitlines()) for unit in shown.strip().split("\n\n") if unit]
        return sorted(unit["Id"] for unit in units if unit["ActiveState"] == "active")

    def is_active(self, unit):
        """Returns true where a unit is active."""
        return self.show("ActiveState", unit) == "active"

    def wait_for_targets(self, *units):
        """Waits until exactly these targets are active."""
        machines.poll(lambda: self.targets() == sorted(units), SOON, units, lambda: f"{self.targets()} {self.journal_tail()}")

    def names(self, folder=INBOX):
        """The names in a directory, without hidden ones."""
        return self.run("ls", folder).stdout.split()

    def wait_until_taken(self, folder=INBOX, seconds=SOON):
        """Waits until the directory is empty."""
        machines.poll(lambda: not self.names(folder), seconds, f"{folder} empty", self.journal_tail)

    def said(self, unit, since=None):
        """The journal messages of a unit."""
        return "\n".join(machines.said(entry) for entry in self.journal(unit=unit, since=since))

    def journal_tail(self):
        """The diagnostics for a failure."""
        return self.run("journalctl", "--no-pager", "--lines=30", check=False).stdout

    def serve(self, name, unit, kind="exec"):
        """Installs a service wanted by the target of Home."""
        self.path(f"/etc/systemd/system/{name}.service").write_text(SERVICE.format(unit=unit, type=kind), "ascii")
        self.run("systemctl", "enable", f"{name}.service")

    def hook(self, name, script, mode=0o755):
        """Installs a hook; its output goes to the journal."""
        folder = self.path("/etc/whereismy/hooks.d")
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", "ascii")
        (folder / name).chmod(mode)

    def remove_hooks(self):
        """Removes all hooks."""
        self.run("rm", "-rf", "/etc/whereismy/hooks.d")


class TargetsTest(unittest.TestCase):
    """One machine whose daemon has no places."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed(PlacesMachine)
        cls.addClassCleanup(cls.machine.close)
        cls.machine.start_live(seconds=30)
        cls.machine.serve("part", "PartOf=whereismy-place@Home.target")
        cls.machine.serve("unneeded", "StopWhenUnneeded=yes")
        cls.machine.serve("long", "PartOf=whereismy-place@Home.target", kind="oneshot")

    def setUp(self):
        self.addCleanup(self.assert_helper_works)

    def assert_helper_works(self):
        """Asserts that the helper still works after a test."""
        self.machine.order("Home")
        self.machine.wait_for_targets("whereismy-place@Home.target")
        self.machine.order()
        self.machine.wait_for_targets()
        self.assertTrue(self.machine.is_active(WATCH))

    def test_services_start_on_arrival_and_stop_on_leaving(self):
        machine = self.machine
        machine.order("Home", "Garden")
        machine.wait_for_targets("whereismy-place@Garden.target", "whereismy-place@Home.target")
        for unit in ("part.service", "unneeded.service"):
            machines.poll(lambda: machine.is_active(unit), SOON, unit, machine.journal_tail)
        machines.poll(
            lambda: machine.show("ActiveState", "long.service") == "activating", SOON, "a start", machine.journal_tail)
        machine.order("Garden")
        machine.wait_for_targets("whereismy-place@Garden.target")
        for unit in ("part.service", "unneeded.service", "long.service"):
            machines.poll(
                lambda: machine.show("ActiveState", unit) in ("inactive", "failed"), SOON, unit, machine.journal_tail)

    def test_what_a_helper_had_taken_when_it_was_killed_is_carried_out(self):
        self.machine.put("places-taken", "whereismy-places 1\nHome\n")
        self.machine.wait_for_targets("whereismy-place@Home.target")
        self.machine.wait_until_taken()

    def test_names_are_escaped_by_the_rules_of_systemd(self):
        names = ["a b", "--force", "*", "Zürich", ".target", "x@y", "a\\x2fb", "%n"]
        units = [
            self.machine.run("systemd-escape", "--template=whereismy-place@.target", "--", name).stdout.strip()
            for name in names]
        self.machine.order(*names)
        self.machine.wait_for_targets(*units)

    def test_nothing_but_places_can_be_asked_for(self):
        machine = self.machine
        before = machine.cursor()
        for text in (
                "whereismy-places 1\n../../gpsd.service\n", "whereismy-places 1\nHome\n\n", "gpsd.service\n",
                "whereismy-places 1\nHome", "whereismy-places 1\n" + "x\n" * 101, "y" * 100000):
            machine.put("places", text)
            machine.wait_until_taken()
            machine.run("systemctl", "reset-failed", HELPER, check=False)
        self.assertEqual(machine.targets(), [])
        said = machine.said(HELPER, before)
        for reason in ("line 2: not the name", "line 3: not the name", "heading or last line end missing", "more than 100"):
            self.assertIn(reason, said)
        machine.order("gpsd.service", "x.target gpsd.service", "poweroff")
        machine.wait_for_targets(
            "whereismy-place@gpsd.service.target", "whereismy-place@poweroff.target",
            r"whereismy-place@x.target\x20gpsd.service.target")

    def test_links_and_loops_do_no_harm(self):
        machine = self.machine
        machine.run("sh", "-c", "printf 'whereismy-places 1\nHome\n' >/root/secret; chmod 600 /root/secret")
        machine.as_daemon(
            "ln -s /root/secret places; ln -s loop loop; ln -s /etc/shadow 1.json; mkfifo 2.json; mkdir -p 3.json/x y/x")
        machine.wait_until_taken()
        self.assertEqual(machine.targets(), [])
        machine.wait_until_taken(SPOOL)
        machine.run("test", "-s", "/root/secret")
        machine.run("test", "-s", "/etc/shadow")

    def test_the_daemon_can_put_nothing_in_the_place_of_the_directories(self):
        for script in ("mv new old", "rmdir hooks", "ln -s / x", "touch x"):
            answer = self.machine.run(
                "sh", "-c", f"cd /run/whereismy-orders && {script}", user="whereismy", check=False)
            self.assertNotEqual(answer.returncode, 0, script)

    def test_a_flood_costs_a_trickle_and_leaves_the_last_order(self):
        machine = self.machine
        before = machine.cursor()
        began = time.monotonic()
        machine.as_daemon(
            "i=0; while [ $i -lt 1000 ]; do i=$((i+1)); printf 'whereismy-places 1\\nP%s\\n' $i >.p; mv .p places; done")
        machine.wait_for_targets("whereismy-place@P1000.target")
        took = time.monotonic() - began
        starts = len([
            entry for entry in machine.journal(unit=HELPER, since=before) if machines.said(entry).startswith("Starting")])
        self.assertGreater(starts, 0)
        self.assertLessEqual(starts, took / 2 + 2)
        self.assertEqual(machine.show("Result", WATCH), "success")

    def test_what_is_hidden_starts_nothing(self):
        # The helper of an earlier order may still run or have to run.
        self.machine.wait_until_taken()
        machines.poll(
            lambda: self.machine.show("ActiveState", HELPER) in ("inactive", "failed"), SOON, HELPER,
            self.machine.journal_tail)
        before = self.machine.cursor()
        self.machine.as_daemon("touch .places.new")
        time.sleep(3)
        self.assertNotIn("Start", self.machine.said(HELPER, before))

    def test_targets_outlive_the_daemon(self):
        machine = self.machine
        machine.order("Home")
        machine.wait_for_targets("whereismy-place@Home.target")
        machine.restart()
        self.assertEqual(machine.targets(), ["whereismy-place@Home.target"])

    def test_systemd_has_nothing_to_say_against_the_units(self):
        answer = self.machine.run(
            "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", WATCH, HELPER,
            "whereismy-place@x.target", "whereismy-hook@1.service")
        self.assertEqual(answer.stdout + answer.stderr, "")
        # In tenths; hooks may use the network.
        for unit, limit in ((HELPER, 10), ("whereismy-hook@1.service", 11)):
            answer = self.machine.run(
                "systemd-analyze", "security", "--no-pager", f"--threshold={limit}", unit, check=False)
            self.assertEqual(answer.returncode, 0, answer.stdout)


class HooksTest(unittest.TestCase):
    """One machine with hooks."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed(PlacesMachine)
        cls.addClassCleanup(cls.machine.close)
        cls.machine.start_live(seconds=30)

    def setUp(self):
        self.addCleanup(self.machine.remove_hooks)

    def wait_for_the_end(self, number, seconds=SOON):
        """Waits until the hooks of an event have run and returns the messages of their unit."""
        unit = f"whereismy-hook@{number}.service"
        machines.poll(
            lambda: any(f"{number}" in machines.said(entry) and machines.said(entry).startswith(("Finished", "Failed"))
                        for entry in self.machine.journal(unit=unit)), seconds, f"the end of {unit}", self.machine.journal_tail)
        return self.machine.said(unit)

    def test_the_command_tries_them(self):
        """`whereismy hook test` runs them in their own unit, as the user whereismy."""
        machine = self.machine
        machine.hook("10-first", 'echo "got $(cat) at $WHEREISMY_PLACE, $WHEREISMY_TEST"; id -un')
        done = machine.run("whereismy", "hook", "test", "--event", "dragging")
        self.assertEqual(done.stdout, "ran /etc/whereismy/hooks.d/10-first\n")
        said = "".join(machines.said(entry) + "\n" for entry in machine.journal("SYSLOG_IDENTIFIER=whereismy-hook", unit=None))
        self.assertRegex(said, r'got \{"event":"dragging","place":"anchor",[^\n]*"test":true\} at anchor, 1\nwhereismy\n')
        machine.wait_until_taken(SPOOL)
        machine.hook("20-second", "exit 3")
        failed = machine.run("whereismy", "hook", "test", check=False)
        self.assertEqual((failed.returncode, failed.stdout), (1, ""))
        self.assertIn("a hook failed, of /etc/whereismy/hooks.d/10-first, ", failed.stderr)

    def test_hooks_get_the_event_and_their_exit_status_is_in_the_journal(self):
        machine = self.machine
        machine.hook("10-first", 'echo "got $(cat) at $WHEREISMY_PLACE, $WHEREISMY_EVENT, $WHEREISMY_LATITUDE"; id -un')
        machine.hook("20-second", "touch /etc/x /var/lib/whereismy/x; exit 7")
        machine.hook("30-open", "echo never", mode=0o777)
        machine.hook("README", "echo never", mode=0o644)
        machine.put("101.json", json.dumps({**EVENT, "more": "x"}))
        said = self.wait_for_the_end(101)
        self.assertIn('got {"event":"enter","place":"Home",', said)
        self.assertIn("at Home, enter, -37.80996889", said)
        self.assertIn("\nwhereismy\n", said)
        self.assertIn("hooks.d/10-first: exit status 0 after", said)
        self.assertIn("hooks.d/20-second: exit status 7 after", said)
        self.assertIn("hooks.d/30-open: not run: writable by others", said)
        self.assertEqual(said.count("Read-only file system"), 2, said)
        self.assertNotIn("never", said)
        self.assertNotIn("more", said)
        machine.wait_until_taken(SPOOL)
        failed = machine.run("systemctl", "list-units", "--failed", "--no-legend", "--plain", "whereismy-hook@*").stdout
        self.assertEqual(failed, "")

    def test_a_hook_that_hangs_is_ended_and_holds_neither_the_position_nor_other_events(self):
        machine = self.machine
        machine.hook("10-hang", 'trap "" TERM; [ "$WHEREISMY_EVENT" = enter ] || exit 0; sleep 999 & wait; wait')
        machine.hook("20-after", "echo after $WHEREISMY_EVENT")
        began = time.monotonic()
        machine.put("201.json", json.dumps(EVENT))
        machine.put("202.json", json.dumps({**EVENT, "event": "leave"}))
        for _ in range(5):
            machine.wait_for_new_fix(seconds=10)
        said = self.wait_for_the_end(201, seconds=90)
        self.assertGreater(time.monotonic() - began, 28)
        self.assertIn("10-hang: ended after the time limit of 30 s", said)
        self.assertIn("after enter", said)
        self.assertIn("after leave", self.wait_for_the_end(202))
        order = [machines.said(entry) for entry in machine.journal("SYSLOG_IDENTIFIER=whereismy-hook", unit=None)]
        self.assertLess(order.index("after enter"), order.index("after leave"))
        self.assertNotIn("sleep 999", machine.run("sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '").stdout)

    def test_what_is_no_event_is_refused(self):
        machine = self.machine
        machine.hook("10-a", "echo ran")
        for number, text in ((301, "{}"), (302, '{"event":'), (303, json.dumps({**EVENT, "place": "../x"}))):
            machine.put(f"{number}.json", text)
            said = self.wait_for_the_end(number)
            self.assertIn(f"event {number}: ", said)
            self.assertNotIn("ran", said)
        machine.wait_until_taken(SPOOL)

    def test_many_events_are_worked_off(self):
        machine = self.machine
        machine.hook("10-a", "echo ran")
        for number in range(401, 421):
            machine.put(f"{number}.json", json.dumps(EVENT))
        machine.wait_until_taken()
        self.assertIn("ran", self.wait_for_the_end(420, seconds=90))
        for number in range(401, 421):
            self.assertIn("10-a: exit status 0", machine.said(f"whereismy-hook@{number}.service"))


class JourneyTest(unittest.TestCase):
    """A machine in a car that passes a place."""

    def test_a_service_starts_on_arrival_and_stops_on_leaving(self):
        machine = scene.installed(PlacesMachine)
        self.addCleanup(machine.close)
        machine.serve("part", "PartOf=whereismy-place@Home.target")
        machine.hook("10-a", 'echo "$WHEREISMY_EVENT at $WHEREISMY_PLACE"')
        machine.feed(scenario="motorway")
        home = self.ahead(machine.receiver, machine.run("whereismy", "simulate", "--format", "truth", "--rate", 10, "motorway"))
        machine.start_live(seconds=30)
        machine.run("whereismy", "place", "add", "Home", f"{home['latitude']},{home['longitude']}", "--radius", "400m",
                    "--dwell", "1s")
        self.assertEqual(machine.targets(), [])
        machine.run("whereismy", "wait", "--enter", "Home", "--timeout", "180s", seconds=210)
        machine.wait_for_targets("whereismy-place@Home.target")
        machines.poll(lambda: machine.is_active("part.service"), SOON, "part.service", machine.journal_tail)
        machine.run("whereismy", "wait", "--leave", "Home", "--timeout", "180s", seconds=210)
        machine.wait_for_targets()
        machines.poll(lambda: not machine.is_active("part.service"), SOON, "its end", machine.journal_tail)
        # The report shows an event before the history has it.
        machines.poll(
            lambda: self.events(machine) == [("enter", "Home"), ("leave", "Home")], SOON, "the events",
            lambda: self.events(machine))
        machines.poll(lambda: "leave at Home" in machine.journal_tail(), SOON, "the hook for leaving", machine.journal_tail)
        self.assertIn("enter at Home", machine.run("journalctl", "--no-pager").stdout)

    def events(self, machine):
        """The events of the history; exit code 4 means none."""
        lines = machine.run("whereismy", "events", "--format", "json", check=False).stdout.splitlines()
        return [(event["event"], event["place"]) for event in map(json.loads, lines)]

    def ahead(self, source, truth):
        """Returns a position ahead and moves the receiver to a minute before its border: going live takes time."""
        epochs = [json.loads(line) for line in truth.stdout.splitlines()]
        index = next(index for index, epoch in enumerate(epochs) if epoch["speed"] > 25 and epoch["distance"] > 2000)
        begin = next(number for number, epoch in enumerate(epochs) if epoch["distance"] > epochs[index]["distance"] - 400)
        source.next = max(0, begin - 600)
        return epochs[index]


class LeavingTest(unittest.TestCase):
    """A machine that reboots, and from which WhereIsMy is removed."""

    def test_targets_end_with_the_machine_and_with_the_package(self):
        machine = scene.installed(PlacesMachine)
        self.addCleanup(machine.close)
        machine.order("Home")
        machine.wait_for_targets("whereismy-place@Home.target")
        machine.reboot()
        self.assertEqual(machine.targets(), [])
        self.assertTrue(machine.is_active(WATCH))
        machine.order("Home")
        machine.wait_for_targets("whereismy-place@Home.target")
        machine.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "remove", "whereismy", seconds=300)
        self.assertEqual(machine.targets(), [])
        self.assertFalse(machine.is_active(WATCH))
        self.assertNotEqual(machine.run("test", "-e", "/run/whereismy-orders", check=False).returncode, 0)

