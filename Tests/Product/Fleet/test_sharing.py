"""Two collectors share the messages; one that cannot reach the database leaves them to the other."""

import pathlib
import socket
import threading
import time
import unittest

from fleet import Device, Fleet, fix, wait

# The name of PostgreSQL's Unix socket in a directory.
SOCKET = ".s.PGSQL.5432"


class Relay:
    """A Unix socket before that of PostgreSQL, which can be cut off."""

    def __init__(self, folder, target):
        self.path, self.target = pathlib.Path(folder) / SOCKET, pathlib.Path(target) / SOCKET
        self.listener, self.sockets = None, []
        self.lock = threading.Lock()

    def open(self):
        """Passes connections on."""
        self.path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def accept(self, listener):
        """Connects each client with the database."""
        while True:
            try:
                near = listener.accept()[0]
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(str(self.target))
            with self.lock:
                self.sockets += [near, far]
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=pair, daemon=True).start()

    @staticmethod
    def pass_on(source, sink):
        """Copies one direction until its end."""
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        finally:
            for each in (source, sink):
                try:
                    each.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
            source.close()

    def cut(self):
        """Ends all connections, and takes no others."""
        self.path.unlink(missing_ok=True)
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        # The sockets are closed by their threads.
        with self.lock:
            ended, self.sockets = self.sockets, []
        for each in ended:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class SharingTest(unittest.TestCase):
    """The database of the first collector is behind a relay."""

    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(2)
        cls.addClassCleanup(cls.fleet.close)
        cls.relay = Relay(cls.fleet.folder, cls.fleet.postgres.folder)
        first = cls.fleet.collectors[0].configuration
        text = first.read_text(encoding="utf-8")
        first.write_text(text.replace(f"host={cls.fleet.postgres.folder}", f"host={cls.fleet.folder}"), encoding="utf-8")
        cls.relay.open()
        cls.fleet.start([])

    def send(self, name, count=200):
        """Sends fixes one a message, and fails if any is sent again but the first four, before there is a connection."""
        self.fleet.add(name)
        # The broker reads its passwords a moment later.
        time.sleep(1)
        device = Device(self.fleet, name, [fix(second) for second in range(count)], 1)
        self.addCleanup(device.close)
        self.assertTrue(wait(lambda: device.is_done, 120))
        self.assertLessEqual(device.repeats, 4)

    def stored(self):
        """The number of fixes that each collector has stored."""
        return [each.health()["storedFixes"] for each in self.fleet.collectors]

    def test_without_its_database_it_leaves_the_messages_to_the_other(self):
        first = self.fleet.collectors[0]
        self.send("a")
        before = self.stored()
        self.assertTrue(all(count > 0 for count in before), before)
        self.relay.cut()
        self.assertTrue(wait(lambda: first.health()["database"] == "away", 20))
        # Without leaving, half of the messages would wait ten seconds for a second attempt.
        self.send("b")
        self.assertEqual(self.stored(), [before[0], before[1] + 200])
        self.relay.open()
        self.assertTrue(wait(first.is_ready, 10), first.log)
        self.send("c")
        self.assertGreater(self.stored()[0], before[0])

    def test_a_database_that_comes_and_goes_ends_well(self):
        first = self.fleet.collectors[0]
        for _ in range(8):
            self.relay.cut()
            time.sleep(0.3)
            self.relay.open()
            time.sleep(0.7)
        self.assertTrue(wait(first.is_ready, 15), first.log)
        before = self.stored()[0]
        self.send("d")
        self.assertGreater(self.stored()[0], before)


if __name__ == "__main__":
    unittest.main()
