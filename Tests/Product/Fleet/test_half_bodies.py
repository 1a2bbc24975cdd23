"""A collector with real PostgreSQL: who begins uploads and does not end them keeps no device out."""

import socket
import subprocess
import threading
import time
import unittest

import fleet
from test_fleet import CommonFleet


class HalfBodies:
    """Clients that begin an upload and send its last bytes one by one, until they are closed."""

    def __init__(self, collector, headers, size=262_000, sent=261_900):
        self.ended = threading.Event()
        self.connections = []
        for header in headers:
            connection = socket.create_connection(("127.0.0.1", collector.port), 10)
            self.connections.append(connection)
            head = f"POST /v1/fleet/fixes HTTP/1.1\r\nHost: localhost\r\n{header}Content-Length: {size}\r\n\r\n"
            try:
                connection.sendall(head.encode() + b"x" * sent)
            except OSError:
                continue
        self.thread = threading.Thread(target=self.trickle, daemon=True)
        self.thread.start()

    def trickle(self):
        """Sends a byte on each connection every second."""
        while not self.ended.wait(1):
            for connection in self.connections:
                try:
                    connection.send(b"x")
                except OSError:
                    continue

    def close(self):
        """Closes all."""
        self.ended.set()
        self.thread.join(30)
        for connection in self.connections:
            connection.close()


class HalfBodiesTest(CommonFleet):
    """Whoever begins an upload and does not end it keeps no device from uploading."""

    def check(self, headers, devices):
        """Devices upload before and while others do not end their uploads; each is answered within seconds."""
        attack = HalfBodies(self.collector, headers)
        self.addCleanup(attack.close)
        small, large = fleet.fix(1), "".join(fleet.fix(second) for second in range(2000))
        for body in [small, large] * 3:
            for device in devices:
                start = time.monotonic()
                self.assertEqual(self.collector.upload(self.fleet.tokens[device], body)[0], 200)
                self.assertLess(time.monotonic() - start, 5)
        # What strangers began is not held.
        self.assertLess(self.collector.health()["waitingBytes"], 1_000_000)

    def test_without_token(self):
        """Strangers without a token."""
        self.check([""] * 34, ["van"])

    def test_unknown_tokens(self):
        """Strangers with tokens of the right form, and a device that the collector has not seen before."""
        self.fleet.add("cart")
        self.check([f"Authorization: Bearer {number:032x}\r\n" for number in range(34)], ["van", "cart"])

    def test_restart(self):
        """A collector that starts anew among strangers learns which tokens are those of devices."""
        self.assertEqual(self.collector.stop(), 0)
        self.collector.start()
        self.assertTrue(fleet.wait(self.collector.is_ready, 30))
        self.check([f"Authorization: Bearer {number:032x}\r\n" for number in range(34)], ["van", "boat"])

    def test_device(self):
        """A device that does not end its uploads has its part of the room, is told so, and keeps no other one out."""
        self.assertEqual(self.collector.upload(self.fleet.tokens["boat"], fleet.fix(1))[0], 200)
        header = f"Authorization: Bearer {self.fleet.tokens['boat']}\r\n"
        attack = HalfBodies(self.collector, [header] * 34, 200_000, 199_900)
        self.addCleanup(attack.close)
        body = "".join(fleet.fix(second) for second in range(2000))
        status, headers, _ = self.collector.ask("POST", "/v1/fleet/fixes", body, Authorization=header[15:-2])
        self.assertEqual((status, headers["Retry-After"]), (503, "5"))
        self.assertEqual(self.collector.upload(self.fleet.tokens["van"], body)[0], 200)
        attack.close()
        self.assertTrue(fleet.wait(lambda: self.collector.upload(self.fleet.tokens["boat"], body)[0] == 200, 10))

    def test_answers(self):
        """Strangers that do end their uploads are told that they need a token, also those that wait for permission."""
        for header in ["Accept: */*", "Authorization: Bearer " + "a" * 32]:
            for expectation in ["Expect:", "Expect: 100-continue"]:
                done = subprocess.run(
                    ["curl", "-s", "-m", "20", "-w", "%{http_code}", "-H", header, "-H", expectation, "--data-binary", "@-",
                     f"http://127.0.0.1:{self.collector.port}/v1/fleet/fixes"],
                    input="x" * 262_000, check=True, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.stdout[-3:], "401", done.stdout)
        done = subprocess.run(
            ["curl", "-s", "-m", "20", "-w", "%{http_code}", "-H", f"Authorization: Bearer {self.fleet.tokens['van']}", "-H",
             "Expect: 100-continue", "--data-binary", "@-", f"http://127.0.0.1:{self.collector.port}/v1/fleet/fixes"],
            input=fleet.fix(9), check=True, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout[-3:], "200", done.stdout)


if __name__ == "__main__":
    unittest.main()
