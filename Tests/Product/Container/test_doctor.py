"""whereismy doctor on a real system."""

import json
import unittest

import machine as machines
import scene


class DoctorTest(unittest.TestCase):
    """One machine, healthy or with a fault."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)

    def setUp(self):
        self.machine.start_live(seconds=30)

    def doctor(self):
        """The exit code and the checks by their names."""
        answer = self.machine.run("whereismy", "doctor", "--format", "json", check=False)
        return answer.returncode, {check["check"]: check for check in json.loads(answer.stdout)["checks"]}

    def assert_fails(self, name):
        """Asserts that a check fails, in the JSON and in the text."""
        code, checks = self.doctor()
        self.assertEqual(code, 2, checks)
        self.assertEqual(checks[name]["status"], "fail", checks)
        self.assertTrue(checks[name]["cure"], checks[name])
        text = self.machine.run("whereismy", "doctor", check=False).stdout
        self.assertRegex(text, rf"(?m)^fail +{name} ")
        return checks

    def test_nothing_fails_where_all_is_well(self):
        code, checks = self.doctor()
        # A UDP receiver has no port with permissions to check.
        others = {name: check for name, check in checks.items() if name not in ("receiver-access", "receiver-port")}
        self.assertEqual({name: check for name, check in others.items() if check["status"] not in ("ok", "warn")}, {})
        self.assertIn(code, (0, 1))

    def test_it_says_that_gpsd_does_not_run(self):
        self.machine.run("systemctl", "stop", "gpsd.socket", "gpsd.service")
        checks = self.assert_fails("gpsd-running")
        self.assertEqual(checks["sentences"]["status"], "skipped")
        self.assertEqual(checks["sentences"]["because"], "gpsd-running")

    def test_it_says_that_the_daemon_does_not_run(self):
        self.machine.run("systemctl", "stop", machines.UNIT)
        checks = self.assert_fails("daemon")
        self.assertEqual(checks["sentences"]["status"], "ok")

    def test_it_says_that_the_receiver_is_silent(self):
        self.machine.silence()
        self.machine.wait_for("stale", seconds=30)
        self.assert_fails("sentences")
