"""A configurable receiver of webhooks on loopback, and the program that sends to it."""

import http.server
import os
import pathlib
import signal
import socketserver
import subprocess
import tempfile
import threading
import time
import types

import whereismyd

PROGRAM = os.environ.get("WHEREISMY_PUBLISH") or os.fspath(
    pathlib.Path(whereismyd.PROGRAM).with_name("whereismy-publish"))


def wait(condition, seconds=60):
    """Waits for a condition; returns its last value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())


class Receiver(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Records requests and responds by a function of the request; 204 by default."""

    daemon_threads = True

    def __init__(self, answer=None, tls=None, port=0):
        self.requests = []
        self.answer = answer or (lambda request, number: request.plain(204))
        super().__init__(("127.0.0.1", port), Request)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.scheme = "https" if tls else "http"
        self.thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def handle_error(self, request, client_address):
        """Ignores clients that disconnect."""

    @property
    def port(self):
        """The port it listens on."""
        return self.server_address[1]

    def url(self, path="/in?key=hidden", host="localhost"):
        """Its URL."""
        return f"{self.scheme}://{host}:{self.port}{path}"

    def close(self):
        """Stops the server."""
        self.shutdown()
        self.server_close()
        self.thread.join()


class Request(http.server.BaseHTTPRequestHandler):
    """One connection of the sender."""

    protocol_version = "HTTP/1.1"
    # Header and content in one packet: apart, the second waits for the acknowledgement of the first.
    wbufsize = -1

    def do_POST(self):
        """Records the request and responds."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        # One handler serves all requests of a connection.
        self.record = types.SimpleNamespace(path=self.path, headers=self.headers, body=body, time=time.monotonic())
        self.server.requests.append(self.record)
        self.server.answer(self, len(self.server.requests))

    def plain(self, status, headers=(), body=b""):
        """Responds with a status."""
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Discards messages."""


class Sender:
    """whereismy-publish with its own queue and configuration."""

    def __init__(self, configuration):
        self.scratch = tempfile.TemporaryDirectory(prefix="whereismy-queue-")
        self.folder = pathlib.Path(self.scratch.name)
        self.queue = self.folder / "state" / "webhooks"
        self.damaged = self.folder / "state" / "webhooks-damaged"
        self.queue.mkdir(parents=True)
        self.configure(configuration)
        self.number = 0
        self.process = None

    def configure(self, text):
        """Writes the configuration."""
        (self.folder / "whereismy.conf").write_text(text, encoding="utf-8")

    def secret(self, text, mode=0o600):
        """Writes the file of a secret; returns its path."""
        path = self.folder / "secret"
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def put(self, webhook="a", queued="2026-11-21T10:00:00.000Z", content=None):
        """Adds an entry to the queue as the daemon does; returns its identifier."""
        self.number += 1
        identifier = f"{self.number:032x}"
        body = content or (
            f'{{"id":"{identifier}","queued":"{queued}","event":"enter","place":"Home","moment":"{queued}",'
            f'"since":"{queued}","latitude":51.477928,"longitude":-0.001545,"horizontalAccuracy":4.2}}')
        name = f"{self.number:016d}-{webhook}.json"
        hidden = self.queue / f".{name}.new"
        hidden.write_text(body, encoding="utf-8")
        hidden.rename(self.queue / name)
        return identifier

    def waiting(self):
        """The names in the queue."""
        return sorted(os.listdir(self.queue))

    def start(self, **environment):
        """Starts the program."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "--config", self.folder / "whereismy.conf", "--state-directory", self.folder / "state",
                 "--runtime-directory", self.folder / "run"],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env={**os.environ, **environment})

    def finish(self, seconds=90):
        """Waits for its end; returns its exit status."""
        return self.process.wait(seconds)

    def run(self, **environment):
        """Starts it and waits for its end."""
        self.start(**environment)
        return self.finish()

    def end(self, number=signal.SIGTERM):
        """Terminates it; returns its exit status."""
        self.process.send_signal(number)
        return self.process.wait(30)

    @property
    def log(self):
        """Its output."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def close(self):
        """Kills it if it runs, and removes its files."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.scratch.cleanup()
