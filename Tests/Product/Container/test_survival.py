"""The service survives a lost gpsd, silence, crashes, hangs, stops and starts."""

import unittest

import machine as machines
import scene

SECONDS = 15


class SurvivingTest(unittest.TestCase):
    """One machine; the daemon was restarted and is live before each test."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)

    def setUp(self):
        self.machine.restart()
        self.machine.start_live(seconds=30)

    def test_gpsd_may_be_restarted(self):
        machine = self.machine
        pid = machine.pid()
        for _ in range(5):
            machine.run("systemctl", "stop", "gpsd.socket", "gpsd.service")
            machine.wait_for("no-gpsd", "stale", seconds=30)
            machine.run("systemctl", "start", "gpsd.socket", "gpsd.service")
            machine.wait_for_new_fix(SECONDS)
            machine.run("whereismy")
        self.assertEqual(machine.pid(), pid)

    def test_gpsd_may_be_restarted_at_once(self):
        machine = self.machine
        pid = machine.pid()
        for _ in range(5):
            machine.restart_gpsd()
            machine.wait_for_new_fix(SECONDS)
        self.assertEqual(machine.pid(), pid)

    def test_a_silent_receiver_makes_the_position_stale(self):
        machine = self.machine
        machine.silence()
        machine.wait_for("stale", seconds=30)
        answer = machine.run("whereismy", check=False)
        self.assertEqual(answer.returncode, 3, answer.stdout)
        machine.feed()
        machine.wait_for("live", seconds=SECONDS)

    def test_a_daemon_that_is_killed_comes_back(self):
        machine = self.machine
        pid = machine.pid()
        machine.silence()
        known = machine.report()["fix"]
        machine.kill("KILL")
        machine.wait_for_new_process(pid, SECONDS)
        restored = machine.report()
        self.assertGreaterEqual(restored["fix"]["timestamp"], known["timestamp"])
        self.assertNotEqual(restored["state"], "live")
        self.assertEqual(machine.run("whereismy", check=False).returncode, 3)
        machine.feed()
        machine.wait_for("live", seconds=SECONDS)

    def test_it_is_live_soon_after_a_kill(self):
        machine = self.machine
        pid = machine.pid()
        machine.kill("KILL")
        machines.poll(
            lambda: machine.ready_pid() not in (0, pid) and (machine.report() or {}).get("state") == "live", SECONDS,
            "live again", machine.diagnostics)

    def test_a_crash_leaves_a_trace(self):
        machine = self.machine
        pid = machine.pid()
        since = machine.cursor()
        machine.kill("SEGV")
        machine.wait_for_new_process(pid, SECONDS)
        said = "\n".join(machine.messages(since=since))
        self.assertRegex(said, "SIGSEGV|signal 11")
        self.assertRegex(said, r"whereismyd.*\+?0x[0-9a-f]+")
        machine.wait_for("live", seconds=SECONDS)

    def test_the_watchdog_restarts_a_daemon_that_stands_still(self):
        machine = self.machine
        self.assertNotIn(machine.show("WatchdogUSec"), ("", "0", "infinity"))
        pid = machine.pid()
        since = machine.cursor()
        machine.kill("STOP")
        # The watchdog interval, then systemd's stop timeout.
        machine.wait_for_new_process(pid, 90)
        self.assertRegex("\n".join(machine.messages(since=since)), "(?i)watchdog")
        machine.wait_for("live", seconds=SECONDS)

    def test_it_stops_soon_and_well(self):
        machine = self.machine
        for is_silent, state in ((False, "live"), (True, "stale")):
            with self.subTest(state):
                machine.start_live(seconds=30)
                if is_silent:
                    machine.silence()
                machine.wait_for(state, seconds=30)
                machine.run("systemctl", "stop", machines.UNIT, seconds=20)
                self.assertEqual(machine.show("Result"), "success")
                self.assertEqual(machine.show("ActiveState"), "inactive")
                self.assertFalse(machine.path("/run/whereismy/fix.json").exists())

    def test_it_stops_soon_while_somebody_follows(self):
        machine = self.machine
        machine.run(
            "systemd-run", "--unit=follower", "--property=Type=exec", "whereismy", "watch", "--format", "json")
        machines.poll(
            lambda: machine.journal(unit="follower.service"), 30, "the follower", machine.diagnostics)
        machine.run("systemctl", "stop", machines.UNIT, seconds=20)
        self.assertEqual(machine.show("Result"), "success")
        machine.run("systemctl", "stop", "follower.service", check=False)

    def test_a_reboot_brings_it_back_with_what_it_knew(self):
        machine = self.machine
        known = machine.report()["fix"]
        machine.silence()
        machine.reboot()
        machine.wait_until_ready(30)
        restored = machine.report()
        self.assertGreaterEqual(restored["fix"]["timestamp"], known["timestamp"])
        self.assertNotEqual(restored["state"], "live")
        self.assertEqual(machine.run("whereismy", check=False).returncode, 3)
        # A running gpsd with a silent receiver must not make it live.
        machines.poll(lambda: machine.show("ActiveState", "gpsd.service") == "active", 30, "gpsd", machine.diagnostics)
        machine.wait_for("no-receiver", "no-fix", "stale", seconds=30)
        states = {entry.get("WHEREISMY_STATE") for entry in machine.journal("--boot")}
        self.assertNotIn("live", states)
        self.assertRegex(machine.run("whereismy", "history", "info").stdout, "[1-9]")
        machine.feed()
        machine.wait_for("live", seconds=SECONDS)

    def test_ready_is_said_when_the_page_is_written_and_the_sockets_are_open(self):
        machine = self.machine
        self.assertEqual(machine.show("Type"), "notify")
        for _ in range(5):
            machine.run("systemctl", "stop", machines.UNIT)
            machine.run("systemctl", "start", machines.UNIT)
            for name in ("index.html", "fix.json", "api.sock"):
                self.assertTrue(machine.path(f"/run/whereismy/{name}").exists(), name)
            listening = machine.run("cat", "/proc/net/tcp").stdout
            self.assertIn("0100007F:22F3", listening, "127.0.0.1:8947")
            self.assertIn(machine.run("whereismy", "status", check=False).returncode, (0, 3))


class GrowingPausesTest(unittest.TestCase):
    """A daemon that cannot start."""

    def test_pauses_grow_and_it_does_not_give_up(self):
        machine = scene.installed()
        self.addCleanup(machine.close)
        machine.start_live(seconds=30)
        since = machine.cursor()
        machine.configure("[tracking]\nstale-after = never\n")
        machine.run("systemctl", "restart", "--no-block", machines.UNIT)

        def refusals():
            return [
                int(entry["__MONOTONIC_TIMESTAMP"]) / 1e6 for entry in machine.journal(since=since)
                if "stale-after" in machines.said(entry)]

        times = machines.poll(lambda: refusals() if len(refusals()) >= 6 else None, 150, "six failures", machine.diagnostics)
        pauses = [later - earlier for earlier, later in zip(times, times[1:])]
        self.assertGreater(pauses[-1], 3, pauses)
        # A busy machine can delay one of the first ones.
        self.assertGreater(pauses[-1], min(pauses[:2]) + 1, pauses)
        machines.poll(
            lambda: machine.show("ActiveState") == "activating" and "wait" in machine.show("StatusText"), 30,
            "the status of the pause", machine.diagnostics)
        machine.reset_configuration()
        machine.wait_until_ready(150)
        machine.wait_for("live", seconds=SECONDS)


class ReloadingTest(unittest.TestCase):
    """Reloads of a running daemon."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)

    def setUp(self):
        self.machine.reset_configuration()
        self.machine.restart()
        self.machine.start_live(seconds=30)
        self.pid = self.machine.pid()
        self.addCleanup(self.machine.reset_configuration)

    def page(self):
        """The page file."""
        return self.machine.path("/run/whereismy/index.html").read_text(encoding="utf-8")

    def page_with(self, word):
        """Creates a template with a word and returns its configuration."""
        templates = self.machine.path("/etc/whereismy/templates")
        templates.mkdir(exist_ok=True)
        (templates / f"{word}.html").write_text(f"<p>{word}</p>\n", encoding="utf-8")
        return f"[page]\ntemplate = {word}.html\n"

    def test_a_reload_takes_the_new_configuration_and_keeps_the_process(self):
        machine = self.machine
        machine.configure(self.page_with("first"))
        self.assertTrue(machine.reload(), machine.diagnostics())
        machines.poll(lambda: self.page() == "<p>first</p>\n", 30, "the new page", machine.diagnostics)
        self.assertEqual(machine.pid(), self.pid)
        machine.wait_for("live")

    def test_a_reload_does_not_lose_the_position(self):
        machine = self.machine
        machine.configure("[tracking]\nstale-after = 20s\n")
        self.assertTrue(machine.reload(), machine.diagnostics())
        report = machine.report()
        self.assertEqual(report["state"], "live")
        self.assertEqual(machine.show("ActiveState"), "active")
        self.assertEqual(machine.pid(), self.pid)

    def test_a_faulty_file_is_refused_and_the_old_one_stays(self):
        machine = self.machine
        machine.configure(self.page_with("second"))
        self.assertTrue(machine.reload(), machine.diagnostics())
        machines.poll(lambda: self.page() == "<p>second</p>\n", 30, "the new page", machine.diagnostics)
        since = machine.cursor()
        machine.configure(self.page_with("third") + "[tracking]\nstale-aftre = 3s\n")
        machine.reload()
        said = machines.poll(
            lambda: [line for line in machine.messages(since=since) if "test.conf:4" in line], 30,
            "file and line in the journal", machine.diagnostics)
        self.assertIn("stale-after", said[0], "the nearest name")
        machine.silence()
        machine.wait_for("stale", seconds=30)
        self.assertEqual(self.page(), "<p>second</p>\n")
        self.assertEqual(machine.pid(), self.pid)
        self.assertEqual(machine.show("ActiveState"), "active")

    def test_a_faulty_template_is_refused(self):
        machine = self.machine
        templates = machine.path("/etc/whereismy/templates")
        templates.mkdir(exist_ok=True)
        since = machine.cursor()
        (templates / "current-location.html").write_text("<p>{{#each", encoding="utf-8")
        self.addCleanup((templates / "current-location.html").unlink)
        machine.reload()
        machines.poll(
            lambda: any("current-location.html" in line for line in machine.messages(since=since)), 30,
            "the template in the journal", machine.diagnostics)
        self.assertEqual(machine.pid(), self.pid)
        self.assertFalse("{{#each" in self.page())
        machine.wait_for("live")
