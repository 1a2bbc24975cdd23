"""Containers of the image under test, a real gpsd on this machine, and its simulated receiver."""

import contextlib
import itertools
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.request

import receiver

IMAGE = os.environ["IMAGE"]
STATE = "/var/lib/whereismy"
NUMBERS = itertools.count(1)
# The limits of this process, since a container without the right to raise them could not start with podman's defaults.
LIMITS = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1000:1000"]


def podman(*arguments, check=True, seconds=120, environment=None):
    """Runs podman and returns its result."""
    result = subprocess.run(
        ["podman", *map(str, arguments)], capture_output=True, text=True, timeout=seconds, errors="replace",
        env={**os.environ, **(environment or {})})
    if check and result.returncode != 0:
        raise AssertionError(f"podman {arguments}: {result.returncode} {result.stdout}{result.stderr}")
    return result


def run(*arguments, options=(), **rest):
    """Runs a container to its end."""
    return podman("run", "--rm", "--network", "host", *LIMITS, *options, IMAGE, *arguments, **rest)


def poll(question, seconds, what, diagnostics=lambda: ""):
    """Waits for an answer that is true, and returns it."""
    end = time.monotonic() + seconds
    while not (answer := question()):
        if time.monotonic() > end:
            raise AssertionError(f"no {what} within {seconds} s: {diagnostics()}")
        time.sleep(0.1)
    return answer


def free_port(kind=socket.SOCK_STREAM):
    """A port of this machine that nothing uses."""
    with socket.socket(socket.AF_INET, kind) as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


class Host:
    """This machine, as the receiver's tests see a container; `whereismy` is that of the image."""

    first = os.getpid()

    def run(self, *command):
        """Runs a program of the image."""
        return run(*command)


class GPSD:
    """A gpsd on this machine with a receiver that walks through Melbourne."""

    def __init__(self):
        self.port, receiver.PORT = free_port(), free_port(socket.SOCK_DGRAM)
        self.process = subprocess.Popen(
            ["/usr/sbin/gpsd", "-N", "-n", "-S", str(self.port), f"udp://127.0.0.1:{receiver.PORT}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.receiver = receiver.Receiver(Host())
        self.receiver.start()

    def close(self):
        """Stops both."""
        self.receiver.stop()
        self.process.terminate()
        self.process.wait(10)


class Container:
    """A running container of the image; the options are podman's, the arguments the daemon's."""

    def __init__(self, gpsd, *options, arguments=(), environment=None):
        self.name = f"whereismy-check-{os.getpid()}-{next(NUMBERS)}"
        self.port = free_port()
        podman(
            "run", "--detach", "--name", self.name, "--network", "host", *LIMITS, *options, IMAGE,
            "--gpsd", f"127.0.0.1:{gpsd}", "--listen", f"127.0.0.1:{self.port}", "--access", "open", *arguments,
            environment=environment)

    def get(self, path):
        """The response of the page's port; nothing while it does not respond."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as response:
                return response.read().decode()
        except OSError:
            return ""

    def state(self):
        """The state of the position, through the page's port."""
        return json.loads(self.get("/v1/status") or "{}").get("state")

    def wait_for(self, state, seconds=60):
        """Waits until the page's port reports a state."""
        poll(lambda: self.state() == state, seconds, f"state {state}", self.log)

    def run(self, *command, check=True):
        """Runs a command in the container."""
        return podman("exec", self.name, *command, check=check)

    def is_healthy(self):
        """The result of the health check, run now."""
        return podman("healthcheck", "run", self.name, check=False).returncode == 0

    def log(self):
        """What the daemon wrote."""
        result = podman("logs", self.name, check=False)
        return result.stdout + result.stderr

    def close(self):
        """Stops and removes it."""
        podman("stop", "--time", 20, self.name, check=False)
        podman("rm", "--force", self.name, check=False)


@contextlib.contextmanager
def volume():
    """A volume of podman."""
    name = f"whereismy-check-{os.getpid()}-{next(NUMBERS)}"
    podman("volume", "create", name)
    try:
        yield name
    finally:
        podman("volume", "rm", "--force", name, check=False)


@contextlib.contextmanager
def notifications():
    """A socket that receives a service's notifications to systemd (sd_notify(3)), and its path."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        path = pathlib.Path(folder) / "notify"
        line.bind(os.fspath(path))
        line.settimeout(60)
        yield line, os.fspath(path)
