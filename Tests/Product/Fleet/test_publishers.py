"""Real publishers and collectors, with real PostgreSQL and mosquitto: whoever is killed, each fix is stored once."""

import os
import pathlib
import random
import sys
import time
import unittest

import fleet
from fleet import Fleet, wait

# The publisher of the daemon's own tests; its module of the name fleet comes second.
sys.path.append(os.fspath(pathlib.Path(__file__).resolve().parents[1] / "API"))
os.environ.setdefault("WHEREISMY_DAEMON", os.fspath(pathlib.Path(fleet.PROGRAM).with_name("whereismyd")))

from publisher import Publisher, gpx  # pylint: disable=wrong-import-position

TORTURE = os.environ.get("WHEREISMY_TORTURE") == "yes"
SEED = int(os.environ.get("SEED", "0")) or random.randrange(1, 1_000_000)


class KillTest(unittest.TestCase):
    """Two collectors, three devices, and kill -9 of the broker, the collectors, the database and the publishers."""

    fixes, kills = (20_000, 20) if TORTURE else (4000, 6)
    devices = ("van", "boat", "cart")

    def setUp(self):
        self.fleet = Fleet(2)
        self.addCleanup(self.fleet.close)
        self.fleet.start(self.devices)
        self.publishers = [self.publisher(name) for name in self.devices]

    def publisher(self, name):
        """A publisher of a device, with its history; a rate spreads the delivery over the kills."""
        publisher = Publisher()
        self.addCleanup(publisher.close)
        secret = publisher.folder / "token"
        secret.write_text(self.fleet.tokens[name], encoding="utf-8")
        secret.chmod(0o600)
        # One of the three sends by HTTP.
        address = (f"http://127.0.0.1:{self.fleet.collectors[0].port}\ntoken-file = {secret}" if name == "cart" else
                   f"mqtt://127.0.0.1:{self.fleet.mosquitto.port}\npassword-file = {secret}")
        publisher.configure("\n".join([
            "[publish fleet]", f"to = {address}", "format = fleet", f"device = {name}", "since = all", "retry-max = 2s",
            f"rate = {self.fixes // (2 * self.kills)}", ""]))
        publisher.record(range(self.fixes))
        publisher.start()
        return publisher

    def kill_one(self, chance):
        """Kills one at random, and starts it again some time later."""
        publisher = chance.choice([None, *self.publishers])
        if publisher and chance.random() < 0.5:
            publisher.process.kill()
            publisher.process.wait(30)
            time.sleep(chance.uniform(0, 1))
            publisher.start()
            return
        process = chance.choice(self.fleet.processes())
        process.kill()
        time.sleep(chance.uniform(0, 1))
        process.start()

    def test_nothing_is_lost_doubled_or_invented(self):
        """After the kills, the database holds what the devices recorded."""
        chance = random.Random(SEED)
        for _ in range(self.kills):
            time.sleep(chance.uniform(0.5, 2))
            self.kill_one(chance)
        expected = [(fleet.START + second) * 1000 for second in range(self.fixes)]
        complete = wait(lambda: all(len(self.fleet.stored(name)) >= self.fixes for name in self.devices), 300)
        self.assertTrue(complete, f"seed {SEED}: {[len(self.fleet.stored(name)) for name in self.devices]}")
        for name in self.devices:
            self.assertEqual(self.fleet.stored(name), expected, f"seed {SEED}")
        for publisher in self.publishers:
            publisher.wait_until_caught_up()
        statement = "SELECT status->>'boot', status->>'nameConflict' FROM whereismy.last"
        # A status may follow the fixes.
        wait(lambda: all(len(boot) == 8 for boot, _ in self.fleet.postgres.sql(statement)))
        rows = self.fleet.postgres.sql(statement)
        self.assertEqual({len(boot) for boot, _ in rows}, {8}, rows)
        self.assertEqual(len({boot for boot, _ in rows}), 3, "three histories on one machine")
        self.assertEqual({conflict for _, conflict in rows}, {""}, "a publisher that was killed is no second machine")
        print(f"seed {SEED}: {3 * self.fixes} fixes stored once over {self.kills} kills", flush=True)


class LevelTest(unittest.TestCase):
    """A publisher by MQTT, whose history has claims of a contradicted receiver."""

    def test_a_fleet_gets_the_fixes_with_their_level(self):
        """Claims and doubtful fixes are delivered as such, and so are the events of the receiver."""
        server = Fleet()
        self.addCleanup(server.close)
        server.start(["van"])
        publisher = Publisher()
        self.addCleanup(publisher.close)
        secret = publisher.folder / "token"
        secret.write_text(server.tokens["van"], encoding="utf-8")
        secret.chmod(0o600)
        publisher.configure("\n".join([
            "[publish fleet]", f"to = mqtt://127.0.0.1:{server.mosquitto.port}", f"password-file = {secret}",
            "format = fleet", "device = van", "since = all", ""]))
        for level, seconds in (("nominal", range(3000)), ("doubtful", range(3000, 3100)), ("contradicted", range(3100, 5100)),
                               ("nominal", range(5100, 8000))):
            mark = f'<extensions><i:integrity xmlns:i="urn:whereismy:gpx:1">{level}</i:integrity></extensions></trkpt>'
            track = publisher.folder / "levels.gpx"
            track.write_text(gpx(seconds).replace("</trkpt>", mark), encoding="utf-8")
            self.assertEqual(publisher.command("import", track)[0], 0)
        self.assertEqual(len(publisher.command("track", "--from", "2026-11-01", "--format", "json")[1].splitlines()), 6000)
        publisher.happen(3100, "contradicted", "receiver")
        publisher.happen(5100, "trusted", "receiver")
        publisher.start()
        self.assertTrue(wait(lambda: len(server.stored("van")) == 8000, 120), publisher.log)
        rows = server.postgres.sql("SELECT integrity, count(*) FROM whereismy.fix GROUP BY 1 ORDER BY 2")
        self.assertEqual(rows, [["doubtful", "100"], ["contradicted", "2000"], ["nominal", "5900"]])
        events = "SELECT kind, place FROM whereismy.event WHERE place = 'receiver' ORDER BY time"
        self.assertTrue(wait(lambda: len(server.postgres.sql(events)) == 2), publisher.log)
        self.assertEqual(server.postgres.sql(events), [["contradicted", "receiver"], ["trusted", "receiver"]])
        self.assertEqual(server.postgres.sql("SELECT claim_time > time FROM whereismy.last"), [["f"]])
        publisher.wait_until_caught_up()
        self.assertEqual(publisher.rejected("fleet"), [])


if __name__ == "__main__":
    unittest.main()
