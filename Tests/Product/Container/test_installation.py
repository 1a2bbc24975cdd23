"""The package on a fresh Debian: its content, and that it runs without configuration."""

import unittest

import scene


class InstallingTest(unittest.TestCase):
    """Each test on a machine of its own."""

    def setUp(self):
        self.machine = scene.bare()
        self.addCleanup(self.machine.close)

    def test_it_runs_without_gpsd_and_goes_live_when_that_comes(self):
        machine = self.machine
        machine.install(scene.package(), "--no-install-recommends")
        self.assertNotIn("gpsd", machine.packages())
        pid = machine.wait_until_ready()
        machine.wait_for("no-gpsd")
        self.assertEqual(machine.show("UnitFileState"), "enabled")
        invocation = machine.show("InvocationID")

        machine.install("gpsd")
        machine.configure_gpsd()
        machine.feed()
        machine.wait_for("live", seconds=30)
        self.assertEqual(machine.run("whereismy").returncode, 0)
        self.assertEqual(machine.pid(), pid)
        self.assertEqual(machine.show("InvocationID"), invocation)
        self.assertEqual(machine.show("NRestarts"), "0")
        self.assertEqual(machine.show("ActiveState"), "active")

    def test_what_apt_brings_with_it_has_no_swift(self):
        machine = self.machine
        before = machine.packages()
        machine.install(scene.package())
        brought = machine.packages() - before
        self.assertIn("whereismy", brought)
        self.assertIn("gpsd", brought, "it is recommended")
        self.assertEqual([name for name in brought if "swift" in name.lower()], [])
        files = machine.run("find", "/usr", "/opt", "-iname", "libswift*", "-o", "-name", "swift").stdout
        self.assertEqual(files, "")
        for program in ("whereismy", "whereismyd"):
            libraries = machine.run("ldd", f"/usr/bin/{program}").stdout
            self.assertNotRegex(libraries, "(?i)swift|not found")
        machine.wait_until_ready()

    def test_the_files_are_as_the_package_says(self):
        machine = self.machine
        machine.install(*scene.packages())
        self.assertEqual(machine.run("dpkg", "--verify", "whereismy", "whereismy-publish").stdout, "")
        self.assertEqual(machine.run("dpkg", "--audit").stdout, "")
