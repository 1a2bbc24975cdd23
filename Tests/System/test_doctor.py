"""whereismy doctor, of the machine as it is."""

import json
import unittest

import machine as machines
import scene


class DoctorTest(unittest.TestCase):
    """One machine, well or ill."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)

    def doctor(self):
        """The exit code and the checks by their names."""
        answer = self.machine.run("whereismy", "doctor", "--format", "json", check=False)
        return answer.returncode, json.loads(answer.stdout)

    def results(self, found):
        """What came of the checks."""
        return [check["result"] for check in found["checks"]]

    def test_nothing_fails_where_all_is_well(self):
        self.machine.come_to_life(seconds=30)
        code, found = self.doctor()
        self.assertNotIn("fail", self.results(found), found)
        self.assertIn(code, (0, 1))

    def test_it_says_that_gpsd_does_not_run(self):
        machine = self.machine
        machine.come_to_life(seconds=30)
        machine.run("systemctl", "stop", "gpsd.socket", "gpsd.service")
        code, found = self.doctor()
        self.assertEqual(code, 2, found)
        self.assertIn("fail", self.results(found))
        self.assertIn("skipped", self.results(found))
        self.assertIn("gpsd", machine.run("whereismy", "doctor", check=False).stdout)

    def test_it_says_that_the_daemon_does_not_run(self):
        machine = self.machine
        machine.come_to_life(seconds=30)
        machine.run("systemctl", "stop", machines.UNIT)
        code, found = self.doctor()
        self.assertEqual(code, 2, found)
        self.assertIn("whereismyd", machine.run("whereismy", "doctor", check=False).stdout)

    def test_it_says_that_the_receiver_is_silent(self):
        machine = self.machine
        machine.come_to_life(seconds=30)
        machine.silence()
        machine.run("systemctl", "restart", "gpsd.service")
        machine.wait_for("stale", "no-receiver", "no-fix", seconds=30)
        code, found = self.doctor()
        self.assertNotEqual(code, 0, found)
