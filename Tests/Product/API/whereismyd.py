"""whereismyd with its demonstration, on its own sockets."""

import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import tempfile
import time

PROGRAM = os.environ.get("WHEREISMY_DAEMON") or os.fspath(
    pathlib.Path(__file__).resolve().parents[3] / ".build" / "debug" / "whereismyd")


def free_port():
    """A free TCP port below the ephemeral ones, which the kernel gives to any connection before this one is used."""
    while True:
        try:
            with socket.create_server(("127.0.0.1", random.randrange(20000, 32000))) as listener:
                return listener.getsockname()[1]
        except OSError:
            continue


class LocalConnection(http.client.HTTPConnection):
    """HTTP over the daemon's Unix socket."""

    def __init__(self, path, timeout=30):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Daemon:
    """A daemon with its own directories, which survive a restart."""

    def __init__(self, *options, demo=True, configuration="", listen=None, start=True, **how):
        self.scratch = tempfile.TemporaryDirectory(prefix="whereismy-api-")
        self.folder = pathlib.Path(self.scratch.name)
        self.port = free_port()
        self.options = [*(["--demo"] if demo else []), "--listen", listen or f"127.0.0.1:{self.port}", *options]
        (self.folder / "whereismy.conf").write_text(configuration, encoding="utf-8")
        self.process = None
        if start:
            self.start(**how)

    @property
    def socket(self):
        """The path of the Unix socket."""
        return os.fspath(self.folder / "run" / "api.sock")

    def command(self):
        """The command line."""
        return [
            PROGRAM, "--config", self.folder / "whereismy.conf", "--runtime-directory", self.folder / "run",
            "--state-directory", self.folder / "state", *self.options]

    def start(self, **how):
        """Starts it and waits for the first response."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, stdin=subprocess.DEVNULL, **how)
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            try:
                self.ask("GET", "/v1/report")
                return
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
        raise AssertionError(f"the daemon does not respond: {self.log()}")

    def stop(self):
        """Terminates it; returns the seconds that took."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        return time.monotonic() - began

    def close(self):
        """Stops it and removes its files."""
        if self.process:
            self.stop()
        self.scratch.cleanup()

    def log(self):
        """Its output."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def local(self, timeout=30):
        """A connection to the Unix socket."""
        return LocalConnection(self.socket, timeout)

    def remote(self, timeout=30):
        """A TCP connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, body=None):
        """Sends a request over the Unix socket; returns the JSON, None for an empty response."""
        status, _, text = exchange(
            self.local(), method, path, None if body is None else json.dumps(body),
            {"Content-Type": "application/json"} if body is not None else {})
        if status >= 400:
            raise AssertionError(f"{method} {path}: {status} {text[:300]}")
        return json.loads(text) if text else None

    def token(self, name="test", scopes=("read", "metrics")):
        """The secret of a new token."""
        return self.ask("POST", "/v1/tokens", {"name": name, "scopes": list(scopes)})["token"]

    def wait_for(self, state, seconds=60):
        """Waits for a state; returns the report."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            report = self.ask("GET", "/v1/report")
            if report["state"] == state:
                return report
            time.sleep(0.1)
        raise AssertionError(f"still {report['state']}, not {state}: {self.log()}")


def exchange(connection, method, path, body=None, headers=None):
    """Sends a request; returns status, headers by lower-case name, and content."""
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()
