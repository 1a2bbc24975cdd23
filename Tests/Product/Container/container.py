"""A Debian container booted by systemd-nspawn from a read-only root."""

import contextlib
import itertools
import os
import pathlib
import subprocess
import tempfile
import time

import namespace

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NUMBERS = itertools.count(1)
# For the clock's synchronisation, and for systemd's address filters by BPF.
CALLS = "adjtimex clock_adjtime clock_adjtime64 bpf"


class Container:
    """A container: an overlay of directories with a writable first layer, and its processes."""

    def __init__(self, *below):
        self.name = f"whereismy-{os.getpid()}-{next(NUMBERS)}"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{self.name}-", dir=namespace.PLACE))
        self.layer, work, self.root = (self.folder / name for name in ("layer", "work", "root"))
        for folder in (self.layer, work, self.root):
            folder.mkdir()
        lower = ":".join(map(str, below))
        subprocess.run(
            ["mount", "-t", "overlay", "overlay", "-o", f"lowerdir={lower},upperdir={self.layer},workdir={work}",
             self.root], check=True)
        self.groups = [group / self.name for group in namespace.own_groups()]
        self.process = None
        self.first = None

    def boot(self, seconds=900):
        """Boots it and waits for the end of the startup, to which an import of cities belongs, with idle priority."""
        for group in self.groups:
            group.mkdir(exist_ok=True)
        enter = "".join(f"echo $$ >{group}/cgroup.procs && " for group in self.groups)
        command = [
            "systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--private-network",
            "--resolv-conf=off", "--timezone=off", "--link-journal=no", f"--machine={self.name}",
            "--capability=CAP_BPF", f"--system-call-filter={CALLS}", f"--directory={self.root}"]
        with open(self.folder / "console", "ab") as console:
            self.process = subprocess.Popen(
                ["sh", "-c", f'{enter}exec "$@"', "sh", *command], stdin=subprocess.DEVNULL, stdout=console,
                stderr=console, env={"PATH": PATH, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"})
        end = time.monotonic() + seconds
        while not self._has_booted():
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"boot failed: {self.console()}")
            time.sleep(0.05)

    def _has_booted(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        try:
            self.first = int(children.read_text(encoding="ascii").split()[0])
        except (OSError, IndexError):
            return False
        state = self.run("systemctl", "is-system-running", check=False).stdout.strip()
        return state in ("running", "degraded")

    def run(self, *command, check=True, user=None, seconds=120, stdin=None):
        """Runs a command in the container, as root or another user, and waits for its end."""
        identity = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"] if user else []
        enter = ["nsenter", f"--target={self.first}", "--mount", "--pid", "--net", "--uts", "--ipc", "--root", "--wd"]
        result = subprocess.run(
            [*enter, "--", *identity, *map(str, command)], input=stdin, capture_output=True, text=True,
            timeout=seconds, env={"PATH": PATH, "LC_ALL": "C.UTF-8"}, errors="replace")
        if check and result.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, command))}: {result.returncode} {result.stdout}{result.stderr}")
        return result

    def path(self, path):
        """The path outside of a path in the container."""
        return pathlib.Path(f"/proc/{self.first}/root{path}")

    def console(self):
        """The end of its console output."""
        return (self.folder / "console").read_text(encoding="utf-8", errors="replace")[-4000:]

    def shut_down(self, how="poweroff", seconds=120):
        """Shuts it down and waits for its end."""
        self.run("systemctl", how, check=False)
        self.process.wait(seconds)
        self._remove_groups()

    def reboot(self):
        """Reboots it."""
        self.shut_down("reboot")
        self.boot()

    def _remove_groups(self):
        for group in self.groups:
            namespace.remove_group(group)

    def unmount(self):
        """Unmounts its root; the written layer stays."""
        subprocess.run(["umount", self.root], check=True)

    def close(self):
        """Kills it and removes its files."""
        if self.process and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.first, 9)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
            self.process.kill()
            self.process.wait()
        self._remove_groups()
        self.unmount()
        subprocess.run(["rm", "-rf", self.folder], check=True)
