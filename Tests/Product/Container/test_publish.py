"""The unit of whereismy-publish: delivery over crashes and upgrades, its sandbox, and what it reads of the daemon."""

import datetime
import json
import unittest

import machine as machines
import scene
from consumer import PORT, Consumer
from test_lifetime import newer

SERVICE, NMEA = "whereismy-publish.service", "whereismy-nmea.service"
STATE, RUNTIME = "/var/lib/whereismy-publish", "/run/whereismy-publish"
TOKEN_FILE = "/etc/whereismy/consumer.token"


def section(name="a", *lines):
    """A destination."""
    return "\n".join([f"[publish {name}]", f"to = http://127.0.0.1:{PORT}/in", "format = overland", "retry-min = 100ms",
                      "retry-max = 1s", *lines, ""])


class PublishTest(unittest.TestCase):
    """One machine with a live position and a consumer."""

    @classmethod
    def setUpClass(cls):
        cls.machine = scene.installed()
        cls.addClassCleanup(cls.machine.close)
        cls.machine.start_live()

    def setUp(self):
        self.machine.configure(section())
        self.addCleanup(self.clear)

    def clear(self):
        """Cleans up for the next test."""
        self.machine.run("systemctl", "stop", SERVICE)
        self.machine.run("sh", "-c", f"rm -rf {STATE}/* {RUNTIME}/requests/* {TOKEN_FILE}")
        self.machine.reset_configuration()
        self.machine.start_live()

    def consumer(self, **how):
        """A consumer that stops with the test."""
        consumer = Consumer(self.machine, **how)
        self.addCleanup(consumer.close)
        return consumer

    def start(self):
        """Starts the service as the manual says."""
        self.machine.run("systemctl", "restart", SERVICE)

    def wait(self, question, what, seconds=60):
        """Waits for a condition."""
        return machines.poll(question, seconds, what, self.diagnostics)

    def diagnostics(self):
        """What the service and its status say."""
        journal = self.machine.run("journalctl", "--no-pager", f"--unit={SERVICE}").stdout[-4000:]
        return journal + self.machine.run("sh", "-c", f"cat {RUNTIME}/status.json", check=False).stdout

    def wait_for_new(self, consumer, seconds=60):
        """Waits until a fix later than now has arrived."""
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
        self.wait(lambda: any(time > now for time in consumer.times()), f"a fix after {now}", seconds)

    def pid(self):
        """The process of the publisher."""
        return self.machine.show("MainPID", SERVICE)

    def recorded(self):
        """The times of the fixes in the history."""
        text = self.machine.run("whereismy", "track", "--format", "csv", check=False).stdout
        return {line.split(",")[0] for line in text.splitlines() if line.startswith("20")}

    def wait_for_all(self, consumer, recorded):
        """Waits until every recorded fix has arrived."""
        self.assertGreater(len(recorded), 10)

        def missing():
            return sorted(recorded - set(consumer.times()))
        machines.poll(lambda: not missing(), 60, "every recorded fix", lambda: f"{missing()}\n{self.diagnostics()}")
        status = json.loads(self.machine.path(f"{RUNTIME}/status.json").read_text(encoding="utf-8"))
        self.assertNotIn("historyProblem", status)

    def cursor(self, name="a"):
        """The cursor of a destination; None while there is none."""
        try:
            return json.loads(self.machine.path(f"{STATE}/cursors/{name}.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def test_positions_arrive_within_seconds(self):
        consumer = self.consumer()
        self.start()
        self.wait(consumer.times, "a fix", 20)
        self.wait_for_new(consumer, 20)
        self.assertEqual(self.machine.show("NRestarts", SERVICE), "0")

    def test_it_survives_kills_of_itself_and_of_the_daemon(self):
        consumer = self.consumer()
        self.start()
        self.wait_for_new(consumer)
        began = consumer.times()[0]
        for unit in (SERVICE, machines.UNIT, SERVICE):
            with self.subTest(unit):
                pid = self.machine.show("MainPID", unit)
                self.machine.run("systemctl", "kill", "--signal=KILL", unit)
                self.wait(lambda old=pid, of=unit: self.machine.show("MainPID", of) not in (old, "0"), "a new process")
                self.wait_for_new(consumer)
        self.machine.restart()
        self.wait_for_new(consumer)
        # While the walk stands, one fix a minute is recorded.
        self.wait(lambda: sum(time >= began for time in self.recorded()) > 10, "more than ten recorded fixes", 120)
        self.machine.silence()
        recorded = {time for time in self.recorded() if time >= began}
        self.wait_for_all(consumer, recorded)
        self.machine.feed()

    def read_after(self, end):
        """Delivers the history of a daemon that a shell command has ended."""
        self.machine.run("sh", "-c", f"{end}; systemctl stop whereismyd")
        consumer = self.consumer()
        self.machine.configure(section("all", "since = all"))
        self.start()
        self.wait_for_all(consumer, self.recorded())

    def test_it_reads_the_history_of_a_stopped_daemon(self):
        self.wait(lambda: len(self.recorded()) > 10, "recorded fixes", 90)
        self.read_after("systemctl stop whereismyd")

    def test_it_reads_the_history_after_a_crash(self):
        self.wait(lambda: len(self.recorded()) > 10, "recorded fixes", 90)
        self.read_after("systemctl kill --signal=KILL whereismyd")
        self.assertGreater(self.machine.path("/var/lib/whereismy/history.db-wal").stat().st_size, 0)

    def test_a_secret_of_its_group_is_enough(self):
        consumer = self.consumer(token="right")
        secret = self.machine.path(TOKEN_FILE)
        secret.write_text("right\n", encoding="ascii")
        self.machine.run("chown", "root:whereismy-publish", TOKEN_FILE)
        self.machine.run("chmod", "640", TOKEN_FILE)
        self.machine.configure(section("a", f"token-file = {TOKEN_FILE}"))
        self.start()
        self.wait_for_new(consumer)
        self.assertEqual(consumer.refused, 0)
        # The daemon reads the configuration, and not the secret.
        self.assertTrue(self.machine.reload())
        self.wait_for_new(consumer)
        self.assertNotEqual(self.machine.run("cat", TOKEN_FILE, user="whereismy", check=False).returncode, 0)

    def test_the_group_reads_the_state_and_writes_requests(self):
        consumer = self.consumer()
        self.machine.run("useradd", "--groups", "whereismy", "member", check=False)
        self.machine.run("useradd", "stranger", check=False)
        self.start()
        self.wait_for_new(consumer)
        self.wait(self.cursor, "a cursor")
        for path in (f"{STATE}/cursors/a.json", f"{RUNTIME}/status.json"):
            self.wait(lambda file=path: self.machine.path(file).exists(), path)
            for user in ("member", "whereismy"):
                self.machine.run("cat", path, user=user)
            self.assertNotEqual(self.machine.run("cat", path, user="stranger", check=False).returncode, 0)
        # While the walk stands, only one fix a minute is in the history, and what is not there is not sent again.
        self.wait(lambda: self.recorded() & set(consumer.times()), "a fix that is recorded", 120)
        since = min(self.recorded() & set(consumer.times()))
        moment = int(datetime.datetime.fromisoformat(since.replace("Z", "+00:00")).timestamp() * 1000)
        request = json.dumps({"name": "a", "kind": "rewind", "moment": moment})
        repeated = len(consumer.times()) - len(set(consumer.times()))
        self.machine.run(
            "sh", "-c", f"umask 077; cd {RUNTIME}/requests; cat >.new; chmod 640 .new; mv .new a", user="member",
            stdin=request)
        self.wait(lambda: len(consumer.times()) > len(set(consumer.times())) + repeated, "a fix again")
        self.assertEqual(self.machine.run("ls", f"{RUNTIME}/requests").stdout, "")

    def test_without_destinations_it_ends_and_the_daemon_starts_it(self):
        machine = self.machine
        machine.reset_configuration()
        self.start()
        self.wait(lambda: machine.show("ActiveState", SERVICE) == "inactive", "the end")
        self.assertEqual((machine.show("Result", SERVICE), machine.show("NRestarts", SERVICE)), ("success", "0"))
        machine.configure(section())
        consumer = self.consumer()
        machine.restart()
        self.wait_for_new(consumer)
        # A reload without destinations ends it too.
        machine.reset_configuration()
        self.assertTrue(machine.reload())
        self.wait(lambda: machine.show("ActiveState", SERVICE) == "inactive", "the end")
        self.assertEqual(machine.show("Result", SERVICE), "success")

    def test_an_upgrade_and_a_reinstallation_keep_the_cursors(self):
        consumer = self.consumer()
        self.start()
        self.wait_for_new(consumer)
        self.wait(self.cursor, "a cursor")
        for packages in ([*map(newer, scene.packages())], ["--allow-downgrades", *scene.packages()]):
            pid, since = self.pid(), self.cursor()["since"]
            self.machine.install(*packages)
            self.wait(lambda old=pid: self.pid() not in (old, "0"), "a new process")
            self.assertEqual(self.cursor()["since"], since)
            self.wait_for_new(consumer)
        times = consumer.times()
        # An orderly end repeats nothing of the history; the live lane may.
        self.assertLess(times.count(times[0]), 3)

    def test_it_is_exposed_to_little(self):
        consumer = self.consumer()
        self.start()
        self.wait_for_new(consumer)
        answer = self.machine.run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", SERVICE, NMEA)
        self.assertEqual(answer.stdout + answer.stderr, "")
        for unit in (SERVICE, NMEA):
            # The threshold is in tenths.
            answer = self.machine.run("systemd-analyze", "security", "--no-pager", "--threshold=13", unit, check=False)
            self.assertEqual(answer.returncode, 0, answer.stdout)
        status = self.machine.path(f"/proc/{self.pid()}/status").read_text(encoding="ascii")
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        self.assertEqual([int(fields[name], 16) for name in ("CapEff", "CapBnd")], [0, 0])
        self.assertEqual((fields["NoNewPrivs"], fields["Seccomp"]), ("1", "2"))

    def test_it_reads_no_tokens_and_writes_nothing_of_the_daemon(self):
        machine = self.machine
        machine.run("whereismy", "token", "add", "logger")
        self.addCleanup(machine.run, "whereismy", "token", "revoke", "logger")
        for path, test in (("/var/lib/whereismy/access.json", "-r"), ("/var/lib/whereismy/history.db", "-w"),
                           ("/var/lib/whereismy", "-w"), ("/run/whereismy", "-w")):
            for user in ("whereismy-publish", "whereismy-nmea"):
                answer = machine.run("test", test, path, user=user, check=False)
                self.assertEqual(answer.returncode, 1, f"{user} {test} {path}")
        machine.run("test", "-r", "/var/lib/whereismy/history.db", user="whereismy-publish")


class PurgeTest(unittest.TestCase):
    """A machine of its own."""

    def test_a_removal_keeps_the_cursors_and_a_purge_does_not(self):
        machine = scene.installed()
        self.addCleanup(machine.close)
        machine.start_live()
        consumer = Consumer(machine)
        self.addCleanup(consumer.close)
        machine.configure(section())
        machine.run("systemctl", "restart", SERVICE)
        cursor = machine.path(f"{STATE}/cursors/a.json")
        machines.poll(cursor.exists, 60, "a cursor", machine.diagnostics)
        pid = machine.pid()
        machine.run("apt-get", "-q", "-y", "remove", "whereismy-publish", seconds=120)
        self.assertTrue(cursor.exists())
        self.assertFalse(machine.path(RUNTIME).exists())
        machine.run("apt-get", "-q", "-y", "purge", "whereismy-publish", seconds=120)
        self.assertFalse(machine.path(STATE).exists())
        found = machine.run("sh", "-c", "ls -d /etc/systemd/system/*/whereismy-publish* /usr/lib/whereismy/*publish*",
                            check=False).stdout
        self.assertEqual(found, "")
        # The daemon goes on.
        self.assertEqual(machine.pid(), pid)
        self.assertNotEqual(machine.run("test", "-e", "/var/lib/whereismy/history.db").returncode, 1)


if __name__ == "__main__":
    unittest.main()
