"""The unit in systemd, and the privileges of the daemon."""

import unittest

import machine as machines
import scene

TOKEN = "k7Qx2mVd9LrT4wYb8NcZ1pHs6JfG3eUa5RtK0vXqWyB"
ASK = r"""
use IO::Socket::IP;
my $socket = IO::Socket::IP->new(PeerHost => "127.0.0.1", PeerPort => 8947, Timeout => 10) or die "refused";
print $socket "GET /v1/report HTTP/1.0\r\nHost: localhost:8947\r\nAuthorization: Bearer $ARGV[0]\r\n\r\n";
print scalar <$socket>;
"""


class UnitTest(unittest.TestCase):
    """One machine."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)
        cls.machine.start_live(seconds=30)

    def test_systemd_has_nothing_to_say_against_it(self):
        answer = self.machine.run(
            "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", "whereismyd.service", "whereismyd.socket",
            "whereismy-gazetteer.service", "whereismy-gazetteer.path")
        self.assertEqual(answer.stdout + answer.stderr, "")

    def test_it_is_exposed_to_little(self):
        # The threshold is in tenths.
        for unit in (machines.UNIT, "whereismy-gazetteer.service"):
            answer = self.machine.run("systemd-analyze", "security", "--no-pager", "--threshold=10", unit, check=False)
            self.assertEqual(answer.returncode, 0, answer.stdout)

    def test_the_process_may_do_little(self):
        status = self.machine.path(f"/proc/{self.machine.pid()}/status").read_text(encoding="ascii")
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(fields[name], 16), 0, name)
        self.assertEqual(fields["NoNewPrivs"], "1")
        self.assertEqual(fields["Seccomp"], "2")
        self.assertNotIn("0", fields["Uid"].split())

    def test_tokens_come_by_the_credential(self):
        machine = self.machine
        self.assertNotIn(" 200 ", machine.run("perl", "-e", ASK, TOKEN).stdout)
        store = machine.path("/etc/credstore")
        store.mkdir(exist_ok=True)
        tokens = store / "whereismy.tokens"
        tokens.write_text(f"# of the logger\nlogger read {TOKEN}\n", encoding="ascii")
        tokens.chmod(0o600)
        self.addCleanup(machine.restart)
        self.addCleanup(tokens.unlink)
        machine.restart()
        self.assertIn(" 200 ", machine.run("perl", "-e", ASK, TOKEN).stdout)
        self.assertIn("logger", machine.run("whereismy", "token", "list").stdout)
        self.assertNotIn("logger", machine.run("cat", "/var/lib/whereismy/access.json", check=False).stdout)
        self.assertNotIn(TOKEN, repr(machine.journal()))
