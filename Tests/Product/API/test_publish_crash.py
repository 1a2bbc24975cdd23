"""whereismy-publish with brokers that send what libmosquitto does not survive."""

import os
import shutil
import signal
import subprocess
import unittest

from broker import PacketBroker
from publisher import Consumer, Publisher, wait_for

# CONNACK with a property of an unknown kind: libmosquitto 2.0.11 ends the process, later ones the connection.
UNKNOWN_PROPERTY = bytes([0x20, 0x05, 0x00, 0x00, 0x02, 0x55, 0x00])
HELD = "whereismy-publish crashed in this connection"
BROKERS = 8


def packet(head, body, length=None):
    """A packet with this first byte; its length is that of the body unless stated."""
    length, digits = len(body) if length is None else length, []
    while not digits or length:
        length, digit = divmod(length, 128)
        digits.append(digit | (0x80 if length else 0))
    return bytes([head, *digits]) + body


def odd_packets():
    """Packets of all kinds with unknown, repeated and cut properties, wrong lengths, and in the wrong order."""
    properties = [
        b"\x02\x55\x00", b"\x02\x00\x00", b"\x02\x7f\x01", b"\x03\xff\x7f\x01", b"\x05\x2b\x00\x00\x00\x00",
        b"\x06\x21\x00\x05\x21\x00\x05", b"\x7f\x21", b"\xff\xff\xff\x7f", b"\x04\x1f\x00\x09a", b"\x03\x26\x00\x00"]
    heads = [0x20, 0x30, 0x32, 0x40, 0x50, 0x62, 0x70, 0x90, 0xB0, 0xD0, 0xE0, 0xF0]
    starts = {
        0x20: b"\x00\x00", 0x30: b"\x00\x01a", 0x32: b"\x00\x01a\x00\x01", 0x90: b"\x00\x01", 0xB0: b"\x00\x01",
        0xD0: b"", 0xE0: b"\x00", 0xF0: b"\x18"}
    packets = []
    for head in heads:
        start = starts.get(head, b"\x00\x01\x00")
        packets += [packet(head, start + each) for each in properties]
        packets += [packet(head, start, 200), packet(head, start[:1]), bytes([head, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])]
    return packets + [PacketBroker.CONNACK + each for each in packets]


