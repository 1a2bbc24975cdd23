"""What an operator sees: each fault is named with its fix, at once and in each place where one looks."""

import json
import os
import subprocess
import time
import unittest

from fleet import PROGRAM, Fleet, fix, wait


def stamp(ahead=0):
    """A time so many seconds from now."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + ahead))


class OperatorTest(unittest.TestCase):
    """One fleet with a collector, a device by HTTP and an administrator."""

    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet()
        cls.addClassCleanup(cls.fleet.close)
        cls.fleet.start(["van"])
        cls.fleet.command("member", "add", "ann", "--admin")
        cls.token = cls.fleet.command("token", "add", "monitor", "--member", "ann").strip()

    def setUp(self):
        self.collector = self.fleet.collectors[0]

    def run_as_service(self, *arguments):
        """Runs a command as the service does; returns the exit code and the messages."""
        done = subprocess.run(
            [PROGRAM, *arguments, "--config", self.collector.configuration], check=False, capture_output=True, text=True,
            timeout=60)
        return done.returncode, done.stderr

    def status(self, boot, ahead):
        """Sends a status of the van."""
        body = json.dumps({"state": "online", "time": stamp(ahead), "boot": boot})
        self.assertEqual(self.collector.upload(self.fleet.tokens["van"], body, "/v1/fleet/status")[0], 204)

    def test_two_machines_with_one_name(self):
        """`doctor`, `status` and the journal say it, and metrics and the list go on."""
        self.assertNotIn("two machines", self.fleet.command("status"))
        for second, boot in enumerate(["aaaaaaaa", "bbbbbbbb", "cccccccc", "aaaaaaaa", "bbbbbbbb"]):
            self.status(boot, second - 9)
        words = "two machines report as van; fix: give each a name and a token of its own: whereismy-fleet device add"
        self.assertIn(words, self.fleet.command("status"))
        self.assertEqual(self.collector.log.count(words), 1)
        done = subprocess.run([PROGRAM, "doctor", "--config", self.fleet.admin], check=False, capture_output=True, text=True)
        self.assertIn(words, done.stdout)

    def test_metrics_say_what_health_says(self):
        """Numbers of the collector, and the devices by state."""
        self.assertEqual(self.collector.upload(self.fleet.tokens["van"], fix(0, start=int(time.time())))[0], 200)
        status, _, text = self.collector.ask("GET", "/metrics", Authorization=f"Bearer {self.token}")
        self.assertEqual(status, 200)
        values = dict(line.rsplit(" ", 1) for line in text.decode().splitlines() if not line.startswith("#"))
        self.assertEqual(values['whereismy_fleet_devices{state="live"}'], "1")
        self.assertEqual((values["whereismy_fleet_database"], values["whereismy_fleet_broker"]), ("1", "1"))
        self.assertGreaterEqual(int(values["whereismy_fleet_stored_fixes_total"]), 1)
        for name in ("refused_fixes", "rejected_uploads", "unavailable_uploads", "sealed_hours", "sealed_fixes",
                     "sent_webhooks", "failed_webhooks"):
            self.assertIn(f"whereismy_fleet_{name}_total", values)

    def test_an_access_list_that_forbids(self):
        """`doctor` names it, though the broker grants the subscription."""
        self.assertIn("accepts the collector", self.fleet.command("doctor"))
        list_text = self.fleet.mosquitto.access.read_text(encoding="utf-8")
        self.fleet.mosquitto.access.write_text("", encoding="utf-8")
        self.fleet.mosquitto.reload()
        try:
            done = subprocess.run(
                [PROGRAM, "doctor", "--config", self.fleet.admin], check=False, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stdout, "fault +broker +whereismy/v1/-/stored: not authori[sz]ed; fix: ")
        finally:
            self.fleet.mosquitto.access.write_text(list_text, encoding="utf-8")
            self.fleet.mosquitto.reload()

    def test_locks_of_the_service(self):
        """`doctor` names those that every login may take, until `migrate` mends it; the service goes on."""
        self.assertNotIn("locks", self.fleet.command("doctor"))
        self.fleet.postgres.sql("GRANT EXECUTE ON FUNCTION pg_advisory_lock(bigint) TO PUBLIC")
        done = subprocess.run([PROGRAM, "doctor", "--config", self.fleet.admin], check=False, capture_output=True, text=True)
        self.assertRegex(done.stdout, "warning +roles +every login .*; fix: sudo -u postgres whereismy-fleet migrate")
        self.fleet.command("migrate")
        self.assertNotIn("locks", self.fleet.command("doctor"))
        self.fleet.postgres.sql("CREATE ROLE eve LOGIN; GRANT whereismy_analyst TO eve")
        for call in ("pg_advisory_lock(1)", "pg_try_advisory_xact_lock(1, 2)", "lo_create(0)"):
            with self.assertRaisesRegex(AssertionError, "permission denied for function"):
                self.fleet.postgres.sql(f"SELECT {call}", user="eve")
        self.assertEqual(self.collector.upload(self.fleet.tokens["van"], fix(1, start=int(time.time())))[0], 200)

    def test_the_list_goes_where_it_is_sent(self):
        """To standard output, through a link and a device, which stay, and into a file."""
        expected = self.fleet.command("init", "--service-role", "fleet_service", "--acl")
        options = ["init", "--service-role", "fleet_service", "--acl"]
        self.assertEqual(self.fleet.command(*options, "-"), expected)
        # As /dev/stdout, which a faulty program would replace for the whole machine.
        output = self.fleet.folder / "stdout"
        output.symlink_to("/proc/self/fd/1")
        self.assertEqual(self.fleet.command(*options, os.fspath(output)), expected)
        self.assertTrue(output.is_symlink())
        file, link = self.fleet.folder / "list", self.fleet.folder / "link"
        link.symlink_to(file)
        for path in (link, file):
            self.assertEqual(self.fleet.command(*options, os.fspath(path)), "")
            self.assertEqual(file.read_text(encoding="utf-8"), expected)
        self.assertTrue(link.is_symlink())

    def test_a_member_with_a_login_is_added_whole(self):
        """The service may not give the right: it says who may, and adds no one."""
        self.fleet.postgres.sql("CREATE ROLE joe LOGIN")
        code, messages = self.run_as_service("member", "add", "joe", "--login", "joe")
        self.assertEqual(code, 1)
        self.assertIn("fix: sudo -u postgres whereismy-fleet member add", messages)
        self.assertNotIn("joe", self.fleet.command("member", "list"))
        self.assertEqual(self.fleet.command("member", "add", "joe", "--login", "joe"), "added joe\n")
        self.assertEqual(self.fleet.postgres.sql("SELECT count(*) FROM whereismy.fix", user="joe"), [["0"]])

    def test_a_token_dies_with_its_device(self):
        """At once, also where another device has its name."""
        old = self.fleet.add("raft")
        self.assertEqual(self.collector.upload(old, fix(0))[0], 200)
        self.fleet.command("device", "remove", "raft", "--yes")
        new = self.fleet.add("raft")
        self.assertEqual(self.collector.upload(old, fix(1))[0], 401)
        self.assertEqual(self.collector.upload(new, fix(2))[0], 200)
        self.assertEqual(len(self.fleet.stored("raft")), 1)

    def test_many_devices_from_a_file(self):
        """Each is printed with its token, as the broker's program reads them; a mistake adds none."""
        file = self.fleet.folder / "names"
        names = [f"box-{index}" for index in range(50)]
        for wrong, message in (("a b", "is not the name of a device"), ("van", "exists already"), ("box-7", "twice")):
            file.write_text("\n".join([*names, wrong, ""]), encoding="utf-8")
            self.assertIn(message, self.fleet.command("device", "add", "--names", os.fspath(file), code=64))
        file.write_text("\n".join([*names, ""]), encoding="utf-8")
        for what in (["--names", os.fspath(file)], ["box-0"]):
            message = self.fleet.command("device", "add", *what, "--team", "none", code=64)
            self.assertIn("no team none; fix: whereismy-fleet team add none", message)
        self.assertNotIn("box-0", self.fleet.command("device", "list"))
        file.write_text("\n".join([*names, ""]), encoding="utf-8")
        lines = self.fleet.command("device", "add", "--names", os.fspath(file)).splitlines()
        tokens = dict(line.split(":") for line in lines)
        self.assertEqual(list(tokens), names)
        self.assertEqual(self.collector.upload(tokens["box-7"], fix(0))[0], 200)
        passwords = self.fleet.folder / "passwords"
        passwords.write_text("\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run(["mosquitto_passwd", "-U", passwords], check=True, capture_output=True, timeout=60)
        self.assertEqual(passwords.read_text(encoding="utf-8").count(":$7$"), 50)

    def test_the_fixes_of_a_wrong_clock(self):
        """They are removed from a time on, after a confirmation."""
        token = self.fleet.add("clock")
        now = int(time.time())
        body = fix(0, start=now - 60) + "".join(fix(second, start=now + 9 * 365 * 86_400) for second in range(10))
        self.assertEqual(self.collector.upload(token, body)[0], 200)
        self.assertIn("fix: add --yes", self.fleet.command("device", "remove", "clock", "--after", "now", code=64))
        answer = self.fleet.command("device", "remove", "clock", "--after", "now", "--yes")
        self.assertEqual(answer, "removed 10 fixes and 0 events of clock\n")
        self.assertEqual(len(self.fleet.stored("clock")), 1)


class SchemaTest(unittest.TestCase):
    """A collector before the schema, and one with the schema of an older or a newer program."""

    def test_a_missing_schema(self):
        """The journal, health, the API and the commands name the fix, and the collector begins once it is there."""
        server = Fleet()
        self.addCleanup(server.close)
        server.postgres.start()
        server.postgres.sql("CREATE DATABASE fleet", database="postgres")
        server.postgres.sql("CREATE ROLE fleet_service LOGIN", database="postgres")
        [collector] = server.collectors
        message = "the schema is missing; fix: sudo -u postgres whereismy-fleet init"
        collector.start()
        self.assertTrue(wait(lambda: f"database away: {message}" in collector.log, 10), collector.log)
        status, _, text = collector.ask("GET", "/v1/health")
        self.assertEqual((status, json.loads(text)["fault"]), (503, message))
        status, _, text = collector.ask("GET", "/v1/devices", Authorization="Bearer x")
        self.assertEqual((status, json.loads(text)["detail"]), (503, message))
        self.assertIn(message, server.command("device", "add", "van", code=1))
        server.command("init", "--service-role", "fleet_service")
        self.assertTrue(wait(lambda: (collector.health() or {}).get("database") == "connected", 15), collector.log)
        self.assertNotIn("fault", collector.health())
        self.assertEqual(collector.ask("GET", "/v1/devices", Authorization="Bearer x")[0], 401)

    def test_an_older_schema_and_a_newer_one(self):
        """Both are said in the journal and in health; what the older one lacks is 503 with the fix, and the rest works."""
        server = Fleet()
        self.addCleanup(server.close)
        server.start(["van"])
        [collector] = server.collectors
        collector.stop()
        server.postgres.sql(
            "ALTER TABLE whereismy.share DROP COLUMN note; DELETE FROM whereismy.migration WHERE name = 'notes of shares'")
        server.command("member", "add", "ann", "--admin")
        code = server.command("link", "ann").strip().split("code=")[1]
        message = "the schema lacks notes of shares; fix: sudo -u postgres whereismy-fleet migrate"
        collector.start()
        self.assertTrue(wait(lambda: message in collector.log, 10), collector.log)
        self.assertEqual(collector.health()["fault"], message)
        self.assertTrue(wait(lambda: collector.upload(server.tokens["van"], fix(0))[0] == 200, 10), collector.log)
        cookie = collector.ask("GET", f"/sign-in?code={code}")[1]["Set-Cookie"].split(";")[0]
        status, headers, text = collector.ask("GET", "/v1/shares", Cookie=cookie)
        self.assertEqual((status, headers["Retry-After"]), (503, "5"), text)
        self.assertIn("fix: sudo -u postgres whereismy-fleet migrate", json.loads(text)["detail"])
        server.command("migrate")
        self.assertTrue(wait(lambda: "fault" not in collector.health(), 20))
        server.postgres.sql("INSERT INTO whereismy.migration(name) VALUES('flying cars')")
        self.assertTrue(wait(lambda: "newer, with flying cars" in collector.log, 20), collector.log)


if __name__ == "__main__":
    unittest.main()
