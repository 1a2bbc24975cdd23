"""A fleet on private directories and free ports: PostgreSQL, mosquitto, collectors and simulated devices.

For tests, `make torture-fleet` and `make run-fleet`.
"""

import datetime
import glob
import http.client
import json
import os
import pathlib
import pwd
import random
import signal
import socket
import subprocess
import tempfile
import threading
import time

import paho.mqtt.client as paho
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

PROGRAM = os.environ.get("WHEREISMY_FLEET") or os.fspath(
    pathlib.Path(__file__).resolve().parents[3] / ".build" / "debug" / "whereismy-fleet")
MOSQUITTO = "/usr/sbin/mosquitto"
# 2026-11-01T00:00:00Z
START = 1_793_491_200


def wait(condition, seconds=60):
    """Waits for a condition; returns its last value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())


def free_port():
    """A free TCP port below the ephemeral ones, which the kernel gives to any connection before this one is used."""
    while True:
        try:
            with socket.create_server(("127.0.0.1", random.randrange(20000, 32000))) as listener:
                return listener.getsockname()[1]
        except OSError:
            continue


class Process:
    """A program that can be started, stopped and killed again and again; its output is in a file."""

    def __init__(self, folder, name):
        self.folder = pathlib.Path(folder)
        self.log_file = self.folder / f"{name}.log"
        self.process = None

    def launch(self, command, **how):
        """Starts the program."""
        with open(self.log_file, "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **how)

    @property
    def running(self):
        """True while it runs."""
        return self.process is not None and self.process.poll() is None

    @property
    def log(self):
        """Its output."""
        return self.log_file.read_text(encoding="utf-8", errors="replace") if self.log_file.exists() else ""

    def kill(self):
        """Ends it at once."""
        if self.running:
            self.process.kill()
            self.process.wait(30)

    def stop(self):
        """Ends it in order; returns its exit code."""
        if self.running:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
        return self.process.returncode if self.process else None


class Postgres(Process):
    """A PostgreSQL of its own, with a Unix socket only, as Debian's user postgres where this one is root."""

    def __init__(self, folder, *settings):
        super().__init__(folder, "postgres")
        self.programs = max(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))
        self.data = self.folder / "data"
        self.settings = [
            f"unix_socket_directories={self.folder}", "listen_addresses=", "max_connections=100",
            "unix_socket_permissions=0777", *settings]
        if os.geteuid() == 0:
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
        self.folder.chmod(0o755)
        subprocess.run(
            self.command("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"),
            check=True, capture_output=True, timeout=120)

    def command(self, name, *arguments):
        """The command line of one of its programs."""
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        return [*user, f"{self.programs}/{name}", *map(os.fspath, arguments)]

    def url(self, user="postgres", database="fleet"):
        """The settings of a connection, of libpq."""
        return f"host={self.folder} user={user} dbname={database}"

    def start(self):
        """Starts it and waits until it accepts connections."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            options = [part for setting in self.settings for part in ("-c", setting)]
            self.launch(self.command("postgres", "-D", self.data, *options), cwd=self.folder)
            # After a kill the shared memory is in use until its last process has noticed.
            if wait(lambda: not self.running or self.is_ready(), 30) and self.running:
                return
        raise AssertionError(self.log[-3000:])

    def is_ready(self):
        """True once it accepts connections."""
        return subprocess.run(
            [f"{self.programs}/pg_isready", "-q", "-h", self.folder, "-U", "postgres", "-d", "postgres"],
            check=False, timeout=30).returncode == 0

    def stop(self):
        """Ends it in order, without waiting for its clients."""
        if self.running:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)

    def freeze(self):
        """Stops all its processes, as a dead disk does."""
        self.signal_all("STOP")

    def thaw(self):
        """Lets them run again."""
        self.signal_all("CONT")

    def signal_all(self, name):
        """Signals the server and its backends, which have groups of their own."""
        if self.running:
            pid = self.process.pid
            subprocess.run(
                ["sh", "-c", f"kill -{name} {pid} $(cat /proc/{pid}/task/{pid}/children)"], check=False, timeout=10)

    def sql(self, text, database="fleet", user="postgres"):
        """Runs SQL; returns the rows as lists of texts."""
        done = subprocess.run(
            [f"{self.programs}/psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-d",
             self.url(user, database), "-c", text], check=False, capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise AssertionError(done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]


class Mosquitto(Process):
    """A broker with passwords and the access list of `whereismy-fleet init`; it forgets everything when it is killed."""

    def __init__(self, folder):
        super().__init__(folder, "mosquitto")
        self.port = free_port()
        self.passwords = self.folder / "passwords"
        self.passwords.touch(0o600)
        self.access = self.folder / "acl"
        self.access.touch(0o600)
        self.encrypted_port, self.authority = 0, None

    def encrypt(self):
        """Adds a listener with TLS, and an authority of its own for its certificate."""
        self.encrypted_port, self.authority = free_port(), self.folder / "ca.pem"
        name = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        for command in (
                ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Test authority", "-keyout",
                 "ca.key", "-out", "ca.pem"],
                ["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr"]):
            subprocess.run(["openssl", *command], cwd=self.folder, check=True, capture_output=True, timeout=60)
        (self.folder / "server.ext").write_text(name + "\n", encoding="utf-8")
        subprocess.run(
            ["openssl", "x509", "-req", "-days", "2", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
             "-CAcreateserial", "-extfile", "server.ext", "-out", "server.pem"], cwd=self.folder, check=True,
            capture_output=True, timeout=60)

    def add(self, user, password):
        """Sets the password of a user; a running broker has to be reloaded."""
        subprocess.run(
            ["mosquitto_passwd", "-b", self.passwords, user, password], check=True, capture_output=True, timeout=60)

    def start(self):
        """Starts it and waits until it listens."""
        (self.folder / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {self.passwords}\n"
            f"acl_file {self.access}\npersistence false\nuser root\nlog_dest stderr\n"
            + (f"listener {self.encrypted_port} 127.0.0.1\ncertfile {self.folder}/server.pem\nkeyfile {self.folder}/server.key\n"
               if self.encrypted_port else ""), encoding="utf-8")
        self.launch([MOSQUITTO, "-c", self.folder / "mosquitto.conf"])
        if not wait(self.listens, 30):
            raise AssertionError(self.log[-3000:])

    def reload(self):
        """Makes it read its passwords and access list again."""
        self.process.send_signal(signal.SIGHUP)

    def listens(self):
        """True once it accepts connections."""
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False


class Collector(Process):
    """`whereismy-fleet serve` on a port of its own."""

    def __init__(self, folder, name, configuration):
        super().__init__(folder, name)
        self.port = free_port()
        self.configuration = self.folder / f"{name}.conf"
        self.configuration.write_text(
            configuration + f"[http]\nlisten = 127.0.0.1:{self.port}\n", encoding="utf-8")

    def start(self, **how):
        """Starts it and waits until it responds."""
        self.launch([PROGRAM, "serve", "--config", self.configuration], **how)
        if not wait(lambda: not self.running or self.health() is not None, 30) or not self.running:
            raise AssertionError(self.log[-3000:])

    def health(self):
        """Its document about its health; None while it does not respond."""
        try:
            return json.loads(self.ask("GET", "/v1/health")[2])
        except (OSError, http.client.HTTPException):
            return None

    def is_ready(self):
        """True once it has both the database and the broker."""
        health = self.health() or {}
        return (health.get("database"), health.get("broker")) == ("connected", "connected")

    def resident(self):
        """Its resident memory in bytes."""
        pages = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def ask(self, method, path, body=None, **headers):
        """Sends a request; returns the status, the headers and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def upload(self, token, body, path="/v1/fleet/fixes"):
        """Uploads with a device token; returns the status and the JSON of the answer."""
        status, _, text = self.ask("POST", path, body, Authorization=f"Bearer {token}")
        return status, json.loads(text) if text else None


