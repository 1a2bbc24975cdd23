"""whereismy-nmea, a stand-in for the service manager, and clients."""

import array
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time

import whereismyd

PROGRAM = os.environ.get("WHEREISMY_NMEA") or os.fspath(pathlib.Path(whereismyd.PROGRAM).with_name("whereismy-nmea"))


class ServiceManager:
    """The part of systemd that keeps descriptors: sd_notify with FDSTORE=1, and LISTEN_FDS for the next process."""

    def __init__(self, folder):
        self.path = os.fspath(folder / "notify")
        self.stored = {}
        self.messages = []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        """Stores and removes descriptors."""
        while True:
            try:
                data, ancillary, _, _ = self.socket.recvmsg(4096, socket.CMSG_SPACE(64))
            except OSError:
                return
            descriptors = array.array("i")
            for _, kind, content in ancillary:
                if kind == socket.SCM_RIGHTS:
                    descriptors.frombytes(content)
            fields = dict(line.split("=", 1) for line in data.decode().splitlines())
            if fields.get("FDSTORE") == "1":
                self.stored[fields["FDNAME"]] = descriptors[0]
            if fields.get("FDSTOREREMOVE") == "1":
                os.close(self.stored.pop(fields["FDNAME"]))
            self.messages.append(fields)

    def spawn(self, command, log):
        """Starts a process with the stored descriptors, as systemd does; returns its id.

        LISTEN_PID is the process itself, which only the child knows.
        """
        names = list(self.stored)
        process = os.fork()
        if process:
            return process
        try:
            # Above all numbers that are to be used.
            copies = [os.dup2(self.stored[name], 200 + index) for index, name in enumerate(names)]
            for index, copy in enumerate(copies):
                os.dup2(copy, 3 + index, inheritable=True)
            os.dup2(log, 1)
            os.dup2(log, 2)
            variables = {**os.environ, "NOTIFY_SOCKET": self.path}
            if names:
                variables |= {"LISTEN_FDS": str(len(names)), "LISTEN_PID": str(os.getpid()),
                              "LISTEN_FDNAMES": ":".join(names)}
            os.closerange(3 + len(names), 1024)
            os.execve(command[0], [os.fspath(word) for word in command], variables)
        finally:
            os._exit(127)

    def close(self):
        """Closes everything."""
        self.socket.close()
        for number in self.stored.values():
            os.close(number)


class Server:
    """whereismy-nmea with its own configuration, and a service manager."""

    def __init__(self, daemon, configuration):
        self.daemon = daemon
        self.folder = daemon.folder
        self.manager = ServiceManager(self.folder)
        self.process = None
        self.configure(configuration)

    @property
    def command(self):
        """The command line."""
        return [PROGRAM, "--config", self.folder / "nmea.conf", "--runtime-directory", self.folder / "run",
                "--state-directory", self.folder / "state"]

    def configure(self, text):
        """Writes the configuration."""
        (self.folder / "nmea.conf").write_text(text, encoding="utf-8")

    def start(self):
        """Starts it and waits until it is ready."""
        ready = self.count("READY")
        with open(self.folder / "nmea.log", "ab") as log:
            self.process = self.manager.spawn(self.command, log.fileno())
        self.wait_for("READY", ready)

    def count(self, name):
        """The number of notifications of a kind."""
        return sum(name in message for message in self.manager.messages)

    def wait_for(self, name, before):
        """Waits for another notification of a kind."""
        assert wait(lambda: self.count(name) > before), self.log

    def reload(self, configuration):
        """Writes a configuration and reloads it."""
        ready = self.count("READY")
        self.configure(configuration)
        os.kill(self.process, signal.SIGHUP)
        self.wait_for("READY", ready)

    def end(self, number=signal.SIGTERM):
        """Ends it; returns its exit status, negative for a signal."""
        os.kill(self.process, number)
        _, status = os.waitpid(self.process, 0)
        self.process = None
        return os.waitstatus_to_exitcode(status)

    @property
    def log(self):
        """Its output."""
        return (self.folder / "nmea.log").read_text(encoding="utf-8")

    def close(self):
        """Kills it if it runs."""
        if self.process:
            self.end(signal.SIGKILL)
        self.manager.close()


def wait(condition, seconds=60):
    """Waits for a condition; returns its last value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    return condition()


class Client:
    """A client that reads sentences, whose checksums it verifies."""

    def __init__(self, connection):
        self.connection = connection
        self.connection.settimeout(30)
        self.file = connection.makefile("rb")

    @classmethod
    def tcp(cls, port, host="127.0.0.1"):
        """Connects by TCP."""
        return cls(socket.create_connection((host, port), timeout=30))

    @classmethod
    def unix(cls, path):
        """Connects to a Unix socket."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(os.fspath(path))
        return cls(connection)

    def fields(self):
        """The fields of the next sentence; fails at the end."""
        line = self.file.readline()
        assert line.endswith(b"\r\n"), line
        return fields(line)

    def until(self, condition):
        """The first fields that meet a condition, within a minute of sentences."""
        for _ in range(120):
            found = self.fields()
            if condition(found):
                return found
        raise AssertionError(f"not in a minute, at last {found}")

    def close(self):
        """Disconnects."""
        self.file.close()
        self.connection.close()


def fields(line):
    """The fields of a sentence with a correct checksum."""
    body, checksum = line.decode("ascii").rstrip("\r\n").lstrip("$").split("*")
    total = 0
    for character in body.encode():
        total ^= character
    assert f"{total:02X}" == checksum, line
    return body.split(",")


def degrees(text, hemisphere):
    """Degrees of the two fields of an angle."""
    whole = int(text[:text.index(".") - 2])
    value = whole + float(text[text.index(".") - 2:]) / 60
    return -value if hemisphere in "SW" else value


def is_current(sentence):
    """True for an RMC with a position."""
    return sentence[0] == "GNRMC" and sentence[2] == "A"


def is_empty(sentence):
    """True for an RMC without one."""
    return sentence[0] == "GNRMC" and sentence[2] == "V"


class GPSD:
    """Debian's gpsd as a consumer, and its newest report."""

    def __init__(self, *sources):
        self.port = whereismyd.free_port()
        self.process = subprocess.Popen(
            ["/usr/sbin/gpsd", "-N", "-n", "-b", "-S", str(self.port), *sources], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            # A shared memory of its own: see GPSD_SHM_KEY in gpsd(8).
            env={**os.environ, "GPSD_SHM_KEY": str(0x47710000 | self.port)})
        assert wait(self.connect)

    def connect(self):
        """Connects and watches."""
        try:
            self.connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        except OSError:
            return False
        self.connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
        self.file = self.connection.makefile("rb")
        return True

    def report(self, condition, limit=200):
        """The first TPV report that meets a condition."""
        for _ in range(limit):
            found = json.loads(self.file.readline())
            if found["class"] == "TPV" and condition(found):
                return found
        raise AssertionError(f"not among {limit} reports, at last {found}")

    def close(self):
        """Ends it."""
        self.file.close()
        self.connection.close()
        self.process.terminate()
        self.process.wait(30)
