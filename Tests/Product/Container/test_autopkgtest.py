"""The tests of the source package for autopkgtest, which Debian runs on an installed package."""

import pathlib
import shutil
import unittest

import scene

TESTS = pathlib.Path(__file__).resolve().parents[3] / "packaging" / "debian" / "tests"


def names():
    """The tests that debian/tests/control lists."""
    lines = (TESTS / "control").read_text(encoding="ascii").splitlines()
    return [name for line in lines if line.startswith("Tests:") for name in line.split()[1:]]


class AutopkgtestTest(unittest.TestCase):
    """One machine with the packages and without a receiver."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.bare()
        cls.addClassCleanup(cls.machine.close)
        cls.machine.install("--no-install-recommends", *scene.packages())
        shutil.copytree(TESTS, cls.machine.path("/srv/tests"))

    def run_test(self, name, setup=":"):
        """Runs a test in a new directory, after a command."""
        return self.machine.run(
            "sh", "-c", f"{setup}; AUTOPKGTEST_TMP=$(mktemp -d) exec /srv/tests/{name}", check=False, seconds=120)

    def test_all_pass(self):
        self.assertEqual(set(names()), {path.name for path in TESTS.iterdir()} - {"control"})
        for name in names():
            with self.subTest(name):
                result = self.run_test(name)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_they_can_fail(self):
        machine = self.machine
        for name, harm, repair in (
                ("programs", "mv /usr/share/fish/vendor_completions.d/whereismy.fish /srv/fish",
                 "mv /srv/fish /usr/share/fish/vendor_completions.d/whereismy.fish"),
                ("service", "systemctl disable --quiet whereismyd", "systemctl enable --quiet whereismyd"),
                ("page", "mkdir -p /etc/whereismy/whereismy.conf.d && "
                 "printf '[http]\\naccess = open\\n' >/etc/whereismy/whereismy.conf.d/open.conf && "
                 "systemctl restart whereismyd",
                 "rm /etc/whereismy/whereismy.conf.d/open.conf; systemctl restart whereismyd"),
                ("history", "mkdir /srv/bin; printf '#!/bin/sh\\necho 3 added' >/srv/bin/whereismy; "
                 "chmod +x /srv/bin/whereismy; export PATH=/srv/bin:$PATH", "rm -r /srv/bin")):
            with self.subTest(name):
                result = self.run_test(name, harm)
                machine.run("sh", "-c", repair)
                self.assertNotEqual(result.returncode, 0, result.stdout + result.stderr)