class Fleet:
    """PostgreSQL, mosquitto and collectors, and the commands of their operator."""

    def __init__(self, collectors=1, limits="", postgres=()):
        self.scratch = tempfile.TemporaryDirectory(prefix="whereismy-fleet-")
        self.folder = pathlib.Path(self.scratch.name)
        self.folder.chmod(0o755)
        folders = [self.folder / name for name in ("postgres", "mosquitto", "collectors")]
        for folder in folders:
            folder.mkdir()
        self.postgres = Postgres(folders[0], *postgres)
        self.mosquitto = Mosquitto(folders[1])
        self.password = folders[2] / "broker.password"
        self.password.write_text("collector's password\n", encoding="utf-8")
        self.password.chmod(0o600)
        self.common = (
            f"[mqtt]\nbroker = mqtt://127.0.0.1:{self.mosquitto.port}\nuser = fleet-collector\n"
            f"password-file = {self.password}\nowntracks = yes\n[limits]\n{limits}\n")
        self.admin = folders[2] / "admin.conf"
        self.admin.write_text(f"{self.common}[database]\nurl = {self.postgres.url()}\n", encoding="utf-8")
        self.tokens = {}
        service = f"{self.common}[database]\nurl = {self.postgres.url('fleet_service')}\n"
        self.collectors = [Collector(folders[2], f"collector{index}", service) for index in range(collectors)]

    def start(self, devices=()):
        """Starts all, with devices."""
        self.postgres.start()
        self.postgres.sql("CREATE DATABASE fleet", database="postgres")
        self.postgres.sql("CREATE ROLE fleet_service LOGIN", database="postgres")
        self.mosquitto.access.write_text(self.command("init", "--service-role", "fleet_service", "--acl"), "utf-8")
        self.mosquitto.access.chmod(0o600)
        self.mosquitto.add("fleet-collector", "collector's password")
        for device in devices:
            self.add(device)
        self.mosquitto.start()
        for collector in self.collectors:
            collector.start()
        if not wait(lambda: all(each.is_ready() for each in self.collectors), 30):
            raise AssertionError([each.log[-1000:] for each in self.collectors])
        return self

    def add(self, device, *options):
        """Adds a device; its token is also its password at the broker. Returns the token."""
        self.tokens[device] = self.command("device", "add", device, *options).strip()
        self.mosquitto.add(device, self.tokens[device])
        if self.mosquitto.running:
            self.mosquitto.reload()
        return self.tokens[device]

    def command(self, *arguments, code=0):
        """Runs `whereismy-fleet` as its operator; returns its output."""
        done = subprocess.run(
            [PROGRAM, *arguments, "--config", self.admin], check=False, capture_output=True, text=True, timeout=120)
        if done.returncode != code:
            raise AssertionError(f"{arguments}: exit code {done.returncode}, {done.stderr}")
        return done.stdout if code == 0 else done.stderr

    def stored(self, device):
        """The times of the stored fixes of a device in milliseconds, in order."""
        rows = self.postgres.sql(
            f"SELECT round(extract(epoch FROM time) * 1000)::bigint FROM whereismy.fix WHERE device = '{device}'"
            " ORDER BY 1")
        return [int(row[0]) for row in rows]

    def processes(self):
        """All processes that may be killed."""
        return [self.postgres, self.mosquitto, *self.collectors]

    def close(self):
        """Stops all and removes the files."""
        for process in reversed(self.processes()):
            process.stop()
        self.scratch.cleanup()


