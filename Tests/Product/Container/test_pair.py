"""`whereismy pair --enable` on a machine as installed: from the package to a phone in one command."""

import re
import subprocess
import unittest

import machine as machines
import scene

ADDRESS = "192.168.77.5"
SETTING = "/etc/whereismy/whereismy.conf.d/90-pair.conf"
AVAHI = "/etc/avahi/services/whereismy.service"
REQUEST = r"""
use IO::Socket::IP;
my $socket = IO::Socket::IP->new(PeerHost => $ARGV[0], PeerPort => 8947, Timeout => 10) or die "refused";
print $socket "GET $ARGV[1] HTTP/1.0\r\nHost: $ARGV[0]:8947\r\nAccept: text/html\r\nUser-Agent: $ARGV[2]\r\n\r\n";
$SIG{ALRM} = sub { exit };
alarm 20;
print while <$socket>;
"""


class PairTest(unittest.TestCase):
    """One machine that joins a network after its installation."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)
        cls.machine.start_live(seconds=30)

    def ip(self, *arguments):
        """Changes the network of the machine."""
        enter = ["nsenter", f"--target={self.machine.first}", "--net", "--"]
        subprocess.run([*enter, "ip", *arguments], check=True, capture_output=True)

    def pair(self, *arguments, mask="022"):
        """Runs the command as root with a umask."""
        command = f'umask {mask}; exec whereismy pair "$@"'
        return self.machine.run("sh", "-c", command, "sh", *arguments, check=False)

    def get(self, path, agent="iPhone Safari/"):
        """The response to a browser in the network."""
        return self.machine.run("perl", "-e", REQUEST, ADDRESS, path, agent, check=False).stdout

    def test_one_command_opens_the_page_and_signs_a_phone_in(self):
        """It sets, reloads, announces, prints a link that works once, and changes nothing that works."""
        machine = self.machine
        offline = self.pair("--enable")
        self.assertEqual((offline.returncode, offline.stdout), (1, ""))
        self.assertIn("no private network", offline.stderr)
        self.ip("link", "add", "wlan9", "type", "veth", "peer", "name", "peer9")
        self.ip("address", "add", f"{ADDRESS}/24", "dev", "wlan9")
        for interface in ("wlan9", "peer9"):
            self.ip("link", "set", interface, "up")
        closed = self.pair()
        self.assertEqual((closed.returncode, closed.stdout), (1, ""))
        self.assertIn("fix: sudo whereismy pair --enable", closed.stderr)
        machine.run("mkdir", "-p", "/etc/avahi/services")
        pid = machine.pid()
        opened = self.pair("--enable", mask="077")
        self.assertEqual((opened.returncode, opened.stderr.count("created ")), (0, 2), opened.stderr)
        self.assertEqual(machine.pid(), pid, "reloaded, not restarted")
        modes = machine.run("stat", "--format=%a", SETTING.rpartition("/")[0], SETTING, AVAHI).stdout.split()
        self.assertEqual(modes, ["755", "644", "644"])
        link = re.fullmatch(rf"http://{ADDRESS}:8947(/sign-in\?code=\S+)\n", opened.stdout)
        self.assertTrue(link, opened.stdout)
        self.check_sign_in(link[1])
        again = self.pair("--enable", "--name", "tablet")
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        self.check_removal()

    def check_sign_in(self, path):
        """The link gives the phone a session, once, and the session can be ended by its name."""
        machine = self.machine
        self.assertRegex(self.get(path), r"(?s)^HTTP/1\.[01] 200 .*\nSet-Cookie: whereismy-session=")
        self.assertIn("whereismy open --print", self.get(path), "a page that says what to do")
        self.assertRegex(machine.run("whereismy", "session").stdout, r"^iphone-safari  since ")
        self.assertEqual(machine.run("whereismy", "session", "end", "iphone-safari").stdout, "ended iphone-safari\n")
        self.assertIn("there are no sessions", machine.run("whereismy", "session", check=False).stderr)

    def check_removal(self):
        """Without the file, the daemon closes the page again; a restart with it would have kept it open."""
        machine = self.machine
        machine.restart()
        self.assertRegex(self.get("/"), r"^HTTP/1\.[01] 401 ")
        machine.run("rm", SETTING)
        self.assertTrue(machine.reload())
        machines.poll(lambda: not self.get("/"), 30, "a closed page", machine.diagnostics)
