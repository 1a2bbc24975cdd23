"""The collectors' group at the broker: its name is a secret, since who knows it can take messages away."""

import os
import time
import unittest
from unittest import mock

import fleet
from fleet import Device, Fleet, fix, wait


class GroupTest(unittest.TestCase):
    """Two collectors, and a device that joins groups with the password and the access list that all devices have."""

    def setUp(self):
        self.fleet = Fleet(2)
        self.addCleanup(self.fleet.close)
        self.fleet.start(["van", "spy"])

    def spy(self, group, count=9):
        """Joins a group with connections of the spy, which the broker permits."""
        granted = []
        for index in range(count):
            client = fleet.paho.Client(protocol=fleet.paho.MQTTv5, client_id=f"spy-{index}-{group}")
            client.username_pw_set("spy", self.fleet.tokens["spy"])
            client.on_connect = lambda client, *_: client.subscribe(f"$share/{group}/whereismy/v1/+/fixes")
            client.on_subscribe = lambda _, __, ___, codes, *____: granted.append(codes[0].value)
            client.connect("127.0.0.1", self.fleet.mosquitto.port)
            client.loop_start()
            self.addCleanup(client.loop_stop)
            self.addCleanup(client.disconnect)
        self.assertTrue(wait(lambda: len(granted) == count, 20), granted)

    def send(self, first, count, outstanding=8, patience=1000):
        """Sends uploads of one fix as the van, once it is connected; those without an answer again after the patience."""
        device = Device(self.fleet, "van", [], 1, outstanding, patience)
        self.addCleanup(device.close)
        self.assertTrue(wait(device.client.is_connected, 10))
        device.batches = [[fix(second)] for second in range(first, first + count)]
        return device

    def answered(self):
        """The fixes that each collector has stored, repeats and copies included."""
        return [collector.health()["storedFixes"] for collector in self.fleet.collectors]

    def group(self):
        """The name of the group."""
        return self.fleet.postgres.sql("SELECT name FROM whereismy.collector_group")[0][0]

    def test_a_device_does_not_know_the_name(self):
        """One that joins a group of the known name takes nothing, and the collectors share the work."""
        self.spy("fleet")
        device = self.send(0, 60)
        self.assertTrue(wait(lambda: device.is_done, 30), len(device.answers))
        self.assertEqual((len(device.answers), device.repeats), (60, 0))
        self.assertEqual(sum(self.answered()), 60)
        self.assertGreater(min(self.answered()), 0)

    def test_a_name_that_became_known_is_changed(self):
        """Running collectors take the new one, and from then on the old one is worth nothing."""
        old = self.group()
        self.spy(old)
        device = self.send(0, 60, outstanding=60)
        time.sleep(5)
        self.assertLess(len(device.answers), 60)
        device.close()
        self.assertIn("within a minute", self.fleet.command("regroup"))
        self.assertNotEqual(self.group(), old)
        late = self.send(1000, 300, outstanding=4, patience=1)
        self.assertTrue(wait(lambda: late.is_done, 60), len(late.answers))
        late.close()
        last = self.send(2000, 60)
        self.assertTrue(wait(lambda: last.is_done, 30), len(last.answers))
        self.assertEqual(last.repeats, 0)
        self.assertNotIn(old, "".join(collector.log for collector in self.fleet.collectors))

    @mock.patch.dict(os.environ, {"WHEREISMY_PROBE_INTERVAL": "500"})
    def test_a_foreign_client_is_said(self):
        """The printed access list permits what collectors send to their own group, and the answers of each other."""
        for collector in self.fleet.collectors:
            collector.stop()
            collector.start()
        self.assertTrue(wait(lambda: all(each.is_ready() for each in self.fleet.collectors), 30))
        words = "messages of this collector to its own group were given to another client"
        # More than the rounds after which it would be said.
        time.sleep(4)
        for collector in self.fleet.collectors:
            self.assertNotIn(words, collector.log)
        self.spy(self.group(), 3)
        for collector in self.fleet.collectors:
            self.assertTrue(wait(lambda log=collector: words in log.log, 20), collector.log)
            self.assertNotIn("message dropped", collector.log)

    def test_no_upload_goes_to_nobody_while_the_name_changes(self):
        """Each is answered at once, though the collectors change one after the other."""
        before, began = self.group(), time.monotonic()
        device = self.send(0, 400, outstanding=1)
        self.fleet.command("regroup")
        self.assertTrue(wait(lambda: device.is_done, 100), len(device.answers))
        self.assertGreater(time.monotonic() - began, 12)
        self.assertEqual(device.repeats, 0)
        self.assertNotEqual(self.group(), before)
        self.assertEqual(len(self.fleet.stored("van")), 400)

    def test_a_database_from_before_the_secret(self):
        """Uploads by HTTP work, the log says what to do, and once that is done the running collector joins."""
        for collector in self.fleet.collectors:
            collector.stop()
        self.fleet.postgres.sql(
            "DROP TABLE whereismy.collector_group; DELETE FROM whereismy.migration WHERE name = 'group of collectors'")
        collector = self.fleet.collectors[0]
        collector.start()
        self.assertTrue(wait(lambda: "fix: sudo -u postgres whereismy-fleet migrate" in collector.log, 20), collector.log)
        # The line comes before the thread that stores has its connection.
        self.assertTrue(wait(lambda: collector.upload(self.fleet.tokens["van"], fix(0))[0] == 200, 10), collector.log)
        self.assertEqual(collector.health()["broker"], "away")
        self.assertEqual(self.fleet.command("migrate"), "applied group of collectors\n")
        self.assertTrue(wait(collector.is_ready, 30), collector.log)
        device = self.send(1, 10)
        self.assertTrue(wait(lambda: device.is_done, 20))


if __name__ == "__main__":
    unittest.main()