def fix(second, latitude=47.0, longitude=8.0, start=START, **values):
    """A fix as a line of JSON, at a second after the start."""
    milliseconds = round((start + second) * 1000)
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000)) + f".{milliseconds % 1000:03}Z"
    document = {"timestamp": stamp, "mode": "3d", "latitude": latitude, "longitude": longitude, **values}
    return json.dumps(document, separators=(",", ":")) + "\n"


def seconds(stamp):
    """The seconds since 1970 of a time in ISO 8601."""
    return datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00")).timestamp()


class Device:
    """A device that sends its fixes by MQTT and forgets each batch only once it is answered."""

    def __init__(self, fleet, name, fixes, batch=100, outstanding=4, patience=10):
        self.fleet, self.name = fleet, name
        self.batches = [fixes[index:index + batch] for index in range(0, len(fixes), batch)]
        self.outstanding, self.patience = outstanding, patience
        self.waiting = {}
        self.answers = []
        self.repeats = 0
        self.next = 0
        self.lock = threading.Lock()
        self.ended = threading.Event()
        self.client = paho.Client(protocol=paho.MQTTv5, client_id=f"device-{name}")
        self.client.username_pw_set(name, fleet.tokens[name])
        self.client.will_set(self.topic("status"), '{"state":"offline"}', 1, True)
        self.client.on_connect = self.greet
        self.client.on_message = self.receive
        self.client.reconnect_delay_set(1, 1)
        self.client.connect_async("127.0.0.1", fleet.mosquitto.port, 30)
        self.client.loop_start()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def topic(self, kind):
        """One of its topics."""
        return f"whereismy/v1/{self.name}/{kind}"

    def greet(self, client, *_):
        """Subscribes to the answers, and says that it is there."""
        client.subscribe(self.topic("stored"), 0)
        client.publish(self.topic("status"), '{"state":"online","version":"test"}', 1, True)

    def receive(self, _, __, message):
        """Forgets what was answered."""
        key = int.from_bytes(message.properties.CorrelationData, "big")
        with self.lock:
            if self.waiting.pop(key, None) is not None:
                self.answers.append(json.loads(message.payload))

    def run(self):
        """Sends, at most some batches at once, and each again after its time."""
        while not self.ended.is_set():
            now = time.monotonic()
            with self.lock:
                due = [key for key, deadline in self.waiting.items() if deadline <= now]
                self.repeats += len(due)
                while len(self.waiting) + 0 < self.outstanding and self.next < len(self.batches):
                    due.append(self.next)
                    self.waiting[self.next] = now
                    self.next += 1
                for key in due:
                    self.waiting[key] = now + self.patience
            for key in due:
                self.send(key)
            self.ended.wait(0.005)

    def send(self, key):
        """Publishes a batch."""
        properties = Properties(PacketTypes.PUBLISH)
        properties.ResponseTopic = self.topic("stored")
        properties.CorrelationData = key.to_bytes(4, "big")
        if self.client.is_connected():
            self.client.publish(self.topic("fixes"), "".join(self.batches[key]), 0, False, properties)

    @property
    def is_done(self):
        """True once everything is answered."""
        with self.lock:
            return self.next == len(self.batches) and not self.waiting

    def close(self):
        """Disconnects."""
        self.ended.set()
        self.thread.join(10)
        self.client.disconnect()
        self.client.loop_stop()
