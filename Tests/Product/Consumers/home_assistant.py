"""Home Assistant from PyPI, without a display, with a configuration of its own."""

import glob
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request

import whereismyd
from receiver import wait

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "whereismy"
# Older versions of Home Assistant do not know discovery messages of a whole device.
MIN_PYTHON = (3, 13)
CONFIGURATION = """http:
  server_host: 127.0.0.1
  server_port: {port}
api:
config:
onboarding:
auth:
"""


def python():
    """Returns the newest suitable Python of this machine and its version; None if there is none."""
    candidates = [shutil.which(f"python3.{minor}") for minor in range(13, 20)]
    candidates += glob.glob(os.path.expanduser("~/.pyenv/versions/*/bin/python3"))
    found = []
    for program in filter(None, candidates):
        text = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
        version = tuple(int(number) for number in re.findall(r"\d+", text)[:3])
        if version >= MIN_PYTHON:
            found.append((version, program))
    return max(found, default=None)


def install():
    """Installs the newest version that this Python can run, once; returns the program, None without a suitable Python."""
    newest = python()
    if not newest:
        return None
    version, interpreter = newest
    place = CACHE / f"home-assistant-python{'.'.join(map(str, version))}"
    program = place / "bin" / "hass"
    if not program.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([interpreter, "-m", "venv", "--clear", place], check=True, timeout=120)
        subprocess.run(
            [place / "bin" / "pip", "install", "-q", "--disable-pip-version-check", "homeassistant"], check=True,
            timeout=900)
    return program


class HomeAssistant:
    """A server with one user, which is connected to a broker."""

    def __init__(self, program):
        self.program = program
        self.scratch = tempfile.TemporaryDirectory(prefix="whereismy-home-assistant-", ignore_cleanup_errors=True)
        self.folder = pathlib.Path(self.scratch.name)
        self.base = f"http://127.0.0.1:{(port := whereismyd.free_port())}"
        (self.folder / "configuration.yaml").write_text(CONFIGURATION.format(port=port), encoding="utf-8")
        self.process = None
        self.token = None

    def start(self):
        """Starts it; the first time it installs what its integrations need."""
        with open(self.folder / "output", "ab") as log:
            # It starts itself anew, so that it needs a group of processes to be stopped by.
            self.process = subprocess.Popen(
                [self.program, "-c", self.folder], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                start_new_session=True)

    def stop(self):
        """Stops it in order, so that it stores its state."""
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)

    def output(self):
        """Its messages."""
        return (self.folder / "output").read_text(encoding="utf-8", errors="replace")

    def ask(self, path, content=None, form=False):
        """Sends a request; returns the JSON."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        body = None
        if content is not None:
            body = (urllib.parse.urlencode(content) if form else json.dumps(content)).encode()
            headers |= {} if form else {"Content-Type": "application/json"}
        request = urllib.request.Request(self.base + path, body, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def wait_for(self, what, seconds=60):
        """Waits until a function returns something true without a failed request; returns it."""
        found = []

        def attempt():
            try:
                found.append(what())
            except (OSError, http.client.HTTPException, ValueError):
                return False
            return found[-1]

        if not wait(attempt, seconds):
            raise AssertionError(f"not in {seconds} s: {found[-1:]}\n{self.output()[-3000:]}")
        return found[-1]

    def set_up(self, broker):
        """Creates the user and connects the broker."""
        user = {"client_id": f"{self.base}/", "name": "a", "username": "a", "password": "abcdefgh", "language": "en"}
        code = self.wait_for(lambda: self.ask("/api/onboarding/users", user), 300)["auth_code"]
        login = {"grant_type": "authorization_code", "code": code, "client_id": f"{self.base}/"}
        self.token = self.ask("/auth/token", login, form=True)["access_token"]
        # The first time it installs what the integration needs.
        flow = self.wait_for(lambda: self.ask("/api/config/config_entries/flow", {"handler": "mqtt"}), 120)
        address = {"broker": "127.0.0.1", "port": broker.port}
        path = f"/api/config/config_entries/flow/{flow['flow_id']}"
        try:
            result = self.ask(path, address)
        except urllib.error.HTTPError:
            # From 2026 on.
            other = {"transport": "tcp", "set_client_cert": False, "set_ca_cert": "off"}
            result = self.ask(path, address | {"other_settings": other})
        if result["type"] != "create_entry":
            raise AssertionError(f"the broker is not accepted: {result}")

    def states(self, device):
        """The states of a device's entities: by identifier, the state and the attributes."""
        return {state["entity_id"]: (state["state"], state["attributes"]) for state in self.ask("/api/states")
                if state["entity_id"].split(".")[1].startswith(device)}

    def wait_for_states(self, device, condition, seconds=60):
        """Waits until the states meet a condition; returns them."""
        def attempt():
            states = self.states(device)
            return states if states and condition(states) else None

        try:
            return self.wait_for(attempt, seconds)
        except AssertionError as error:
            raise AssertionError(f"{self.states(device)}\n{error}") from None

    def close(self):
        """Stops it and removes its files."""
        if self.process and self.process.poll() is None:
            self.stop()
        self.scratch.cleanup()
