"""Checks the responses of whereismyd against docs/openapi.yaml with schemathesis, as a program and as the owner.

    conformance.py SCHEMATHESIS       the program, as packaging/fetch-schemathesis prints it
    conformance.py SCHEMATHESIS --seed 7 --max-examples 100     uses another seed, or runs longer
"""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

from whereismyd import PROGRAM, Daemon

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENT = HERE.parents[2] / "docs" / "openapi.yaml"


class Bridge:
    """A TCP port forwarded to the daemon's Unix socket, for programs without support for those."""

    def __init__(self, path):
        self.path = path
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        """Forwards each client."""
        while True:
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.path)
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self.copy, args=pair, daemon=True).start()

    @staticmethod
    def copy(source, target):
        """Copies one direction until it ends."""
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        finally:
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass


def run(schemathesis, address, secret, *options):
    """Runs schemathesis; returns True if it found no errors."""
    # A scratch directory, or stored examples of one run would influence the next.
    with tempfile.TemporaryDirectory(prefix="whereismy-schemathesis-") as scratch:
        command = [
            schemathesis, "--config-file", HERE / "schemathesis.toml", "run", DOCUMENT, "--url", address, "--no-color",
            # The check sends more wrong secrets than are allowed before 429.
            "--warnings", "off", "--exclude-checks", "ignored_auth", *options]
        environment = {**os.environ, "SHARE_SECRET": secret}
        return subprocess.run(command, cwd=scratch, env=environment, check=False).returncode == 0


def import_places(daemon):
    """Imports a table of two towns with the command beside the daemon."""
    table = daemon.folder / "towns.csv"
    table.write_text("name,latitude,longitude\nMelbourne,-37.814,144.963\nCarlton,-37.798,144.967\n", encoding="utf-8")
    program = pathlib.Path(PROGRAM).with_name("whereismy")
    command = [program, "gazetteer", "import", table, "--state-directory", daemon.folder / "state"]
    # The demonstration imports cities at the same time, which locks the gazetteer.
    end = time.monotonic() + 30
    while subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode and time.monotonic() < end:
        time.sleep(0.5)


def main():
    """Starts the daemon, waits for data, and checks it."""
    schemathesis = os.path.abspath(sys.argv[1])
    daemon = Daemon()
    try:
        daemon.wait_for("live")
        end = time.monotonic() + 40
        while not (daemon.folder / "state" / "history.db").exists() and time.monotonic() < end:
            time.sleep(0.2)
        import_places(daemon)
        secret = daemon.ask("POST", "/v1/shares", {"for": "1h", "label": "schemathesis"})["url"].split("/")[-2]
        bearer = f"Authorization: Bearer {daemon.token('schemathesis')}"
        bridge = Bridge(daemon.socket)
        # The Unix socket needs no credentials.
        options = sys.argv[2:]
        as_program = run(schemathesis, f"http://127.0.0.1:{daemon.port}", secret, "--header", bearer, *options)
        as_owner = run(schemathesis, f"http://127.0.0.1:{bridge.port}", secret, *options)
        if daemon.process.poll() is not None:
            raise AssertionError("whereismyd has ended")
        return 0 if as_program and as_owner else 1
    finally:
        log = daemon.log()
        daemon.close()
        if "internal error" in log or "Fatal" in log:
            print(log, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
