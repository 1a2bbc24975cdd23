"""whereismyd as a service: its sockets, its shutdown, and the state that survives a restart."""

import contextlib
import json
import os
import socket
import stat
import subprocess
import time
import unittest

from whereismyd import Daemon, exchange

NOBODY = ["--gpsd", "127.0.0.1:1"]
UNDER_SYSTEMD = 'exec 3<&"$1" 4<&"$2"; shift 2; LISTEN_FDS=2 LISTEN_PID=$$ exec "$@"'


class Events:
    """A subscriber of /v1/events."""

    def __init__(self, daemon, last=None):
        self.connection = daemon.local()
        self.connection.request("GET", "/v1/events", headers={"Last-Event-ID": last} if last else {})
        self.answer = self.connection.getresponse()

    def next(self):
        """The identifier, type and content of the next event; None at the end."""
        fields = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name and value:
                fields[name] = value
            elif not name and "data" in fields:
                return fields.get("id"), fields["event"], json.loads(fields["data"])
        return None

    def close(self):
        """Closes the connection."""
        self.answer.close()
        self.connection.close()


class ServingTest(unittest.TestCase):
    """Each test has its own daemon."""

    def daemon(self, *options, **how):
        """A daemon that stops with the test."""
        daemon = Daemon(*options, **how)
        self.addCleanup(daemon.close)
        return daemon

    def test_the_local_socket_is_for_the_group(self):
        daemon = self.daemon(*NOBODY, demo=False)
        mode = os.stat(daemon.socket)
        self.assertTrue(stat.S_ISSOCK(mode.st_mode))
        self.assertEqual(stat.S_IMODE(mode.st_mode), 0o660)
        daemon.stop()
        self.assertFalse(os.path.exists(daemon.socket))

    def test_no_port_without_a_listener(self):
        daemon = self.daemon(*NOBODY, demo=False, listen="none")
        folder = f"/proc/{daemon.process.pid}/fd"
        sockets = set()
        for name in os.listdir(folder):
            # A file may be closed meanwhile.
            with contextlib.suppress(FileNotFoundError):
                sockets.add(os.readlink(f"{folder}/{name}"))
        with open("/proc/net/tcp", encoding="ascii") as table, open("/proc/net/tcp6", encoding="ascii") as table6:
            lines = [line.split() for line in [*table, *table6]]
        listening = {f"socket:[{line[9]}]" for line in lines if line[3] == "0A"}
        self.assertEqual(listening & sockets, set())
        with self.assertRaisesRegex(AssertionError, "no-listener"):
            daemon.ask("POST", "/v1/sign-in-links")

    def test_a_port_in_use_is_reported_and_not_fatal(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            daemon = self.daemon(*NOBODY, demo=False, listen=f"127.0.0.1:{port}")
            daemon.wait_for("no-gpsd")
            self.assertRegex(daemon.log(), f"127.0.0.1:{port}: .*in use.*not served")
            self.assertIsNone(daemon.process.poll())

    def test_sockets_of_systemd_are_used(self):
        daemon = self.daemon(*NOBODY, demo=False, start=False)
        os.mkdir(daemon.folder / "run", 0o750)
        with contextlib.ExitStack() as stack:
            local = stack.enter_context(socket.socket(socket.AF_UNIX))
            local.bind(daemon.socket)
            local.listen()
            remote = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            command, numbers = daemon.command(), (local.fileno(), remote.fileno())
            daemon.command = lambda: ["bash", "-c", UNDER_SYSTEMD, "bash", *map(str, numbers), *command]
            # A client that connects before the daemon runs gets its response later.
            early = daemon.local(30)
            early.connect()
            daemon.start(pass_fds=numbers)
            taken = remote.getsockname()[1]
            self.assertEqual(exchange(early, "GET", "/v1/report")[0], 200)
        # The address of --listen is not opened in addition.
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", daemon.port), 1).close()
        self.assertIn(f"http://localhost:{taken}/", daemon.ask("POST", "/v1/sign-in-links")["url"])
        daemon.port = taken
        self.assertEqual(exchange(daemon.remote(), "GET", "/v1/report")[0], 401)
        self.assertLess(daemon.stop(), 5)
        # The socket belongs to systemd, which continues to listen.
        self.assertTrue(os.path.exists(daemon.socket))

    def test_it_stops_within_a_second_with_fifty_subscribers(self):
        # A busy machine can delay one stop.
        self.assertTrue(any(self.stop_with_fifty_subscribers() < 1 for _ in range(3)))

    def stop_with_fifty_subscribers(self):
        """Stops a daemon with fifty subscribers; returns the seconds that took."""
        daemon = self.daemon()
        token = daemon.token()
        followers = [Events(daemon) for _ in range(25)]
        for _ in range(25):
            connection = daemon.remote()
            connection.request("GET", "/v1/events", headers={"Authorization": f"Bearer {token}"})
            followers.append(connection)
        end = time.monotonic() + 30
        while "whereismy_viewers 50\n" not in exchange(daemon.local(), "GET", "/metrics")[2].decode():
            self.assertLess(time.monotonic(), end, "not all are viewers")
            time.sleep(0.1)
        took = daemon.stop()
        self.assertEqual(daemon.process.returncode, 0)
        for follower in followers:
            follower.close()
        return took

    def test_a_reconnected_subscriber_misses_nothing(self):
        daemon = self.daemon()
        daemon.wait_for("live")
        # In this order: a report between the two is the first one of the second only.
        steady, first = Events(daemon), Events(daemon)
        last, kind, _ = first.next()
        self.assertEqual(kind, "report")
        first.close()
        seen = []
        while len(seen) < 5:
            name, kind, _ = steady.next()
            self.assertEqual(kind, "report")
            if seen or name == last:
                seen.append(name)
        again = Events(daemon, last)
        self.assertEqual([again.next()[0] for _ in seen[1:]], seen[1:])
        # An identifier of another run is ignored: the newest event comes first.
        other = Events(daemon, "another-1")
        self.assertEqual(other.next()[1], "report")
        for client in (steady, again, other):
            client.close()

    def test_a_restart_keeps_tokens_shares_and_sessions(self):
        daemon = self.daemon(*NOBODY, demo=False)
        token = {"Authorization": f"Bearer {daemon.token()}"}
        link = daemon.ask("POST", "/v1/sign-in-links")["url"].partition(str(daemon.port))[2]
        share = daemon.ask("POST", "/v1/shares", {"for": "1h"})["url"].partition(str(daemon.port))[2]
        status, headers, _ = exchange(daemon.remote(), "GET", link)
        self.assertEqual(status, 200)
        cookie = {"Cookie": headers["set-cookie"].partition(";")[0]}
        unused = daemon.ask("POST", "/v1/sign-in-links")["url"].partition(str(daemon.port))[2]
        path = daemon.folder / "state" / "access.json"
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        for secret in (token["Authorization"][7:], cookie["Cookie"].partition("=")[2], share.split("/")[2]):
            self.assertNotIn(secret, path.read_text(encoding="utf-8"))
        daemon.stop()
        daemon.start()
        self.assertEqual(exchange(daemon.remote(), "GET", "/v1/report", headers=token)[0], 200)
        self.assertEqual(exchange(daemon.remote(), "GET", "/v1/report", headers=cookie)[0], 200)
        self.assertEqual(exchange(daemon.remote(), "GET", share + "v1/report")[0], 200)
        self.assertEqual(exchange(daemon.remote(), "GET", unused)[0], 403, "codes are valid for one run")
        daemon.ask("DELETE", "/v1/tokens/test")
        daemon.stop()
        daemon.start()
        self.assertEqual(exchange(daemon.remote(), "GET", "/v1/report", headers=token)[0], 401)

    def test_an_unreadable_access_file_is_left_alone(self):
        newer = b'{"version":99,"tokens":[],"sessions":[],"shares":[],"more":true}'
        for content in (b"{ not json", b"", newer):
            with self.subTest(content=content):
                daemon = self.daemon(*NOBODY, demo=False, start=False)
                os.mkdir(daemon.folder / "state", 0o750)
                path = daemon.folder / "state" / "access.json"
                path.write_bytes(content)
                daemon.start()
                daemon.wait_for("no-gpsd")
                self.assertIn("access.json", daemon.log())
                with self.assertRaisesRegex(AssertionError, "503"):
                    daemon.token()
                self.assertEqual(exchange(daemon.remote(), "GET", "/v1/report")[0], 401)
                daemon.stop()
                self.assertEqual(path.read_bytes(), content)

    def test_open_access_beyond_loopback_is_rejected(self):
        for options, listen in ((["--access", "open"], "0.0.0.0:0"), (["--access", "open"], "[::]:0")):
            with self.subTest(listen=listen):
                daemon = self.daemon(*NOBODY, *options, demo=False, listen=listen, start=False)
                done = subprocess.run(daemon.command(), capture_output=True, text=True, timeout=60, check=False)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("allow-public", done.stderr)
                self.assertFalse(os.path.exists(daemon.socket))

    def test_open_access_on_loopback(self):
        daemon = self.daemon(*NOBODY, "--access", "open", demo=False)
        self.assertEqual(exchange(daemon.remote(), "GET", "/v1/report")[0], 200)
        self.assertEqual(exchange(daemon.remote(), "GET", "/v1/tokens")[0], 403)


if __name__ == "__main__":
    unittest.main()