class CrashTest(unittest.TestCase):
    """A damaged broker and a consumer by HTTP."""

    def consumer(self):
        """A consumer that stops with the test."""
        consumer = Consumer()
        self.addCleanup(consumer.stop)
        return consumer

    def publisher(self, broker, consumer, brokers, *lines):
        """A publisher to a broker, under several names, and to a consumer; not started."""
        sections = [
            "\n".join([f"[publish mqtt{number}]", f"to = {broker.url()}", "format = owntracks", "user = ann",
                       "device = van", "since = all", *lines, ""]) for number in range(brokers)]
        sections.append("\n".join(["[publish http]", f"to = {consumer.url()}", "format = overland", "since = all", ""]))
        publisher = Publisher("\n".join(sections))
        self.addCleanup(publisher.close)
        self.addCleanup(broker.close)
        publisher.record(range(100))
        return publisher

    @staticmethod
    def problem(publisher):
        """The problem of the first broker in the status file; empty without one."""
        return next((each.get("problem", "") for each in publisher.status()["destinations"]), "")

    def end_by_broker(self, publisher):
        """Starts it and waits until the broker has ended it, or was refused; returns true if it has ended."""
        publisher.start()
        wait_for(lambda: not publisher.running() or "invalid packet" in self.problem(publisher), publisher)
        if publisher.running():
            return False
        self.assertEqual(publisher.process.returncode, -signal.SIGABRT)
        return True

    def test_seven_bytes_hold_one_destination(self):
        """After the crash the others go on, and the journal, `status` and `publish` name the one that is held."""
        broker, consumer = PacketBroker([UNKNOWN_PROPERTY]), self.consumer()
        publisher = self.publisher(broker, consumer, 1)
        if not self.end_by_broker(publisher):
            self.skipTest("this libmosquitto survives it")
        before = broker.count
        publisher.start()
        wait_for(lambda: consumer.has(100), publisher)
        publisher.record(range(100, 110))
        wait_for(lambda: consumer.has(110), publisher)
        self.assertTrue(publisher.running())
        self.assertEqual(broker.count, before)
        self.assertIn(HELD, self.problem(publisher))
        self.assertEqual(publisher.log.count(HELD), 1)
        self.assertIn(HELD, publisher.command("publish")[1])
        self.assertNotIn("problem", publisher.status()["destinations"][1])
        # A kill without a reason of its own leaves the pause as it is.
        publisher.signal(signal.SIGKILL)
        publisher.start()
        wait_for(lambda: publisher.log.count(HELD) == 2, publisher)
        # A user who has mended the broker reloads, and it is tried at once.
        broker.packets = [PacketBroker.CONNACK]
        publisher.signal(signal.SIGHUP)
        wait_for(lambda: broker.count > before, publisher)
        self.assertTrue(publisher.running())

    def test_a_kill_holds_nothing(self):
        """SIGKILL while it is connected says nothing about the broker."""
        broker, consumer = PacketBroker([PacketBroker.CONNACK]), self.consumer()
        publisher = self.publisher(broker, consumer, 1)
        for kill in range(3):
            publisher.start()
            wait_for(lambda: broker.count > kill, publisher)  # pylint: disable=cell-var-from-loop
            publisher.signal(signal.SIGKILL)
        self.assertNotIn(HELD, publisher.log)

    def test_a_crash_of_the_thread_of_a_broker_holds_that_broker(self):
        """Whatever the library, with and without Swift's own report."""
        for reports in ("enable=no", "enable=yes"):
            with self.subTest(reports):
                publisher, consumer = self.crash("mosquitto_loop_read", reports)
                publisher.start()
                wait_for(lambda: HELD in publisher.log, publisher)  # pylint: disable=cell-var-from-loop
                wait_for(lambda: consumer.has(100), publisher)  # pylint: disable=cell-var-from-loop

    def test_a_crash_of_another_thread_holds_nothing(self):
        """The one that sends by HTTP."""
        publisher, consumer = self.crash("curl_multi_perform", "enable=no")
        publisher.start()
        wait_for(lambda: consumer.has(100), publisher)
        self.assertNotIn(HELD, publisher.log)

    def crash(self, function, reports):
        """Returns a publisher that has ended by abort(3) in place of a function of a library, and its consumer."""
        compiler = shutil.which("cc") or shutil.which("clang") or self.skipTest("there is no C compiler")
        broker, consumer = PacketBroker([PacketBroker.CONNACK]), self.consumer()
        publisher = self.publisher(broker, consumer, 1)
        library = publisher.folder / "crash.so"
        source = f"#include <stdlib.h>\nint {function}(void) {{ abort(); }}\n"
        subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=source, text=True, check=True)
        publisher.environment = {**os.environ, "SWIFT_BACKTRACE": reports, "LD_PRELOAD": os.fspath(library)}
        publisher.start()
        wait_for(lambda: not publisher.running(), publisher)
        self.assertEqual(publisher.process.returncode, -signal.SIGABRT, publisher.log[-3000:])
        publisher.environment = None
        return publisher, consumer

    def test_no_packet_stops_the_others(self):
        """More than 200 odd packets to eight destinations: whatever ends it, after a restart the consumer is served."""
        packets = odd_packets()
        self.assertGreater(len(packets), 200)
        broker, consumer = PacketBroker(packets), self.consumer()
        publisher = self.publisher(broker, consumer, BROKERS, "retry-min = 100ms", "retry-max = 1s")
        # As where the toolchain is not installed; its reports take a second each.
        publisher.environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
        publisher.start()
        crashes = [0]

        def serves(condition):
            """Restarts it as systemd does; returns true once it fulfils the condition."""
            if not publisher.running():
                self.assertEqual(publisher.process.returncode, -signal.SIGABRT, publisher.log[-3000:])
                crashes[0] += 1
                publisher.start()
            return condition()

        wait_for(lambda: serves(lambda: broker.count >= len(packets)), publisher, 240)
        broker.packets = [PacketBroker.CONNACK]
        publisher.record(range(100, 110))
        wait_for(lambda: serves(lambda: consumer.has(110)), publisher)
        self.assertEqual(sorted(consumer.taken), list(range(110)))
        print(f"{len(packets)} packets, {crashes[0]} crashes", flush=True)
