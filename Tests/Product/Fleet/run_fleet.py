"""A fleet to look at: PostgreSQL, mosquitto and a collector on free ports, and three devices with simulated receivers."""

import datetime
import json
import math
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import fleet

sys.path.append(os.fspath(pathlib.Path(__file__).resolve().parents[1] / "API"))
os.environ.setdefault("WHEREISMY_DAEMON", os.fspath(pathlib.Path(fleet.PROGRAM).with_name("whereismyd")))

from publisher import COMMAND, Publisher  # pylint: disable=wrong-import-position
from whereismyd import Daemon  # pylint: disable=wrong-import-position

# The journey of each device, the place that it is moved to (their own ones are on three continents), and its team.
DEVICES = {
    "van": ("city", (-37.8136, 144.9631), "city"), "boat": ("anchor", (-37.8720, 144.9180), "harbour"),
    "walker": ("walk", (-37.8300, 144.9560), "city")}
STREET_MAP = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"


class Journey:
    """A gpsd with a receiver on one of the journeys of `whereismy simulate`, from now on, again and again."""

    def __init__(self, name, start):
        self.lines = subprocess.run(
            [COMMAND, "simulate", name], check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()
        self.start = start
        self.first = next((line["lat"], line["lon"]) for line in map(json.loads, self.lines) if "lon" in line)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        """Serves each client."""
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.play, args=[client], daemon=True).start()

    def play(self, client):
        """Sends the journey at its pace, until the client has gone."""
        with client:
            try:
                while True:
                    self.play_once(client)
            except OSError:
                pass

    def play_once(self, client):
        """Sends the journey once."""
        start, first = time.time(), None
        for line in self.lines:
            report = json.loads(line)
            if "time" in report:
                moment = datetime.datetime.fromisoformat(report["time"].replace("Z", "+00:00")).timestamp()
                first = first if first is not None else moment
                now = start + moment - first
                time.sleep(max(0, now - time.time()))
                report["time"] = f"{datetime.datetime.fromtimestamp(now, datetime.UTC):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"
            if "lon" in report:
                # A degree of longitude is as long as its circle of latitude, so that distances and speeds stay.
                (south, west), (latitude, longitude) = self.first, self.start
                stretch = math.cos(math.radians(south)) / math.cos(math.radians(latitude))
                report["lat"] += latitude - south
                report["lon"] = longitude + (report["lon"] - west) * stretch
            client.sendall(json.dumps(report, separators=(",", ":")).encode() + b"\r\n")


def import_towns(site):
    """Imports the towns of libgeonames for the collector; without them, a device has none."""
    state = site.folder / "state"
    subprocess.run([COMMAND, "gazetteer", "import", "--state-directory", state, "--quiet"], check=False, timeout=600)
    os.environ["STATE_DIRECTORY"] = os.fspath(state)


def device(site, name, journey):
    """Starts the daemon and the publisher of a device; returns both."""
    token = site.folder / f"{name}.token"
    token.write_text(site.tokens[name], encoding="utf-8")
    token.chmod(0o600)
    configuration = (
        f"[gpsd]\naddress = {journey.address}\n[publish fleet]\nto = mqtt://127.0.0.1:{site.mosquitto.port}\n"
        f"format = fleet\ndevice = {name}\npassword-file = {token}\n")
    daemon = Daemon("--gpsd", journey.address, demo=False, configuration=configuration)
    publisher = Publisher(configuration, daemon)
    publisher.start()
    return daemon, publisher


def main():
    """Runs until it is interrupted."""
    print("starting PostgreSQL, mosquitto and a collector", flush=True)
    site = fleet.Fleet(1)
    parts = []
    try:
        import_towns(site)
        collector = site.collectors[0]
        with open(collector.configuration, "a", encoding="utf-8") as file:
            file.write(f"public-address = http://127.0.0.1:{collector.port}\n[map]\ntiles = {STREET_MAP}\n"
                       "attribution = OpenStreetMap contributors\n")
        with open(site.admin, "a", encoding="utf-8") as file:
            file.write(f"[http]\npublic-address = http://127.0.0.1:{collector.port}\n")
        site.start(DEVICES)
        site.command("member", "add", "you", "--admin")
        for team in {team for _, _, team in DEVICES.values()}:
            site.command("team", "add", team)
            site.command("team", "member", team, "you", "--role", "share")
        for name, (journey, start, team) in DEVICES.items():
            site.command("team", "device", team, name)
            parts.append(device(site, name, Journey(journey, start)))
        print(f"three devices report; sign in within five minutes: {site.command('link', 'you').strip()}", flush=True)
        print("Ctrl-C ends everything.", flush=True)
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        print("stopping", flush=True)
        for daemon, publisher in parts:
            publisher.close()
            daemon.close()
        site.close()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
