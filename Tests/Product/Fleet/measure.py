"""Measures what a collector stores, how fast it answers and what it costs: `measure.py DIRECTORY`, for `make bench-fleet`.

The directory is that of the benchmarks' release programs; the goals are in Benchmarks/Drivers/goals.py.
"""

import http.client
import itertools
import json
import sys
import threading
import time

import paho.mqtt.client as paho
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

import fleet
import fleet_storage
import goals
import processes
from table import Row, show

DAY = 86_400
DEVICES = 10_000
# Of DEVICES, copies of the newest fix of the one device that has uploaded, spread over the world.
STATUS = ('{"state":"online","time":"2026-11-23T10:00:00.000Z","version":"0.2.0","receiver":"/dev/ttyACM0","satellites":9,'
          '"diskFree":12345678901,"waiting":7,"clock":"synchronised","staleAfter":900}')
COPIES = {
    "device": "d.id", "latitude": "s.latitude + d.id % 100 * 100000", "longitude": "s.longitude + d.id / 100 * 100000",
    "is_online": "true", "status": f"'{STATUS}'"}
# Fixes per second of all devices, and the seconds for which they are sent.
RATE, DURATION = DEVICES // 10, 20


class Viewer:
    """A client of the stream of changes, as the page is; takes note of how old each fix is when it arrives."""

    def __init__(self, port, token):
        self.delays, self.is_ended, self.has_begun = [], False, threading.Event()
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.connection.request("GET", "/v1/events", headers={"Authorization": f"Bearer {token}"})
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.status
        self.since = time.time()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        assert self.has_begun.wait(120), "no event"

    def run(self):
        """Reads the stream; the first event has all devices as they were."""
        event = ""
        while not self.is_ended:
            line = self.response.readline()
            if line.startswith(b"event:"):
                event = line[6:].strip()
            now = time.time()
            if line.startswith(b"data:") and event == b"devices":
                self.has_begun.set()
            elif line.startswith(b"data:") and event == b"change":
                for device in json.loads(line[5:])["devices"]:
                    sent = fleet.seconds(device["time"])
                    if sent >= self.since:
                        self.delays.append(now - sent)

    def close(self):
        """Stops to read."""
        self.is_ended = True
        self.thread.join(30)
        self.connection.close()


