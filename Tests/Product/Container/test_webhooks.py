"""The units of webhooks: their start and end, and durable events."""

import json
import time
import unittest

import machine as machines
import scene

PATH, SERVICE = "whereismy-publish.path", "whereismy-publish.service"
QUEUE, DAMAGED = "/var/lib/whereismy/webhooks", "/var/lib/whereismy/webhooks-damaged"
PORT = 8321
# Responds with 204 and appends each body to a file.
RECEIVER = r"""
use IO::Socket::IP;
my $listener = IO::Socket::IP->new(
    LocalHost => "127.0.0.1", LocalPort => $ARGV[0], Listen => 5, ReuseAddr => 1) or die;
while (my $client = $listener->accept) {
    my ($head, $length, $body) = ("", 0, "");
    while (my $line = <$client>) {
        $length = $1 if $line =~ /^content-length: (\d+)/i;
        last if $line =~ /^\r?\n$/;
        $head .= $line;
    }
    read($client, $body, $length);
    open(my $file, ">>", "/srv/received");
    print $file "$body\n";
    close $file;
    print $client "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    close $client;
}
"""


class WebhooksTest(unittest.TestCase):
    """One machine; the tests write its queue as the daemon does."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)
        cls.machine.wait_until_ready(30)

    def setUp(self):
        self.number = 0
        self.machine.configure(f"[webhook a]\nurl = http://127.0.0.1:{PORT}/in\n")
        self.machine.run("install", "-d", "-o", "whereismy", "-g", "whereismy", "-m", "770", QUEUE, DAMAGED)
        self.addCleanup(self.clear)

    def clear(self):
        """Cleans up for the next test."""
        run = self.machine.run
        run("systemctl", "stop", "receiver.service", PATH, SERVICE, check=False)
        # The directories stay, since the sandbox shows those that exist when the service starts.
        run("find", QUEUE, DAMAGED, "/srv/received", "-mindepth", "1", "-delete", check=False)
        run("rm", "-f", "/srv/received")
        run("systemctl", "reset-failed", check=False)
        run("systemctl", "start", PATH)

    def put(self, content=None):
        """Enqueues an entry and returns its identifier."""
        self.number += 1
        identifier, moment = f"{self.number:032x}", "2026-11-21T10:00:00.000Z"
        text = content or json.dumps(
            {"id": identifier, "queued": moment, "event": "enter", "place": "Home", "moment": moment, "since": moment})
        name = f"{self.number:016d}-a.json"
        self.machine.run(
            "sh", "-c", f"cat >{QUEUE}/.{name}.new && mv {QUEUE}/.{name}.new {QUEUE}/{name}", user="whereismy",
            stdin=text)
        return identifier

    def receive(self):
        """Starts a receiver."""
        self.machine.run("systemd-run", "--quiet", "--unit=receiver", "perl", "-e", RECEIVER, str(PORT))

    def received(self):
        """The received identifiers."""
        try:
            lines = self.machine.path("/srv/received").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        return [json.loads(line)["id"] for line in lines]

    def names(self, folder):
        """The names in a directory, without hidden ones."""
        return self.machine.run("ls", folder).stdout.split()

    def state(self, unit=SERVICE):
        """The active state and substate of a unit."""
        return self.machine.show("ActiveState", unit), self.machine.show("SubState", unit)

    def wait(self, question, what, seconds=60):
        """Waits for a condition."""
        def diagnostics():
            return self.machine.run("journalctl", "--no-pager", f"--unit={SERVICE}", f"--unit={PATH}").stdout[-4000:]
        return machines.poll(question, seconds, what, diagnostics)

    def is_over(self):
        """Returns true where the sender has ended and the path waits."""
        return self.state()[0] == "inactive" and self.state(PATH) == ("active", "waiting")

    def test_it_runs_when_there_is_something_and_at_no_other_time(self):
        self.assertEqual(self.machine.show("UnitFileState", PATH), "enabled")
        self.receive()
        self.wait(self.is_over, "idle")
        sent = []
        for _ in range(3):
            sent.append(self.put())
            self.wait(lambda: self.received() == sent, "received")
            self.wait(self.is_over, "over")
        self.assertEqual(self.machine.show("NRestarts", SERVICE), "0")

    def test_what_waits_survives_a_kill_and_a_boot(self):
        sent = [self.put(), self.put()]
        self.wait(lambda: self.state()[1] == "running", "running")
        self.machine.run("systemctl", "kill", "--signal=KILL", SERVICE)
        self.assertEqual(self.received(), [])
        self.machine.reboot()
        self.receive()
        self.wait(lambda: self.received() == sent, "received", 120)
        self.wait(self.is_over, "over")

    def test_a_faulty_configuration_delays_and_loses_nothing(self):
        self.machine.configure("[webhook a]\nurl = nonsense\n")
        self.receive()
        sent = [self.put()]
        self.wait(lambda: self.state()[1] == "auto-restart", "a failure")
        # Manual starts must not exhaust a start limit.
        for _ in range(12):
            self.machine.run("systemctl", "start", SERVICE, check=False)
        self.assertNotEqual(self.state(PATH)[0], "failed")
        self.machine.configure(f"[webhook a]\nurl = http://127.0.0.1:{PORT}/in\n")
        self.wait(lambda: self.received() == sent, "received", 120)
        self.wait(self.is_over, "over")

    def test_a_reload_of_the_daemon_reaches_it(self):
        self.machine.configure("[webhook a]\nurl = http://127.0.0.1:1/in\n")
        sent = [self.put()]
        self.wait(lambda: self.state()[1] == "running", "running")
        self.receive()
        self.machine.configure(f"[webhook a]\nurl = http://127.0.0.1:{PORT}/in\n")
        self.assertTrue(self.machine.reload())
        self.wait(lambda: self.received() == sent, "received")
        self.wait(self.is_over, "over")

    def test_what_is_damaged_does_not_start_it_for_ever(self):
        self.put("{")
        # The path unit starts the sender later; before, it looks as if that were over.
        self.wait(lambda: not self.names(QUEUE), "taken")
        self.wait(self.is_over, "over")
        self.assertEqual(self.names(DAMAGED), ["0000000000000001-a.json"])

    def test_what_is_no_entry_does_not_keep_it(self):
        # In the sender's sandbox the two directories of the queue are separate file systems.
        self.machine.run(
            "sh", "-c", f"mkdir {QUEUE}/.new && cd {QUEUE}/.new && head -c 2M /dev/zero >long && mkfifo pipe && "
            "mkdir -p empty full/x && touch \"$(printf '\\377')\" && echo mine >short && mv * .. && rmdir ../.new",
            user="whereismy")
        self.wait(lambda: not self.names(QUEUE), "taken")
        self.wait(self.is_over, "over")
        self.assertEqual(self.names(QUEUE), [])
        self.assertEqual(self.names(DAMAGED), ["short"])

    def test_what_is_hidden_does_not_start_it(self):
        self.machine.run("touch", f"{QUEUE}/.0000000000000001-a.json.new", user="whereismy")
        self.receive()
        sent = [self.put()]
        self.wait(lambda: self.received() == sent, "received")
        self.wait(self.is_over, "over")
        invocation = self.machine.show("InvocationID", SERVICE)
        time.sleep(1)
        self.assertEqual(self.machine.show("InvocationID", SERVICE), invocation)

    def test_the_sender_is_a_user_of_its_own_and_may_write_the_queue_alone(self):
        self.put()
        self.wait(lambda: self.state()[1] == "running", "running")
        pid = self.machine.show("MainPID", SERVICE)
        owner = self.machine.run("stat", "-c", "%U:%G", f"/proc/{pid}").stdout.strip()
        self.assertEqual(owner, "whereismy-publish:whereismy")
        for folder, may in ((QUEUE, True), (DAMAGED, True), ("/var/lib/whereismy", False)):
            command = ["findmnt", "-n", "-o", "VFS-OPTIONS", "--target", folder]
            options = self.machine.run("nsenter", f"--target={pid}", "--mount", *command).stdout
            self.assertEqual(options.startswith("rw"), may, folder)

    def test_systemd_has_nothing_to_say_against_the_units(self):
        answer = self.machine.run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", PATH, SERVICE)
        self.assertEqual(answer.stdout + answer.stderr, "")
