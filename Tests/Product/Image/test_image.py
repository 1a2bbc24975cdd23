"""The container image: a gpsd of this machine, the state in a volume, the health, and what is wrong without a volume."""

import json
import os
import tempfile
import unittest

import image

# The options of packaging/whereismy.container, as podman's.
CONFINED = [
    "--read-only", "--read-only-tmpfs=false", "--cap-drop", "all", "--security-opt", "no-new-privileges",
    "--tmpfs", "/run/whereismy:rw,size=32m,mode=0750,U"]


class ImageTest(unittest.TestCase):
    """One gpsd for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.gpsd = image.GPSD()
        cls.addClassCleanup(cls.gpsd.close)

    def container(self, *options, gpsd=None, **rest):
        """A container that ends with the test."""
        made = image.Container(gpsd or self.gpsd.port, *options, **rest)
        self.addCleanup(made.close)
        return made

    def fixes(self, container):
        """The number of fixes in the history, which the daemon writes every few seconds."""
        answer = container.run("whereismy", "history", "--format", "json", "info", check=False).stdout
        return json.loads(answer).get("fixes", 0) if answer.startswith("{") else 0

    def test_it_is_live_with_the_gpsd_of_this_machine_and_keeps_its_history_in_a_volume(self):
        with image.volume() as volume:
            options = ["--volume", f"{volume}:{image.STATE}", *CONFINED]
            first = self.container(*options)
            first.wait_for("live")
            self.assertIn("<html", first.get("/").lower())
            self.assertTrue(first.is_healthy(), first.log())
            before = image.poll(lambda: self.fixes(first), 60, "recorded fixes", first.log)
            first.close()

            # Its gpsd does not respond: what it knows is that of before.
            second = self.container(*options, gpsd=image.free_port())
            second.wait_for("no-gpsd")
            self.assertGreaterEqual(self.fixes(second), before, second.log())
            verified = second.run("whereismy", "history", "verify")
            self.assertEqual(verified.returncode, 0, verified.stdout)
            # The daemon responds: that is what healthy means.
            self.assertTrue(second.is_healthy(), second.log())
            second.close()

    def test_it_runs_without_privileges(self):
        with image.volume() as volume:
            container = self.container("--volume", f"{volume}:{image.STATE}", *CONFINED)
            container.wait_for("live")
            status = dict(
                line.split(":", 1) for line in container.run("cat", "/proc/1/status").stdout.splitlines() if ":" in line)
            self.assertEqual(status["Uid"].split(), ["947"] * 4)
            self.assertEqual([int(status[name], 16) for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb")], [0] * 4)
            self.assertEqual(status["NoNewPrivs"].strip(), "1")
            container.close()

    def test_it_is_not_healthy_when_the_daemon_does_not_respond(self):
        with image.volume() as volume:
            container = self.container("--volume", f"{volume}:{image.STATE}")
            container.wait_for("live")
            self.assertTrue(container.is_healthy(), container.log())
            image.podman("kill", "--signal", "STOP", container.name)
            self.addCleanup(image.podman, "kill", "--signal", "KILL", container.name, check=False)
            self.assertFalse(container.is_healthy())

    def test_without_a_volume_it_names_the_cure(self):
        result = image.run(check=False)
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertRegex(result.stderr, "/var/lib/whereismy is not a volume, .*; fix: podman run --volume whereismy:/var/lib")

    def test_a_volume_that_it_cannot_write_names_the_cure(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            result = image.run(options=["--volume", f"{folder}:{image.STATE}"], check=False)
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertRegex(result.stderr, "not writable by user 947:947; fix: chown 947:947 .*, or podman run --volume")
            self.assertEqual(os.listdir(folder), [])

    def test_a_directory_becomes_its_own_with_the_cure(self):
        with tempfile.TemporaryDirectory() as folder:
            container = self.container("--volume", f"{folder}:{image.STATE}:U")
            container.wait_for("live")
            self.assertEqual(os.stat(folder).st_uid, 947)
            container.close()

    def test_other_programs_of_the_image_need_no_volume(self):
        self.assertIn("whereismyd ", image.run("--version").stdout)
        self.assertIn("whereismy ", image.run("whereismy", "--version").stdout)

    def test_it_notifies_systemd_when_it_is_ready(self):
        with image.volume() as volume, image.notifications() as (line, path):
            self.container(
                "--volume", f"{volume}:{image.STATE}", "--sdnotify", "container", environment={"NOTIFY_SOCKET": path})
            received = b""
            while b"READY=1" not in received:
                received += line.recv(4096) + b"\n"
            self.assertIn(b"READY=1", received)


if __name__ == "__main__":
    unittest.main()
