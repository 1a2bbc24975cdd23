"""Namespaces of its own for all that a run starts, so that nothing is left of it, however it ends.

Processes end with the first one of their process namespace, mounts and what lies in them with the last one. Control
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
    """Starts this program again as root where it is not."""
    if os.geteuid() != 0:
        os.execvp("sudo", ["sudo", "--preserve-env", sys.executable, "-B", *sys.argv])


def hierarchies():
    """The control groups of this process that systemd uses: of version 2, and where there are both of version 1."""
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


def remove_group(group, seconds=5):
    """Removes a control group and those in it, once what was in them has ended."""
    end = time.monotonic() + seconds
    while group.exists():
        for folder, _, _ in os.walk(group, topdown=False):
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        if time.monotonic() > end:
            raise OSError(f"{group}: cannot be removed, something runs in it")
        time.sleep(0.05)


@contextlib.contextmanager
def groups():
    """Control groups for what is started, one in each hierarchy, empty but for further ones."""
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
    """Runs this program again, in namespaces of its own; its exit code."""
    with groups() as made:
        environment = {**os.environ, GROUPS: os.pathsep.join(map(str, made))}
        inside = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
             sys.executable, "-B", sys.argv[0], *arguments], env=environment)
        # The kernel ends the others with the first one inside.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: inside.kill())
        try:
            code = inside.wait()
            return code if code >= 0 else 128 - code
        finally:
            inside.kill()
            inside.wait()


def is_inside():
    """Whether this is the program inside."""
    return GROUPS in os.environ


def own_groups():
    """The control groups that were made for what runs inside."""
    return [pathlib.Path(group) for group in os.environ[GROUPS].split(os.pathsep)]


def enter(*files):
    """Makes places that vanish with the namespace, for containers and what nspawn keeps of them; files go along."""
    for place in ("/run", "/tmp"):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=1777", "whereismy", place], check=True)
        if place == PLACE:
            kept = [pathlib.Path(shutil.copy(file, PLACE)) for file in files]
    return kept
