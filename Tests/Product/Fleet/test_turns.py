"""A collector with real PostgreSQL and mosquitto: a device that sends much in few bytes holds up no other."""

import time
import unittest

import fleet
from test_fleet import CommonFleet


class TurnsTest(CommonFleet):
    """One device sends segments of ten thousand fixes, of which each has a few dozen bytes."""

    def segment(self, interval):
        """The bytes of ten thousand fixes of the boat, which stands still, at this interval in seconds."""
        for first in range(0, 10_000, 2_000):
            lines = "".join(fleet.fix(number * interval) for number in range(first, first + 2_000))
            self.assertEqual(self.collector.upload(self.fleet.tokens["boat"], lines), (200, {"stored": 2_000}))
        [[content]] = self.fleet.postgres.sql("SELECT encode(blob, 'hex') FROM whereismy.segment WHERE count = 10000")
        return bytes.fromhex(content)

    def test_a_flood_of_small_bodies(self):
        """Uploads of another device are answered within seconds meanwhile."""
        body = self.segment(0.36)
        self.assertLess(len(body), 200)
        client = fleet.paho.Client(protocol=fleet.paho.MQTTv5, client_id="flood")
        client.username_pw_set("boat", self.fleet.tokens["boat"])
        client.connect("127.0.0.1", self.fleet.mosquitto.port)
        client.loop_start()
        self.addCleanup(client.loop_stop)
        self.addCleanup(client.disconnect)
        self.assertTrue(fleet.wait(client.is_connected, 10))
        for _ in range(4_000):
            client.publish("whereismy/v1/boat/fixes", body, 0)
        self.assertTrue(fleet.wait(lambda: self.collector.health()["waitingBytes"] > 0, 10))
        longest = 0
        for second in range(10):
            start = time.monotonic()
            self.assertEqual(self.collector.upload(self.fleet.tokens["van"], fleet.fix(second))[0], 200)
            longest = max(longest, time.monotonic() - start)
        print(f"{longest:.3f} s at most", flush=True)
        self.assertLess(longest, 5)


if __name__ == "__main__":
    unittest.main()
