"""Holds the answers of whereismyd to docs/openapi.yaml: schemathesis asks it, by TCP as a program and as the owner.

    conformance.py SCHEMATHESIS       the program, as packaging/fetch-schemathesis prints it
    conformance.py SCHEMATHESIS --seed 7 --max-examples 100     asks otherwise, or for longer
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
    """A port of TCP that leads to the daemon's own socket, for programs that know TCP alone."""

    def __init__(self, path):
        self.path = path
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        """Leads each client on."""
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
    """Has schemathesis ask everything; whether it found nothing."""
    # A directory of its own: what it keeps of one run would steer the next.
    with tempfile.TemporaryDirectory(prefix="whereismy-schemathesis-") as scratch:
        command = [
            schemathesis, "--config-file", HERE / "schemathesis.toml", "run", DOCUMENT, "--url", address, "--no-color",
            # Ten wrong secrets, and the next is refused by 429: test_access.py looks at those.
            "--warnings", "off", "--exclude-checks", "ignored_auth", *options]
        environment = {**os.environ, "SHARE_SECRET": secret}
        return subprocess.run(command, cwd=scratch, env=environment, check=False).returncode == 0


def bring_places_in(daemon):
    """A table of a few towns, by the command beside the daemon."""
    table = daemon.folder / "towns.csv"
    table.write_text("name,latitude,longitude\nMelbourne,-37.814,144.963\nCarlton,-37.798,144.967\n", encoding="utf-8")
    program = pathlib.Path(PROGRAM).with_name("whereismy")
    command = [program, "gazetteer", "import", table, "--state-directory", daemon.folder / "state"]
    # The demonstration brings in cities at the same time, and only one may.
    end = time.monotonic() + 30
    while subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode and time.monotonic() < end:
        time.sleep(0.5)


def main():
    """Starts the daemon, waits until there is something to tell, and asks."""
    schemathesis = os.path.abspath(sys.argv[1])
    daemon = Daemon()
    try:
        daemon.wait_for("live")
        end = time.monotonic() + 40
        while not (daemon.folder / "state" / "history.db").exists() and time.monotonic() < end:
            time.sleep(0.2)
        bring_places_in(daemon)
        secret = daemon.ask("POST", "/v1/shares", {"for": "1h", "label": "schemathesis"})["url"].split("/")[-2]
        bearer = f"Authorization: Bearer {daemon.token('schemathesis')}"
        bridge = Bridge(daemon.socket)
        # Whoever comes by the Unix socket needs no secret; a browser's cookie and a program's token open the same there.
        options = sys.argv[2:]
        as_program = run(schemathesis, f"http://127.0.0.1:{daemon.port}", secret, "--header", bearer, *options)
        as_owner = run(schemathesis, f"http://127.0.0.1:{bridge.port}", secret, *options)
        if daemon.process.poll() is not None:
            raise AssertionError("whereismyd has ended")
        return 0 if as_program and as_owner else 1
    finally:
        log = daemon.log()
        daemon.close()
        if "it failed here" in log or "Fatal" in log:
            print(log, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
