"""Transitions of places, and tests of a destination, with Debian's mosquitto."""

import json
import os
import subprocess
import tempfile
import unittest

import whereismyd
from publisher import START, Publisher, wait_for
from receiver import wait

BROKER = "/usr/sbin/mosquitto"


@unittest.skipUnless(os.path.exists(BROKER), "mosquitto is not installed")
class BrokerTest(unittest.TestCase):
    """A broker with a reader of some topics."""

    def setUp(self):
        self.port = whereismyd.free_port()
        scratch = tempfile.TemporaryDirectory(prefix="whereismy-broker-")
        self.addCleanup(scratch.cleanup)
        configuration = os.path.join(scratch.name, "mosquitto.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\nuser root\n")
        # Closed before its directory is removed.
        # pylint: disable-next=consider-using-with
        broker = subprocess.Popen([BROKER, "-c", configuration], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(broker.wait, 10)
        self.addCleanup(broker.kill)
        self.lines = os.path.join(scratch.name, "lines")

    def read(self, topic):
        """Writes down what arrives on a topic, from now on."""
        with open(self.lines, "wb") as file:
            # pylint: disable-next=consider-using-with
            reader = subprocess.Popen(
                ["/usr/bin/mosquitto_sub", "-p", str(self.port), "-V", "5", "-q", "1", "-t", topic, "-F", "%r %t %p"],
                stdout=file, stderr=subprocess.DEVNULL)
        self.addCleanup(reader.wait, 10)
        self.addCleanup(reader.kill)

    def messages(self):
        """What was written down: topic and content."""
        with open(self.lines, encoding="utf-8") as file:
            rows = [line.split(" ", 2) for line in file]
        return [(topic, json.loads(content)) for _, topic, content in rows]

    def publisher(self, *lines):
        """A publisher with a recorded track, not started."""
        publisher = Publisher("\n".join([
            "[publish a]", f"to = mqtt://127.0.0.1:{self.port}", "format = owntracks", "user = ann", "device = van",
            "since = all", "rate = none", "retry-min = 100ms", "retry-max = 1s", *lines, ""]))
        self.addCleanup(publisher.close)
        publisher.record(range(20))
        return publisher

    def transitions(self):
        """The topics, events and places of the transitions."""
        return [(topic, message["event"], message["desc"]) for topic, message in self.messages()
                if message["_type"] == "transition"]

    def test_transitions_have_a_topic_of_their_own(self):
        """They are held until somebody reads the topics, as the fixes are, and arrive once."""
        publisher = self.publisher()
        publisher.happen(5, "enter", "Home")
        publisher.happen(9, "leave", "Home")
        publisher.start()
        wait_for(lambda: "nothing subscribes" in publisher.log, publisher)
        self.read("owntracks/#")
        wait_for(lambda: len(self.messages()) >= 22, publisher)
        self.assertEqual(
            self.transitions(), [("owntracks/ann/van/event", "enter", "Home"), ("owntracks/ann/van/event", "leave", "Home")])
        fixes = [message["tst"] - START for topic, message in self.messages() if topic == "owntracks/ann/van"]
        self.assertEqual(fixes, list(range(20)))

    def test_who_reads_the_positions_alone_gets_all_of_them(self):
        """Transitions that nobody wants hold nothing."""
        publisher = self.publisher()
        publisher.happen(5, "enter", "Home")
        self.read("owntracks/ann/van")
        publisher.start()
        wait_for(lambda: len(self.messages()) >= 20, publisher)
        wait_for(lambda: "up to date" in publisher.command("publish")[1], publisher)
        self.assertEqual(self.transitions(), [])

    def test_a_test_does_not_disturb_the_publisher(self):
        """It connects as another client, and sends one message."""
        publisher = self.publisher()
        self.read("owntracks/#")
        publisher.start()
        wait_for(lambda: len(self.messages()) >= 20, publisher)
        code, output, messages = publisher.command("publish", "--test", "a")
        self.assertEqual((code, messages), (0, ""))
        self.assertIn("has accepted the last recorded position", output)
        wait_for(lambda: len(self.messages()) >= 21, publisher)
        self.assertEqual(self.messages()[-1][1]["tst"], START + 19)
        self.assertFalse(wait(lambda: "connected with the same" in publisher.log, 1))
        self.assertEqual(publisher.log.count("next attempt"), 0)


if __name__ == "__main__":
    unittest.main()
