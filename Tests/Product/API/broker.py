"""Debian's mosquitto, and subscribers that write down what arrives."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading

import paho.mqtt.client as paho
from paho.mqtt.subscribeoptions import SubscribeOptions

import whereismyd
from receiver import wait

PROGRAM = "/usr/sbin/mosquitto"


class Broker:
    """The broker, which forgets everything when it is killed, as its default configuration does for half an hour."""

    def __init__(self, *options):
        self.scratch = tempfile.TemporaryDirectory(prefix="whereismy-broker-")
        self.folder = pathlib.Path(self.scratch.name)
        self.port = whereismyd.free_port()
        self.options = list(options) or ["allow_anonymous true"]
        self.process = None

    def start(self):
        """Starts it and waits until it listens."""
        lines = [f"listener {self.port} 127.0.0.1", *self.options, "persistence false", "user root", "log_dest stderr"]
        (self.folder / "mosquitto.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "-c", self.folder / "mosquitto.conf"], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        if not wait(self.listens, 30):
            raise AssertionError((self.folder / "log").read_text(encoding="utf-8"))

    def listens(self):
        """True once it accepts connections."""
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def kill(self):
        """Ends it at once."""
        self.process.kill()
        self.process.wait(10)

    def reload(self):
        """Makes it read its passwords and permissions again."""
        self.process.send_signal(signal.SIGHUP)

    def write(self, name, text):
        """Writes a file beside its configuration; returns the path."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        return path

    def url(self, scheme="mqtt"):
        """Its address."""
        return f"{scheme}://localhost:{self.port}"

    def close(self):
        """Stops it and removes its files."""
        if self.process and self.process.poll() is None:
            self.kill()
        self.scratch.cleanup()


class Subscriber:
    """A client of its own library that subscribes anew after each lost connection."""

    def __init__(self, broker, topic="#", user=None, password=None, security=None):
        self.broker = broker
        # Each message: topic, content, and whether it was published to be retained.
        self.messages = []
        self.client = paho.Client(protocol=paho.MQTTv5)
        if user:
            self.client.username_pw_set(user, password)
        if security:
            self.client.tls_set_context(security)
        self.subscribed = False
        options = SubscribeOptions(qos=1, retainAsPublished=True)
        self.client.on_connect = lambda client, *_: client.subscribe(topic, options=options)
        self.client.on_subscribe = self.note
        self.client.on_message = self.store
        self.client.reconnect_delay_set(1, 1)
        self.client.connect_async("localhost", broker.port, 60)
        self.client.loop_start()

    def note(self, *_):
        """Takes note of the subscription."""
        self.subscribed = True

    def store(self, _, __, message):
        """Writes a message down."""
        self.messages.append((message.topic, message.payload, message.retain))

    def wait(self):
        """Waits for the subscription; returns the subscriber."""
        if not wait(lambda: self.subscribed, 30):
            raise AssertionError("no subscription within 30 s")
        return self

    def contents(self, topic):
        """The contents of the messages of a topic, in order."""
        return [payload for name, payload, _ in list(self.messages) if name == topic]

    def documents(self, topic):
        """The JSON of the messages of a topic, in order."""
        return [json.loads(content) for content in self.contents(topic)]

    def publish(self, topic, content, retain=False):
        """Publishes a message."""
        self.client.publish(topic, content, 1, retain).wait_for_publish()

    def close(self):
        """Disconnects."""
        self.client.disconnect()
        self.client.loop_stop()


class Certificates:
    """A private authority with the certificates of a broker and of a client, made by openssl."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.run("req", "-x509", *self.key("ca"), "-subj", "/CN=Test authority", "-days", "2", "-out", "ca.pem")
        for name, subject in [("broker", "/CN=localhost"), ("client", "/CN=van")]:
            self.run("req", *self.key(name), "-subj", subject, "-addext", "subjectAltName=DNS:localhost",
                     "-out", f"{name}.csr")
            self.run("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                     "-copy_extensions", "copy", "-days", "2", "-out", f"{name}.pem")

    @staticmethod
    def key(name):
        """The options for a new key."""
        return ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-keyout", f"{name}.key"]

    def run(self, *arguments):
        """Runs openssl in the folder."""
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True, timeout=60)

    def path(self, name):
        """The path of a file."""
        return os.fspath(self.folder / name)


class PacketBroker:
    """A server that sends each client bytes of the test's making in place of a broker's packets, or after a CONNACK."""

    # CONNACK without properties.
    CONNACK = bytes([0x20, 0x03, 0x00, 0x00, 0x00])

    def __init__(self, packets):
        self.packets = packets
        self.count = 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        """Serves each client on a thread of its own."""
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=[client], daemon=True).start()

    def serve(self, client):
        """Sends the next packet after CONNECT, and gives the client a moment to end the connection."""
        with client, contextlib.suppress(OSError):
            client.settimeout(10)
            client.recv(4096)
            with self.lock:
                packet = self.packets[self.count % len(self.packets)]
                self.count += 1
            client.sendall(packet)
            client.settimeout(0.3)
            while client.recv(4096):
                pass

    def url(self):
        """Its address."""
        return f"mqtt://127.0.0.1:{self.port}"

    def close(self):
        """Accepts nothing more."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
