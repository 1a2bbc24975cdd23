"""Hostile clients on the sockets of whereismyd while it tracks (WHEREISMY_TORTURE: make torture)."""

import os
import random
import resource
import socket
import threading
import time
import unittest

from whereismyd import Daemon, exchange

REQUESTS = int(os.environ.get("WHEREISMY_REQUESTS", "10000"))
IDLE = int(os.environ.get("WHEREISMY_IDLE", "5000"))
DRIPPING = 200
PIECES = [
    b"GET ", b"POST ", b"DELETE ", b"HEAD ", b"OPTIONS ", b"/v1/report", b"/v1/events", b"/v1/track?from=", b"/share/",
    b"/v1/tokens", b"/assets/../", b"%2e%2e/", b"%00", b"%ff", b"?", b"&to=", b"=%", b" HTTP/1.1", b" HTTP/1.0", b" HTTP/9",
    b"\r\n", b"\n", b"\r", b"\0", b"Host: localhost", b"Host:", b"Content-Length: 4", b"Content-Length: -1",
    b"Content-Type: application/json", b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"Connection: close",
    b"Cookie: whereismy-session=", b"Authorization: Bearer ", b"Range: bytes=0-", b"Accept: */*;q=x", b"{\"for\":", b"[" * 99,
    b"5\r\nhello\r\n", b"0\r\n\r\n", b"FFFFFFFFFFFFFFFF\r\n", b"\r\n\r\n", b"*", b"http://x/", b"Upgrade: h2c", b"\xff\xfe",
]
WHOLE = [
    b"GET /v1/report HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/track?from=2026-01-01T00:00:00Z&format=gpx HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
    b"GET /v1/verdicts?last=3 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: a-1\r\n\r\n",
    b"GET /share/abcdefghijklmnopqrstuvwxyz234567/v1/report HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /assets/leaflet/images/layers.png HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n",
    b"GET /sign-in?code=abcdefghijklmnopqrstuvwxyz234567 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /v1/shares HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n"
    b"{\"for\":\"2h\"}",
    b"POST /v1/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"c\r\n{\"name\":\"a\"}\r\n0\r\n\r\n",
]


def mutated(chance):
    """A malformed request, or random bytes."""
    kind = chance.randrange(4)
    if kind == 0:
        return chance.randbytes(chance.randrange(400))
    if kind == 1:
        return b"".join(chance.choices(PIECES, k=chance.randrange(1, 30)))
    request = bytearray(chance.choice(WHOLE))
    for _ in range(chance.randrange(6)):
        place = chance.randrange(len(request) + 1)
        change = chance.randrange(4)
        if change == 0 and place < len(request):
            request[place] = chance.randrange(256)
        elif change == 1:
            del request[place:place + 8]
        elif change == 2:
            request[place:place] = chance.choice(PIECES)
        else:
            request += request[place:]
    return bytes(request)


class Watch(threading.Thread):
    """Polls the report and records the states and the response times."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.daemon_under_test = daemon
        self.sequences, self.slowest, self.faults = [], 0, []
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.wait(0.5):
            began = time.monotonic()
            try:
                report = self.daemon_under_test.ask("GET", "/v1/report")
            except (OSError, AssertionError) as error:
                self.faults.append(repr(error))
                continue
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.sequences.append((report["sequence"], report["state"], report.get("age")))

    def end(self):
        """A description of the failures; None without any."""
        self.is_over.set()
        self.join()
        states = {state for _, state, _ in self.sequences}
        gained = self.sequences[-1][0] - self.sequences[0][0]
        if self.faults or states != {"live"} or self.slowest > 2 or gained < 0.4 * len(self.sequences):
            return f"{states}, {gained} reports in {len(self.sequences)} polls, {self.slowest:.3f} s, {self.faults[:5]}"
        return None


@unittest.skipUnless(os.environ.get("WHEREISMY_TORTURE"), "WHEREISMY_TORTURE is not set: make torture")
class TortureTest(unittest.TestCase):
    """All tests share one daemon."""

    @classmethod
    def setUpClass(cls):
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        cls.daemon = Daemon()
        cls.addClassCleanup(cls.daemon.close)
        cls.daemon.wait_for("live")

    def setUp(self):
        self.watch = Watch(self.daemon)
        self.watch.start()

    def tearDown(self):
        self.assertIsNone(self.watch.end())
        self.assertIsNone(self.daemon.process.poll(), self.daemon.log())
        self.assertEqual(exchange(self.daemon.remote(), "GET", "/v1/report")[0], 401)

    def connect(self, local=False):
        """A raw connection."""
        if local:
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(5)
            client.connect(self.daemon.socket)
            return client
        return socket.create_connection(("127.0.0.1", self.daemon.port), 5)

    def test_mutated_requests(self):
        chance = random.Random(6)
        for number in range(REQUESTS):
            with self.connect(local=number % 2 == 0) as client:
                try:
                    client.sendall(mutated(chance))
                    client.shutdown(socket.SHUT_WR)
                    if number % 4 < 2:
                        client.settimeout(0.02)
                        client.recv(65536)
                except OSError:
                    pass

    def test_idle_connections(self):
        clients = [self.connect() for _ in range(IDLE)]
        for _ in range(20):
            self.assertEqual(exchange(self.daemon.remote(), "GET", "/v1/report")[0], 401)
            time.sleep(0.1)
        for client in clients:
            client.close()

    def test_dripped_headers(self):
        # Byte by byte, until the daemon's limit of 45 seconds.
        clients = [self.connect(local=number % 4 == 0) for number in range(DRIPPING)]
        end = time.monotonic() + 90
        alive = list(clients)
        while alive and time.monotonic() < end:
            for client in list(alive):
                try:
                    client.sendall(b"G")
                except OSError:
                    alive.remove(client)
            self.assertEqual(exchange(self.daemon.remote(), "GET", "/v1/report")[0], 401)
            time.sleep(1)
        self.assertEqual(len(alive), 0)
        for client in clients:
            client.close()


if __name__ == "__main__":
    unittest.main()
