"""Measures what a collector with a database of its own takes, and how fast it answers; for `make bench-fleet`."""

import http.client
import time

import fleet

DAY = 86_400
DEVICES = 10_000
# Of DEVICES, copies of the newest fix of the one device that has uploaded, spread over the world.
COPIES = {"device": "d.id", "latitude": "s.latitude + d.id % 100 * 100000", "longitude": "s.longitude + d.id / 100 * 100000"}


class Measurement:
    """A collector with a device and a program that reads."""

    def __init__(self):
        self.fleet = fleet.Fleet(1).start(["van"])
        self.collector = self.fleet.collectors[0]
        self.fleet.command("member", "add", "you", "--admin")
        self.token = self.fleet.command("token", "add", "reader", "--member", "you").strip()

    def read(self, what, path):
        """Prints the best of six durations of a request, and its size."""
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
        print(f"{what}: {min(durations) * 1000:.0f} ms, {size / 1e6:.2f} MB", flush=True)

    def upload_a_day(self):
        """Uploads a day at 1 Hz, as JSON Lines one request after the other."""
        began = time.perf_counter()
        for first in range(0, DAY, 800):
            seconds = range(first, min(first + 800, DAY))
            lines = (fleet.fix(each, 47 + each * 1e-6, horizontalAccuracy=3.5, speed=1.2) for each in seconds)
            status, answer = self.collector.upload(self.fleet.tokens["van"], "".join(lines))
            assert status == 200, answer
        print(f"a day in requests of 800 lines: {DAY / (time.perf_counter() - began):.0f} fixes/s", flush=True)
        print(f"resident afterwards: {self.collector.resident() / 1e6:.0f} MB", flush=True)

    def add_devices(self):
        """Adds devices with a position, by SQL."""
        sql = self.fleet.postgres.sql
        sql(f"INSERT INTO whereismy.device(name, created) SELECT 'd' || i, 0 FROM generate_series(1, {DEVICES}) i")
        columns = [row[0] for row in sql(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'whereismy' AND table_name = 'last'")]
        values = ", ".join(COPIES.get(name, f"s.{name}") for name in columns)
        sql(f"INSERT INTO whereismy.last({', '.join(columns)}) SELECT {values} FROM whereismy.last s,"
            " whereismy.device d WHERE d.name LIKE 'd%'")
        sql("ANALYZE")

    def run(self):
        """Measures everything."""
        self.upload_a_day()
        period = "from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z"
        self.read("a device's day as JSON", f"/v1/devices/van/track?format=json&{period}")
        self.read("its statistics", f"/v1/devices/van/stats?{period}")
        self.add_devices()
        self.read(f"the newest of {DEVICES} devices", "/v1/devices")
        self.read("those in a box", "/v1/devices?within=47,8,47.1,8.1")
        self.fleet.close()


if __name__ == "__main__":
    Measurement().run()
