"""Boots a fresh Debian of the environment's SUITE with the packages and runs the system tests on it.

DEB is the package whereismy; whereismy-publish and whereismy-fleet are beside it.

check.py tests DEB [TEST]...     the tests, with a short soak in parallel
check.py soak DEB [SECONDS]      only the soak
"""

import os
import pathlib
import subprocess
import sys

import namespace
import scene
import soak

HERE = pathlib.Path(__file__).resolve().parent
ROOTS = HERE.parents[2] / "packaging" / "make-system-root"
TESTS = HERE.parents[2] / "packaging" / "run-tests"
# Seconds: the soak of .ci/run, and a full one of two hours.
SHORT, WHOLE = 180, 7200


def main():
    """Runs the command and returns its exit code."""
    if namespace.is_inside():
        return inside(*sys.argv[1:])
    namespace.as_root()
    what, package, *names = sys.argv[1:]
    made = subprocess.run([ROOTS, package, *companions(package)], stdout=subprocess.PIPE, text=True, check=True)
    for earlier in (HERE.parents[2] / ".build" / "earlier").glob("*.deb") if not os.environ.get("SUITE") else ():
        # What it depends on may differ.
        subprocess.run([ROOTS, earlier], stdout=subprocess.DEVNULL, check=True)
        os.environ[scene.EARLIER] = os.fspath(earlier)
    os.environ[scene.BASE] = made.stdout.strip()
    return namespace.run([what, os.path.abspath(package), *names])


def companions(package):
    """The packages whereismy-publish and whereismy-fleet that belong to the package whereismy."""
    path = pathlib.Path(package)
    return [os.path.abspath(path.with_name(path.name.replace("whereismy_", f"whereismy-{name}_", 1))) for name in ("publish", "fleet")]


def inside(what, package, *names):
    """Runs the command inside the namespaces."""
    os.environ[scene.PACKAGES] = os.pathsep.join(map(os.fspath, namespace.enter(package, *companions(package))))
    scene.prepare()
    if what == "soak":
        return soak.run(int(names[0]) if names else WHOLE)
    if names:
        return tests(names)
    beside = subprocess.Popen(
        [sys.executable, "-B", "-c", f"import soak, sys; sys.exit(soak.run({SHORT}))"], cwd=HERE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    failures = tests([])
    print(beside.communicate(timeout=SHORT + 600)[0], flush=True)
    return failures or beside.returncode


def tests(names):
    """Runs the named tests, or all of them."""
    return subprocess.run([TESTS, "python", os.fspath(HERE), *names], cwd=HERE, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
