"""A collector whose broker ends it: uploads by HTTP go on."""

import contextlib
import os
import signal
import socket
import subprocess
import threading
import unittest

from fleet import PROGRAM, Fleet, fix, wait

# CONNACK with a property of an unknown kind: libmosquitto 2.0.11 ends the process, later ones the connection.
UNKNOWN_PROPERTY = bytes([0x20, 0x05, 0x00, 0x00, 0x02, 0x55, 0x00])


class CrashTest(unittest.TestCase):
    """A fleet whose broker is replaced by a hostile one."""

    def serve(self, port):
        """Answers CONNECT with the seven bytes."""
        listener = socket.create_server(("127.0.0.1", port))
        self.addCleanup(listener.close)

        def run():
            with contextlib.suppress(OSError):
                while True:
                    client, _ = listener.accept()
                    client.recv(4096)
                    client.sendall(UNKNOWN_PROPERTY)

        threading.Thread(target=run, daemon=True).start()

    def test_seven_bytes_hold_the_broker_alone(self):
        """After a crash the broker is left alone, the log and `doctor` say so, and a restart in order tries it again."""
        fleet = Fleet()
        self.addCleanup(fleet.close)
        fleet.start(["van"])
        [collector] = fleet.collectors
        collector.stop()
        runtime = fleet.folder / "runtime"
        runtime.mkdir()
        environment = {**os.environ, "RUNTIME_DIRECTORY": str(runtime)}
        collector.start(env=environment)
        self.assertTrue(wait(collector.is_ready))
        fleet.mosquitto.kill()
        self.serve(fleet.mosquitto.port)
        if not wait(lambda: not collector.running or "invalid packet" in collector.log):
            self.fail(collector.log[-3000:])
        if collector.running:
            self.skipTest("this libmosquitto survives it")
        self.assertEqual(collector.process.returncode, -signal.SIGABRT)
        collector.start(env=environment)
        self.assertTrue(wait(lambda: collector.health()["database"] == "connected"))
        status, answer = collector.upload(fleet.tokens["van"], fix(1))
        self.assertEqual((status, answer), (200, {"stored": 1}))
        # Several times the pause between two attempts.
        self.assertFalse(wait(lambda: not collector.running, 8))
        self.assertEqual(collector.log.count("whereismy-fleet crashed in this connection"), 1)
        # It does not probe what would end it too.
        doctor = subprocess.run(
            [PROGRAM, "doctor", "--config", fleet.admin], check=False, capture_output=True, text=True, timeout=60,
            env=environment)
        self.assertEqual(doctor.returncode, 2)
        self.assertIn("whereismy-fleet crashed in the connection to 127.0.0.1", doctor.stdout)
        self.assertEqual(collector.stop(), 0)
        self.assertEqual(list(runtime.iterdir()), [])
