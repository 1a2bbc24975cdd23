"""Namespaces for all processes of a run, so that nothing is left of it, however it ends.

Processes end with the first one of their PID namespace, mounts and their files with the last one. Control
groups have no such owner and are removed here.
"""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

GROUPS = "WHEREISMY_SYSTEM_GROUPS"
PLACE = "/run"


def as_root():
    """Restarts this program as root where needed."""
    if os.geteuid() != 0:
        os.execvp("sudo", ["sudo", "--preserve-env", sys.executable, "-B", *sys.argv])


def hierarchies():
    """Yields the control groups of this process that systemd uses: version 2, and version 1 in a hybrid hierarchy."""
    lines = pathlib.Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines()
    kinds = {line.split(":", 2)[1]: line.split(":", 2)[2] for line in lines}
    for line in pathlib.Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        place, _, kind = line.partition(" - ")
        root, mount = place.split()[3:5]
        kind, _, options = kind.split(" ", 2)
        name = "" if kind == "cgroup2" else "name=systemd" if "name=systemd" in options else None
        if kind.startswith("cgroup") and name in kinds:
            inside = os.path.relpath(kinds[name], root)
            yield pathlib.Path(mount) / ("" if inside.startswith("..") else inside)


def remove_group(group, seconds=30):
    """Removes a control group and its children, once their processes have ended."""
    end = time.monotonic() + seconds
    while group.exists():
        for folder, _, _ in os.walk(group, topdown=False):
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        if time.monotonic() > end:
            raise OSError(f"{group}: cannot be removed, a process runs in it")
        time.sleep(0.05)


@contextlib.contextmanager
def groups():
    """Creates a control group in each hierarchy, for groups of containers."""
    made = []
    try:
        for hierarchy in hierarchies():
            group = hierarchy / f"whereismy-system-{os.getpid()}"
            group.mkdir()
            made.append(group)
        yield made
    finally:
        for group in made:
            remove_group(group)


def run(arguments):
    """Runs this program again in new namespaces and returns its exit code."""
    with groups() as made:
        environment = {**os.environ, GROUPS: os.pathsep.join(map(str, made))}
        inside = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
             sys.executable, "-B", sys.argv[0], *arguments], env=environment)
        # The kernel ends the others with the first process inside.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: inside.kill())
        try:
            code = inside.wait()
            return code if code >= 0 else 128 - code
        finally:
            inside.kill()
            inside.wait()


def is_inside():
    """Returns true inside the namespaces."""
    return GROUPS in os.environ


def own_groups():
    """The control groups created for the containers."""
    return [pathlib.Path(group) for group in os.environ[GROUPS].split(os.pathsep)]


def enter(*files):
    """Mounts temporary directories for containers and for nspawn, and copies files into them."""
    for place in ("/run", "/tmp"):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=1777", "whereismy", place], check=True)
        if place == PLACE:
            copies = [pathlib.Path(shutil.copy(file, PLACE)) for file in files]
    return copies
