"""Boots a fresh Debian 12 with the package on it, and holds it to what it promises.

    check.py tests DEB [TEST]...     the tests, and a short soak beside them
    check.py soak DEB [SECONDS]      the soak alone
"""

import os
import pathlib
import subprocess
import sys
import unittest

import namespace
import scene
import soak

HERE = pathlib.Path(__file__).resolve().parent
ROOTS = HERE.parents[2] / "packaging" / "make-system-root"
# What .ci/run has time for; a soak as it is meant takes two hours.
SHORT, WHOLE = 180, 7200


def main():
    """The exit code."""
    if namespace.is_inside():
        return inside(*sys.argv[1:])
    namespace.as_root()
    what, package, *names = sys.argv[1:]
    made = subprocess.run([ROOTS, package], stdout=subprocess.PIPE, text=True, check=True)
    os.environ[scene.BASE] = made.stdout.strip()
    return namespace.run([what, os.path.abspath(package), *names])


def inside(what, package, *names):
    """What runs in the namespaces."""
    [package] = namespace.enter(package)
    os.environ[scene.PACKAGE] = os.fspath(package)
    scene.prepare()
    if what == "soak":
        return soak.run(int(names[0]) if names else WHOLE)
    if names:
        return tests(names)
    beside = subprocess.Popen(
        [sys.executable, "-B", "-c", f"import soak, sys; sys.exit(soak.run({SHORT}))"], cwd=HERE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    failures = tests([])
    print(beside.communicate(timeout=SHORT + 300)[0], flush=True)
    return failures or beside.returncode


def tests(names):
    """Runs the tests of these names, or all."""
    os.chdir(HERE)
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names) if names else loader.discover(os.fspath(HERE))
    return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