class Measurement:
    """A collector with a device and a program that reads."""

    def __init__(self):
        self.fleet = fleet.Fleet(1).start(["van"])
        self.collector = self.fleet.collectors[0]
        self.fleet.command("member", "add", "you", "--admin")
        self.token = self.fleet.command("token", "add", "reader", "--member", "you").strip()

    def read(self, what, path, goal=None):
        """Returns the row of a request: the best of six durations."""
        durations = []
        for _ in range(6):
            connection = http.client.HTTPConnection("127.0.0.1", self.collector.port, timeout=60)
            began = time.perf_counter()
            connection.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
            response = connection.getresponse()
            size = len(response.read())
            durations.append(time.perf_counter() - began)
            connection.close()
            assert response.status == 200, response.status
        return Row(f"  {what}, {size / 1e6:.2f} MB", min(durations) * 1000, "ms", at_most=goal)

    def read_beside(self, what, path, sql):
        """Yields the row of a request, and its ratio to the database making JSON of the same rows, without the start of psql."""
        yield (row := self.read(what, path))
        seconds = {}
        for name, query in {"start": "SELECT 1", "peer": sql}.items():
            durations = []
            for _ in range(6):
                began = time.perf_counter()
                size = sum(len(text) for line in self.fleet.postgres.sql(query) for text in line)
                durations.append(time.perf_counter() - began)
            seconds[name] = min(durations)
        peer = (seconds["peer"] - seconds["start"]) * 1000
        yield Row(f"    json_agg of the same rows, {size / 1e6:.2f} MB", peer, "ms")
        yield Row("    relative to it", row.figure / peer, "x", at_most=goals.FLEET_AGAINST_JSON_AGG)

    def upload_a_day(self):
        """Uploads a day at 1 Hz, as JSON Lines one request after the other; returns the fixes per second."""
        began = time.perf_counter()
        for first in range(0, DAY, 800):
            seconds = range(first, min(first + 800, DAY))
            lines = (fleet.fix(each, 47 + each * 1e-6, horizontalAccuracy=3.5, speed=1.2) for each in seconds)
            status, answer = self.collector.upload(self.fleet.tokens["van"], "".join(lines))
            assert status == 200, answer
        return DAY / (time.perf_counter() - began)

    def add_devices(self):
        """Adds devices with a position, by SQL, and a user of the broker that may publish for all of them."""
        sql = self.fleet.postgres.sql
        sql(f"INSERT INTO whereismy.device(name, created) SELECT 'd' || i, 0 FROM generate_series(1, {DEVICES}) i")
        columns = [row[0] for row in sql(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'whereismy' AND table_name = 'last'")]
        values = ", ".join(COPIES.get(name, f"s.{name}") for name in columns)
        sql(f"INSERT INTO whereismy.last({', '.join(columns)}) SELECT {values} FROM whereismy.last s,"
            " whereismy.device d WHERE d.name LIKE 'd%'")
        sql("INSERT INTO whereismy.team(name) SELECT 't' || i FROM generate_series(1, 20) i")
        sql("INSERT INTO whereismy.team_device(team, device) SELECT 1 + id % 20, id FROM whereismy.device")
        sql("ANALYZE")
        with self.fleet.mosquitto.access.open("a", encoding="utf-8") as file:
            file.write("\nuser load\ntopic readwrite whereismy/v1/#\n")
        self.fleet.mosquitto.add("load", "load")
        self.fleet.mosquitto.reload()

    def publish(self):
        """Publishes the fixes of all devices in turn, at the times that they state."""
        client = paho.Client(protocol=paho.MQTTv5, client_id="load")
        client.username_pw_set("load", "load")
        client.connect("127.0.0.1", self.fleet.mosquitto.port, 30)
        client.loop_start()
        assert fleet.wait(client.is_connected, 10), self.fleet.mosquitto.log[-1000:]
        began = time.monotonic()
        for number in itertools.count():
            due = began + number / RATE
            if due >= began + DURATION:
                break
            time.sleep(max(0, due - time.monotonic()))
            name = f"whereismy/v1/d{1 + number % DEVICES}"
            properties = Properties(PacketTypes.PUBLISH)
            properties.ResponseTopic, properties.CorrelationData = f"{name}/stored", number.to_bytes(4, "big")
            body = fleet.fix(0, 47 + number * 1e-6, start=time.time(), horizontalAccuracy=3.5, speed=1.2, course=90)
            client.publish(f"{name}/fixes", body, 0, False, properties)
        client.disconnect()
        client.loop_stop()

    def report(self):
        """Yields the costs of DEVICES that report each ten seconds, while a page shows all of them."""
        viewer = Viewer(self.collector.port, self.token)
        clock = processes.cpu_clock(self.collector.process.pid)
        used, began = clock(), time.monotonic()
        self.publish()
        share = (clock() - used) / 1e9 / (time.monotonic() - began)
        fleet.wait(lambda: len(viewer.delays) >= RATE * DURATION, 5)
        viewer.close()
        delays = sorted(viewer.delays)
        assert delays, self.collector.log[-1000:]
        yield Row(f"  {DEVICES} devices at 0.1 Hz, of a core", share, at_most=goals.FLEET_SHARE)
        yield Row("  their fixes on a page", f"{len(delays)} of {RATE * DURATION}")
        yield Row("  99 of 100 are there within", delays[len(delays) * 99 // 100], "s", at_most=goals.FLEET_DELAY)
        yield Row("  resident", self.collector.resident() / 1e6, "MB", at_most=goals.FLEET_MEMORY)

    def rows(self):
        """Measures everything."""
        yield Row("a collector, its database and its broker on the same machine")
        yield Row("  a day in requests of 800 lines", self.upload_a_day(), "fixes/s")
        yield Row("  resident afterwards", self.collector.resident() / 1e6, "MB", at_most=goals.FLEET_MEMORY)
        period = "from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z"
        # The rows themselves are sealed, compressed by the hour.
        self.fleet.postgres.sql(
            "CREATE TABLE day AS SELECT 'van' AS device, '2026-11-01'::timestamptz + i * interval '1 s' AS timestamp, '3d' AS mode,"
            " 47 + i * 1e-6 AS latitude, 8.5 AS longitude, 3.5 AS \"horizontalAccuracy\", 1.2 AS speed, 'unknown' AS motion"
            f" FROM generate_series(1, {DAY}) i")
        fixes = "SELECT json_agg(row) FROM day row"
        yield from self.read_beside("a device's day as JSON", f"/v1/devices/van/track?format=json&{period}", fixes)
        yield self.read("its statistics", f"/v1/devices/van/stats?{period}")
        self.add_devices()
        newest = "SELECT json_agg(row) FROM (SELECT name, l.* FROM whereismy.last l JOIN whereismy.device d ON d.id = l.device) row"
        yield from self.read_beside(f"the newest of {DEVICES} devices", "/v1/devices", newest)
        yield self.read("those in a box", "/v1/devices?within=47,8,47.1,8.1", goals.FLEET_BOX)
        yield from self.report()
        self.fleet.close()


def rows():
    """Yields every row as it is measured."""
    yield from fleet_storage.rows(processes.programs(sys.argv[1], ["ingestbench", "fleetbench"]), None)
    yield from Measurement().rows()


if __name__ == "__main__":
    sys.exit(0 if show(rows()) else 1)
