"""A container with WhereIsMy in it: what is asked of it, and what it is made to go through."""

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
GPSD = f"""START_DAEMON="true"
USBAUTO="false"
DEVICES="udp://127.0.0.1:{receiver.PORT}"
GPSD_OPTIONS="-n"
"""
INSTALL = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "install"]


def poll(question, seconds, what, story=lambda: ""):
    """The first answer that is true, asked for so long; what was waited for, and the story so far, where none is."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"not in {seconds} s: {what}; last: {answer!r}\n{story()}")
        time.sleep(0.1)


class Machine(container.Container):
    """A machine on which WhereIsMy is, or comes to be."""

    def __init__(self, *below):
        super().__init__(*below)
        self.receiver = None

    # Packages

    def install(self, package, *options):
        """Has apt install a package: by its name, or a file from outside."""
        if isinstance(package, pathlib.Path):
            shutil.copy(package, self.path("/srv"))
            package = f"/srv/{package.name}"
        return self.run(*INSTALL, *options, package, seconds=300)

    def packages(self):
        """The names of all packages that are installed."""
        lines = self.run("dpkg-query", "--show", "--showformat", "${db:Status-Abbrev} ${Package}\n").stdout.splitlines()
        return {line.split()[1] for line in lines if line.startswith("ii")}

    # gpsd and its receiver

    def set_gpsd_up(self):
        """Gives gpsd its receiver and starts it as at boot."""
        self.path("/etc/default/gpsd").write_text(GPSD, encoding="ascii")
        self.run("systemctl", "enable", "gpsd.socket", "gpsd.service")
        self.run("systemctl", "restart", "gpsd.socket", "gpsd.service")

    def restart_gpsd(self):
        """Restarts it, as often as wanted: Debian's unit gives up after five times in a row."""
        self.run("systemctl", "reset-failed", "gpsd.service", check=False)
        self.run("systemctl", "restart", "gpsd.service")

    def feed(self, **how):
        """Has the receiver speak."""
        if not self.receiver:
            self.receiver = receiver.Receiver(self, **how)
        self.receiver.start()

    def silence(self):
        """Has the receiver fall silent."""
        if self.receiver:
            self.receiver.stop()

    def come_to_life(self, seconds=15):
        """gpsd, its receiver and the daemon work: the report."""
        self.run("systemctl", "start", "gpsd.socket", "gpsd.service", UNIT)
        self.feed()
        return self.wait_for("live", seconds=seconds)

    # The daemon

    def show(self, name, unit=UNIT):
        """What systemd knows of a unit."""
        return self.run("systemctl", "show", unit, "--value", f"--property={name}").stdout.strip()

    def pid(self):
        """The daemon's process, as it is seen in the machine; 0 for none."""
        return int(self.show("MainPID"))

    def is_ready(self):
        """Whether systemd takes the daemon for started."""
        return self.show("ActiveState") == "active" and self.pid() != 0

    def wait_until_ready(self, seconds=15):
        """Waits for READY; the process."""
        poll(self.is_ready, seconds, "READY", self.story)
        return self.pid()

    def restart(self):
        """A clean end and a start, which forgives the failures before."""
        self.run("systemctl", "restart", UNIT)
        return self.wait_until_ready()

    def reload(self):
        """Has systemd tell the daemon to read its configuration anew; whether that was accepted."""
        return self.run("systemctl", "reload", UNIT, check=False).returncode == 0

    def kill(self, name):
        """Sends the daemon a signal, by itself and not by systemd."""
        self.run("sh", "-c", f"kill -{name} {self.pid()}")

    def wait_for_another(self, pid, seconds=15):
        """Waits until another process than that is the daemon, and ready."""
        poll(lambda: self.is_ready() and self.pid() != pid, seconds, f"another process than {pid}", self.story)
        return self.pid()

    def report(self):
        """The report on the disk; None for none."""
        try:
            return json.loads(self.path("/run/whereismy/fix.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def wait_for(self, *states, seconds=15):
        """Waits until that is the state; the report."""
        def question():
            report = self.report()
            return report if report and report["state"] in states else None
        return poll(question, seconds, " or ".join(states), self.story)

    def wait_for_a_fix_after_now(self, seconds=15):
        """Waits until it is live by a fix that the receiver has yet to tell; the seconds that it took."""
        began = time.monotonic()
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

        def question():
            report = self.report()
            return report["state"] == "live" and report["fix"]["timestamp"] > now
        poll(question, seconds, f"live by a fix after {now}", self.story)
        return time.monotonic() - began

    def configure(self, text, name="test"):
        """Writes a drop-in of the configuration."""
        folder = self.path("/etc/whereismy/whereismy.conf.d")
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.conf").write_text(text, encoding="utf-8")

    def forget_configuration(self):
        """Takes the drop-ins away."""
        shutil.rmtree(self.path("/etc/whereismy/whereismy.conf.d"), ignore_errors=True)

    def memory(self):
        """The resident memory of the daemon in megabytes, and of it what is not of files."""
        status = self.path(f"/proc/{self.pid()}/status").read_text(encoding="ascii")
        return tuple(int(re.search(rf"{name}:\s+(\d+) kB", status)[1]) / 1000 for name in ("VmRSS", "RssAnon"))

    def descriptors(self):
        """How many descriptors the daemon has open."""
        return len(os.listdir(self.path(f"/proc/{self.pid()}/fd")))

    # The journal

    def journal(self, *matches, unit=UNIT, since=None):
        """The entries of the daemon in the journal, each with its fields."""
        text = self.run(
            "journalctl", "--quiet", "--all", "--output=json", "--no-pager", *([f"--unit={unit}"] if unit else []),
            *([f"--after-cursor={since}"] if since else []), *matches).stdout
        return [json.loads(line) for line in text.splitlines()]

    def cursor(self):
        """Where the journal is at the moment."""
        self.run("journalctl", "--sync")
        return self.journal("-n", "1", unit=None)[-1]["__CURSOR"]

    def messages(self, *matches, since=None):
        """What the daemon and systemd have said of it."""
        return [said(entry) for entry in self.journal(*matches, since=since)]

    def story(self):
        """What there is to say of a failure."""
        report = json.dumps(self.report())
        status = self.run("systemctl", "status", "--no-pager", "--full", "--lines=25", UNIT, check=False).stdout
        return f"{report}\n{status}"

    def close(self):
        self.silence()
        super().close()


def said(entry):
    """The message of an entry; bytes that are no text come as a list of numbers."""
    message = entry.get("MESSAGE") or ""
    return message if isinstance(message, str) else bytes(message).decode("utf-8", "replace")


def coordinates(report):
    """The coordinates of a report as others might write them, cut to where they tell no more than the county."""
    return [f"{abs(report['fix'][name]):.6f}"[:-4] for name in ("latitude", "longitude")]
