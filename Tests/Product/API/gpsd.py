"""A stand-in for gpsd, whose receiver can fall silent."""

import json
import socket
import threading
import time

VERSION = {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14}
DEVICE = "/dev/ttyACM0"


class GPSD:
    """Sends a fix a second to its newest client, of a receiver that stands still at `latitude`."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.silent = False
        self.latitude = 47.0
        self.closed = threading.Event()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        """Serves one client after the other."""
        self.listener.settimeout(0.2)
        while not self.closed.is_set():
            try:
                client, _ = self.listener.accept()
            except OSError:
                continue
            with client:
                self.feed(client)

    def feed(self, client):
        """Sends fixes until the client is gone."""
        try:
            self.send(client, VERSION)
            while not self.closed.wait(1):
                if not self.silent:
                    self.send(client, self.fix())
        except OSError:
            pass

    @staticmethod
    def send(client, document):
        """Sends a line."""
        client.sendall(json.dumps(document, separators=(",", ":")).encode() + b"\r\n")

    def fix(self):
        """A fix of now."""
        return {"class": "TPV", "device": DEVICE, "mode": 3, "lat": self.latitude, "lon": 8.0, "altMSL": 400.0, "eph": 4.0,
                "epv": 6.0, "track": 90.0, "speed": 0.0,
                "time": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())}

    def close(self):
        """Stops it."""
        self.closed.set()
        self.thread.join(10)
        self.listener.close()
