"""A container with WhereIsMy: actions on it and queries of its state."""

import collections
import datetime
import json
import os
import pathlib
import re
import shutil
import time

import container
import receiver

UNIT = "whereismyd.service"
CITIES = "whereismy-gazetteer.service"
GPSD = f"""START_DAEMON="true"
USBAUTO="false"
DEVICES="udp://127.0.0.1:{receiver.PORT}"
GPSD_OPTIONS="-n"
"""
INSTALL = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "install"]


def poll(question, seconds, what, diagnostics=lambda: ""):
    """Returns the first true result of a question within the seconds; fails with a description and diagnostics."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"not in {seconds} s: {what}; last: {answer!r}\n{diagnostics()}")
        time.sleep(0.1)


def target(descriptor):
    """What an entry of /proc/PID/fd refers to; None once it is closed."""
    try:
        return os.readlink(descriptor).split(":[")[0]
    except FileNotFoundError:
        return None


class Machine(container.Container):
    """A container on which WhereIsMy is or will be installed."""

    def __init__(self, *below):
        super().__init__(*below)
        self.receiver = None

    # Packages

    def install(self, *packages):
        """Installs packages with apt, by name or from files; options may be among them."""
        for package in packages:
            if isinstance(package, pathlib.Path):
                shutil.copy(package, self.path("/srv"))
        names = [f"/srv/{each.name}" if isinstance(each, pathlib.Path) else each for each in packages]
        return self.run(*INSTALL, *names, seconds=300)

    def packages(self):
        """The names of all installed packages."""
        lines = self.run("dpkg-query", "--show", "--showformat", "${db:Status-Abbrev} ${Package}\n").stdout.splitlines()
        return {line.split()[1] for line in lines if line.startswith("ii")}

    # gpsd and its receiver

    def configure_gpsd(self):
        """Configures gpsd's receiver and starts gpsd as at boot."""
        self.path("/etc/default/gpsd").write_text(GPSD, encoding="ascii")
        self.run("systemctl", "enable", "gpsd.socket", "gpsd.service")
        self.run("systemctl", "restart", "gpsd.socket", "gpsd.service")

    def restart_gpsd(self):
        """Restarts gpsd; Debian's unit stops after five restarts in a row without the reset."""
        self.run("systemctl", "reset-failed", "gpsd.service", check=False)
        self.run("systemctl", "restart", "gpsd.service")

    def feed(self, **how):
        """Starts the receiver."""
        if not self.receiver:
            self.receiver = receiver.Receiver(self, **how)
        self.receiver.start()

    def silence(self):
        """Stops the receiver."""
        if self.receiver:
            self.receiver.stop()

    def start_live(self, seconds=30):
        """Starts gpsd, its receiver and the daemon, and returns the live report."""
        self.run("systemctl", "start", "gpsd.socket", "gpsd.service", UNIT)
        self.feed()
        return self.wait_for("live", seconds=seconds)

    # The daemon

    def show(self, name, unit=UNIT):
        """A systemd property of a unit."""
        return self.run("systemctl", "show", unit, "--value", f"--property={name}").stdout.strip()

    def pid(self):
        """The daemon's process ID in the container; 0 for none."""
        return int(self.show("MainPID"))

    def ready_pid(self):
        """The daemon's process ID after READY; 0 before. One question: a process can end between two."""
        shown = self.run("systemctl", "show", UNIT, "--property=ActiveState,MainPID").stdout
        found = dict(line.split("=", 1) for line in shown.split())
        return int(found["MainPID"]) if found["ActiveState"] == "active" else 0

    def wait_until_ready(self, seconds=30):
        """Waits for READY and returns the process ID."""
        return poll(self.ready_pid, seconds, "READY", self.diagnostics)

    def wait_for_cities(self, seconds=300):
        """Waits until the cities were imported, which runs with idle priority beside the daemon."""
        poll(
            lambda: self.show("ActiveState", CITIES) in ("inactive", "failed")
            and self.show("ExecMainExitTimestampMonotonic", CITIES) != "0", seconds, CITIES, self.diagnostics)

    def restart(self):
        """Restarts the daemon, which resets its failures."""
        self.run("systemctl", "restart", UNIT)
        return self.wait_until_ready()

    def reload(self):
        """Reloads the daemon's configuration; returns whether systemd accepted it."""
        return self.run("systemctl", "reload", UNIT, check=False).returncode == 0

    def kill(self, name):
        """Sends a signal to the daemon directly and not through systemd."""
        self.run("sh", "-c", f"kill -{name} {self.pid()}")

    def wait_for_new_process(self, pid, seconds=30):
        """Waits for READY of another process and returns its ID."""
        def question():
            found = self.ready_pid()
            return found if found != pid else 0
        return poll(question, seconds, f"a process other than {pid}", self.diagnostics)

    def report(self):
        """The report file; None without one."""
        try:
            return json.loads(self.path("/run/whereismy/fix.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def wait_for(self, *states, seconds=30):
        """Waits for one of the states and returns the report."""
        def question():
            report = self.report()
            return report if report and report["state"] in states else None
        return poll(question, seconds, " or ".join(states), self.diagnostics)

    def wait_for_new_fix(self, seconds=30):
        """Waits until a fix later than now is live and returns the seconds it took."""
        began = time.monotonic()
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

        def question():
            report = self.report()
            return report and report["state"] == "live" and report["fix"]["timestamp"] > now
        poll(question, seconds, f"live by a fix after {now}", self.diagnostics)
        return time.monotonic() - began

    def configure(self, text, name="test"):
        """Writes a drop-in of the configuration."""
        folder = self.path("/etc/whereismy/whereismy.conf.d")
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.conf").write_text(text, encoding="utf-8")

    def reset_configuration(self):
        """Removes the drop-ins."""
        shutil.rmtree(self.path("/etc/whereismy/whereismy.conf.d"), ignore_errors=True)

    def memory(self):
        """The resident memory of the daemon in megabytes, and its anonymous part."""
        status = self.path(f"/proc/{self.pid()}/status").read_text(encoding="ascii")
        return tuple(int(re.search(rf"{name}:\s+(\d+) kB", status)[1]) / 1000 for name in ("VmRSS", "RssAnon"))

    def descriptors(self):
        """What the daemon's open descriptors refer to; sockets and pipes without their numbers."""
        folder = self.path(f"/proc/{self.pid()}/fd")
        return collections.Counter(filter(None, (target(folder / name) for name in os.listdir(folder))))

    # The journal

    def journal(self, *matches, unit=UNIT, since=None):
        """The journal entries of the daemon, each with its fields, up to now."""
        # journald may not have read yet what a process that has ended wrote.
        self.run("journalctl", "--sync")
        text = self.run(
            "journalctl", "--quiet", "--all", "--output=json", "--no-pager", *([f"--unit={unit}"] if unit else []),
            *([f"--after-cursor={since}"] if since else []), *matches).stdout
        return [json.loads(line) for line in text.splitlines()]

    def cursor(self):
        """The current cursor of the journal."""
        return self.journal("-n", "1", unit=None)[-1]["__CURSOR"]

    def messages(self, *matches, since=None):
        """The journal messages of the daemon, and of systemd about it."""
        return [said(entry) for entry in self.journal(*matches, since=since)]

    def diagnostics(self):
        """The diagnostics for a failure."""
        report = json.dumps(self.report())
        status = self.run("systemctl", "status", "--no-pager", "--full", "--lines=25", UNIT, check=False).stdout
        return f"{report}\n{status}"

    def close(self):
        self.silence()
        super().close()


def said(entry):
    """The message of an entry; the journal has bytes that are not UTF-8 as a list of numbers."""
    message = entry.get("MESSAGE") or ""
    return message if isinstance(message, str) else bytes(message).decode("utf-8", "replace")


def coordinates(report):
    """The coordinates of a report in any notation, truncated to the precision of a county."""
    return [f"{abs(report['fix'][name]):.6f}"[:-4] for name in ("latitude", "longitude")]
