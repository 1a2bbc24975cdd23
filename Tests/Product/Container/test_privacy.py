"""Privacy: only the group sees positions, and the journal has none."""

import re
import unittest

import machine as machines
import scene

PORT = 8947
PAGES = ("/", "/v1/report", "/fix.json", "/v1/track", "/v1/status", "/v1/events", "/metrics", "/index.html")
FILES = (
    "/run/whereismy/fix.json", "/run/whereismy/index.html", "/run/whereismy/api.sock",
    "/var/lib/whereismy/history.db", "/var/lib/whereismy/last-fix.json",
    "/var/lib/whereismy/receivers.json", "/var/lib/whereismy/access.json")
OPEN_SOCKET = "use IO::Socket::UNIX; exit(IO::Socket::UNIX->new(Peer => $ARGV[0]) ? 0 : 1)"
ASK = r"""
use IO::Socket::IP;
my $socket = IO::Socket::IP->new(PeerHost => "127.0.0.1", PeerPort => $ARGV[0], Timeout => 10) or die "refused";
print $socket "GET $ARGV[1] HTTP/1.0\r\nHost: localhost:$ARGV[0]\r\n\r\n";
$SIG{ALRM} = sub { exit };
alarm 20;
print while <$socket>;
"""


class PrivacyTest(unittest.TestCase):
    """One live machine with a stranger and a member of the group."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)
        cls.machine.run("useradd", "stranger")
        cls.machine.run("useradd", "--groups", "whereismy", "member")
        cls.machine.start_live(seconds=30)
        machines.poll(
            lambda: all(cls.exists(file) for file in FILES[:6]), 90, "the files", cls.machine.diagnostics)
        # The history is written in batches; before the first one `track` has nothing to show and exits with 4.
        machines.poll(
            lambda: cls.machine.run("whereismy", "track", check=False).returncode == 0, 90, "a recorded fix",
            cls.machine.diagnostics)

    @classmethod
    def exists(cls, file):
        """Returns true where the file exists, for root."""
        return cls.machine.run("test", "-e", file, check=False).returncode == 0

    def as_stranger(self, *command):
        """Runs a command as a user outside the group."""
        return self.machine.run(*command, user="stranger", check=False)

    def assert_no_coordinates(self, text):
        """Asserts that a text has no coordinates of the report."""
        for digits in machines.coordinates(self.machine.report()):
            self.assertNotIn(digits, text)

    def is_in_report(self, text):
        """Returns true if a text has the coordinates of the report."""
        return all(digits in text for digits in machines.coordinates(self.machine.report()))

    def test_a_stranger_reads_none_of_the_files(self):
        for file in FILES:
            with self.subTest(file):
                self.assertNotEqual(self.as_stranger("cat", file).returncode, 0)
                self.assertNotEqual(self.as_stranger("test", "-e", file).returncode, 0)

    def test_a_stranger_does_not_reach_the_socket(self):
        socket = "/run/whereismy/api.sock"
        self.assertEqual(self.machine.run("perl", "-e", OPEN_SOCKET, socket, check=False).returncode, 0)
        self.assertNotEqual(self.as_stranger("perl", "-e", OPEN_SOCKET, socket).returncode, 0)

    def test_a_stranger_learns_nothing_over_tcp(self):
        for page in PAGES:
            with self.subTest(page):
                answer = self.as_stranger("perl", "-e", ASK, PORT, page)
                self.assertRegex(answer.stdout, r"^HTTP/1\.[01] \d{3}", answer.stderr)
                self.assertNotRegex(answer.stdout, r"^HTTP/1\.[01] 200 .*\n(?s:.*)latitude")
                self.assert_no_coordinates(answer.stdout)

    def test_the_command_shows_a_stranger_nothing(self):
        for arguments in ([], ["status"], ["track"], ["history", "info"], ["explain"]):
            with self.subTest(arguments):
                answer = self.as_stranger("whereismy", *arguments)
                self.assertNotIn(answer.returncode, (0, 3))
                self.assert_no_coordinates(answer.stdout + answer.stderr)

    def test_a_member_sees_the_position(self):
        # The position may cross a digit between the report and the answer.
        machines.poll(
            lambda: self.is_in_report(self.machine.run("whereismy", user="member").stdout), 15, "the coordinates",
            self.machine.diagnostics)
        for arguments in (["status"], ["track"], ["explain"], ["history", "info"]):
            with self.subTest(arguments):
                self.machine.run("whereismy", *arguments, user="member")

    def test_the_status_text_has_no_coordinates(self):
        match = machines.poll(
            lambda: re.match(r"live, 3D fix, ±\d+(\.\d+)? m, \d+ satellites", self.machine.show("StatusText")),
            30, "the status text", self.machine.diagnostics)
        self.assert_no_coordinates(match.string)

    def test_the_journal_has_no_coordinates(self):
        entries = self.machine.journal()
        self.assertTrue(entries)
        self.assert_no_coordinates(repr(entries))

    def test_changes_of_state_can_be_found_in_the_journal(self):
        live = self.machine.journal("WHEREISMY_STATE=live")
        self.assertTrue(live, self.machine.messages())
        for entry in live:
            self.assertRegex(entry["MESSAGE_ID"], "^[0-9a-f]{32}$")
        self.assertLess(len(live), 5, "one for each change, not for each fix")


class WantedPositionsTest(unittest.TestCase):
    """A machine configured to log positions."""

    def test_the_journal_has_coordinates_where_that_is_wanted(self):
        machine = scene.installed()
        self.addCleanup(machine.close)
        machine.configure("[journal]\nlog-positions = yes\n")
        machine.restart()
        fix = machine.start_live(seconds=30)["fix"]

        def is_logged():
            # The walk crosses a digit soon after its start.
            numbers = [float(number) for number in re.findall(r"\d+\.\d{2,}", "\n".join(machine.messages()))]
            return all(
                any(abs(number - abs(fix[name])) < 0.01 for number in numbers) for name in ("latitude", "longitude"))
        machines.poll(is_logged, 30, "coordinates in the journal", machine.diagnostics)
