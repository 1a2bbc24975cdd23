"""Debian's GeoClue on a bus of its own, with its demonstration of an agent and of a client."""

import os
import pathlib
import re
import shutil
import signal
import subprocess

import nmea

SERVICE = "/usr/libexec/geoclue"
AGENT = "/usr/libexec/geoclue-2.0/demos/agent"
CLIENT = "/usr/libexec/geoclue-2.0/demos/where-am-i"

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""

# Nothing but our socket: the others would ask a server on the Internet.
CONFIGURATION = """[agent]
whitelist=geoclue-demo-agent
[network-nmea]
enable=true
nmea-socket={socket}
[3g]
enable=false
[cdma]
enable=false
[modem-gps]
enable=false
[wifi]
enable=false
[compass]
enable=false
[geoclue-where-am-i]
allowed=true
system=true
users=
"""


def missing():
    """The reason why GeoClue cannot run here; None if it can."""
    for program in (SERVICE, AGENT, CLIENT):
        if not os.access(program, os.X_OK):
            return f"{program} is not installed (geoclue-2.0, geoclue-2-demo)"
    for program in ("dbus-daemon", "dbus-run-session", "unshare"):
        if not shutil.which(program):
            return f"{program} is not installed"
    if subprocess.run([*NAMESPACE, "mount", "--bind", "/tmp", "/mnt"], capture_output=True, check=False).returncode:
        return "mount namespaces are not permitted here"
    return None


NAMESPACE = ["unshare", "--mount", *([] if os.getuid() == 0 else ["--map-root-user"])]


class GeoClue:
    """GeoClue, which reads NMEA 0183 from a Unix socket."""

    def __init__(self, folder, socket):
        self.folder = pathlib.Path(folder)
        self.processes = []
        (self.folder / "etc").mkdir()
        (self.folder / "etc" / "geoclue.conf").write_text(CONFIGURATION.format(socket=socket), encoding="utf-8")
        (self.folder / "bus.conf").write_text(BUS.format(folder=self.folder), encoding="utf-8")
        self.environment = {
            **os.environ, "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.folder}/bus", "G_MESSAGES_DEBUG": "Geoclue"}
        self.start("bus", ["dbus-daemon", "--nofork", f"--config-file={self.folder}/bus.conf"])
        assert nmea.wait((self.folder / "bus").exists), self.log("bus")
        # Its configuration has a fixed path, which is another file in its own mount namespace.
        self.start("geoclue", [
            *NAMESPACE, "sh", "-c", 'mount --bind "$0" /etc/geoclue && exec "$@"', self.folder / "etc", SERVICE])
        self.start("agent", ["dbus-run-session", "--", AGENT])
        # Clients need its name on the bus, and the agent's permission.
        assert nmea.wait(lambda: "New agent" in self.log("geoclue")), self.log("geoclue") + self.log("agent")

    def start(self, name, command):
        """Starts a process; its output is in a file."""
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                [os.fspath(word) for word in command], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                env=self.environment, start_new_session=True)
        self.processes.append(process)
        return process

    def log(self, name):
        """The output of a process."""
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def follow(self, name):
        """Starts GeoClue's own client, which asks for the best accuracy and prints each new location."""
        return self.start(name, ["stdbuf", "-oL", CLIENT, "-t", "600", "-a", "8"])

    def locations(self, name):
        """The locations that a client has printed: latitude, longitude, accuracy in metres."""
        pattern = r"Latitude: +(\S+?)°\nLongitude: +(\S+?)°\nAccuracy: +(\S+) meters"
        return [tuple(map(float, found)) for found in re.findall(pattern, self.log(name))]

    def next_location(self, name):
        """Waits for another location of a client."""
        before = len(self.locations(name))
        assert nmea.wait(lambda: len(self.locations(name)) > before), self.log(name) + self.log("geoclue")
        return self.locations(name)[-1]

    def close(self):
        """Ends its processes with their children."""
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)
