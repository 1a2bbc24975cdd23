"""The unit of whereismy-nmea: connections over a restart, the directory for GeoClue, and the end without destinations."""

import unittest

import machine as machines
import scene
from test_lifetime import newer

SERVICE = "whereismy-nmea.service"
PROGRAM = "/usr/lib/whereismy/whereismy-nmea"
SOCKET = "/run/whereismy-nmea/nmea.sock"
PORT = 10110
# Appends each sentence to a file until the connection ends, and then says so.
CLIENT = r"""
use IO::Socket::IP;
my $connection = IO::Socket::IP->new(PeerHost => "127.0.0.1", PeerPort => $ARGV[0]) or die;
$| = 1;
open(my $file, ">", "/srv/sentences");
$file->autoflush(1);
while (my $line = <$connection>) { print $file $line; }
print $file "end\n";
"""


class NMEATest(unittest.TestCase):
    """One machine with a live position."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)
        if not cls.machine.path(PROGRAM).exists():
            raise unittest.SkipTest("the package does not contain whereismy-nmea")
        cls.machine.wait_until_ready(30)
        cls.machine.start_live()

    def setUp(self):
        self.machine.configure(
            f"[publish plotter]\nto = tcp://127.0.0.1:{PORT}\nformat = nmea\n"
            f"[publish geoclue]\nto = unix:{SOCKET}\nformat = geoclue\n")
        self.addCleanup(self.machine.run, "systemctl", "stop", "client.service", SERVICE, check=False)

    def start(self):
        """Starts the service and a client."""
        self.machine.run("rm", "-f", "/srv/sentences")
        self.machine.run("systemctl", "restart", SERVICE)
        # Those of an earlier client would look like a connection.
        self.machine.run("rm", "-f", "/srv/sentences")
        self.machine.run("systemd-run", "--quiet", "--unit=client", "perl", "-e", CLIENT, str(PORT))
        self.wait(lambda: any(",A," in line for line in self.sentences()), "a position")

    def sentences(self):
        """What the client has read."""
        try:
            return self.machine.path("/srv/sentences").read_text(encoding="ascii").splitlines()
        except FileNotFoundError:
            return []

    def wait(self, question, what, seconds=60):
        """Waits for a condition."""
        def diagnostics():
            return self.machine.run("journalctl", "--no-pager", f"--unit={SERVICE}").stdout[-4000:]
        return machines.poll(question, seconds, what, diagnostics)

    def wait_for_more(self):
        """Waits for four more sentences of the same connection."""
        count = len(self.sentences())
        self.wait(lambda: len(self.sentences()) >= count + 4, "more sentences")
        self.assertNotIn("end", self.sentences())

    def test_a_connection_outlives_restarts_a_crash_and_a_reload(self):
        self.start()
        for action in (("restart", SERVICE), ("kill", "--signal=KILL", SERVICE), ("reload", SERVICE),
                       ("restart", machines.UNIT)):
            with self.subTest(action[0]):
                pid = self.machine.show("MainPID", SERVICE)
                self.machine.run("systemctl", *action)
                if action[0] != "reload" and SERVICE in action:
                    self.wait(lambda old=pid: self.machine.show("MainPID", SERVICE) not in (old, "0"), "a new process")
                self.wait_for_more()
        self.assertEqual(self.machine.show("NFileDescriptorStore", SERVICE), "3")

    def test_a_connection_outlives_an_upgrade(self):
        self.start()
        for packages in ([*map(newer, scene.packages())], ["--allow-downgrades", *scene.packages()]):
            pid = self.machine.show("MainPID", SERVICE)
            self.machine.install(*packages)
            self.wait(lambda old=pid: self.machine.show("MainPID", SERVICE) not in (old, "0"), "a new process")
            self.wait_for_more()

    def test_a_stop_ends_the_connection(self):
        self.start()
        self.machine.run("systemctl", "stop", SERVICE)
        self.wait(lambda: "end" in self.sentences(), "the end")
        self.assertEqual(self.machine.show("NFileDescriptorStore", SERVICE), "0")

    def test_only_geoclue_and_the_owner_may_enter(self):
        self.machine.run("groupadd", "--system", "geoclue", check=False)
        for _ in range(2):
            self.machine.run("systemctl", "restart", SERVICE)
            for path, mode in (("/run/whereismy-nmea", "2750"), (SOCKET, "660")):
                found = self.machine.run("stat", "--format=%a %U %G", path).stdout
                self.assertEqual(found, f"{mode} whereismy-nmea geoclue\n")

    def test_without_destinations_it_ends_with_success(self):
        self.machine.reset_configuration()
        self.machine.run("systemctl", "restart", SERVICE)
        self.wait(lambda: self.machine.show("ActiveState", SERVICE) == "inactive", "the end")
        self.assertEqual(self.machine.show("Result", SERVICE), "success")
        self.assertEqual(self.machine.show("NRestarts", SERVICE), "0")


if __name__ == "__main__":
    unittest.main()
