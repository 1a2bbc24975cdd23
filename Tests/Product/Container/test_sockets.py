"""The socket unit: with it, systemd opens the port and the Unix socket; without it, the daemon does."""

import unittest

import machine as machines
import scene

SOCKETS = "whereismyd.socket"
ASK_BY_TCP = (
    "use IO::Socket::IP; my $socket = IO::Socket::IP->new(PeerHost => '127.0.0.1', PeerPort => 8947) or exit 1;"
    "print $socket qq(GET /v1/report HTTP/1.0\\r\\nHost: localhost:8947\\r\\n\\r\\n);"
    "my $line = <$socket>; print $line; exit($line =~ /^HTTP/ ? 0 : 1)")


class SocketsTest(unittest.TestCase):
    """One machine."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)

    def setUp(self):
        self.machine.run("systemctl", "stop", SOCKETS, machines.UNIT)

    def test_without_it_the_daemon_opens_them(self):
        machine = self.machine
        machine.run("systemctl", "start", machines.UNIT)
        machine.wait_until_ready()
        machine.run("perl", "-e", ASK_BY_TCP)
        machine.run("whereismy", "status", check=False)
        self.assertEqual(machine.show("ActiveState", SOCKETS), "inactive")

    def test_the_port_starts_the_daemon(self):
        machine = self.machine
        machine.run("systemctl", "start", SOCKETS)
        self.assertNotEqual(machine.show("ActiveState"), "active")
        machine.run("perl", "-e", ASK_BY_TCP)
        machine.wait_until_ready()

    def test_the_unix_socket_starts_the_daemon(self):
        machine = self.machine
        machine.run("systemctl", "start", SOCKETS)
        answer = machine.run("whereismy", "status", check=False)
        self.assertNotEqual(answer.returncode, 5, answer.stderr)
        machine.wait_until_ready()
        self.assertEqual(machine.run("stat", "-c", "%a %U:%G", "/run/whereismy/api.sock").stdout.split()[0], "660")

    def test_the_unix_socket_of_systemd_is_for_the_group(self):
        machine = self.machine
        machine.run("systemctl", "start", SOCKETS)
        found = machine.run("stat", "-c", "%a %G", "/run/whereismy/api.sock").stdout.split()
        self.assertEqual(found, ["660", "whereismy"])
        machine.run("useradd", "outsider", check=False)
        refused = machine.run("stat", "/run/whereismy/api.sock", user="outsider", check=False)
        self.assertNotEqual(refused.returncode, 0)

    def test_it_outlives_restarts_of_the_daemon(self):
        machine = self.machine
        machine.run("systemctl", "start", SOCKETS)
        machine.start_live(seconds=30)
        pid = machine.pid()
        machine.kill("KILL")
        machine.run("perl", "-e", ASK_BY_TCP)
        machine.wait_for_new_process(pid)
        machine.run("systemctl", "restart", machines.UNIT)
        machine.wait_until_ready()
        machine.run("perl", "-e", ASK_BY_TCP)
        machine.wait_for("live")
        machine.run("whereismy", "status")

    def test_a_stop_leaves_no_position_behind(self):
        machine = self.machine
        machine.run("systemctl", "start", SOCKETS)
        machine.start_live(seconds=30)
        machine.run("systemctl", "stop", machines.UNIT)
        for name in ("fix.json", "index.html"):
            self.assertFalse(machine.path(f"/run/whereismy/{name}").exists(), name)
        machine.run("systemctl", "start", machines.UNIT)
        machine.wait_for("live")
