"""whereismy-publish with the collectors of a fleet: what is stored is confirmed, and nothing else."""

import random
import re
import signal
import unittest

import whereismyd
from broker import Broker
from fleet_collector import DEVICE, Collector, HTTPCollector, Store
from gpsd import GPSD
from publisher import Publisher, wait_for
from receiver import wait

FIXES = 20_000
KILLS = 6


def section(to, *lines, since="all"):
    """The section of a destination."""
    return "\n".join(["[publish a]", f"to = {to}", "format = fleet", f"device = {DEVICE}", f"since = {since}",
                      "retry-min = 100ms", "retry-max = 1s", *lines, ""])


class FleetTest(unittest.TestCase):
    """A publisher that stops with the test."""

    def publisher(self, configuration, seconds=()):
        """A running publisher of a history with these seconds."""
        publisher = Publisher(configuration)
        self.addCleanup(publisher.close)
        if seconds:
            publisher.record(seconds)
        publisher.start()
        return publisher

    @staticmethod
    def problem(publisher):
        """The problem in the status file; empty without one."""
        return next((entry.get("problem", "") for entry in publisher.status()["destinations"]), "")


class BrokerTest(FleetTest):
    """By MQTT."""

    def broker(self, *options):
        """A running broker."""
        broker = Broker(*options)
        self.addCleanup(broker.close)
        broker.start()
        return broker

    def collector(self, broker, store, **options):
        """A collector."""
        collector = Collector(broker, store, **options)
        self.addCleanup(collector.close)
        return collector

    def test_the_history_arrives_once(self):
        """Whole hours at a time; what is recorded later follows; an orderly end repeats nothing; the will says offline."""
        broker, store = self.broker(), Store()
        collector = self.collector(broker, store)
        publisher = self.publisher(section(broker.url()), range(8000))
        wait_for(lambda: store.has(8000), publisher)
        self.assertEqual([count for count, _ in store.sizes[:2]], [3600, 3600])
        publisher.wait_until_caught_up()
        publisher.record(range(8000, 8010))
        publisher.happen(8005, "enter", "Depot")
        wait_for(lambda: store.has(8010), publisher)
        publisher.signal(signal.SIGTERM)
        wait_for(lambda: collector.statuses[-1][0] == {"state": "offline"}, publisher)
        publisher.start()
        publisher.record(range(8010, 8020))
        wait_for(lambda: store.has(8020) and store.events, publisher)
        self.assertEqual([(event["event"], event["place"]) for event in store.events], [("enter", "Depot")])
        self.assertEqual(set(store.fixes.values()), {1})
        self.assertEqual(sorted(store.fixes), list(range(8020)))
        self.assertEqual(collector.faults, [])
        status = collector.statuses[-1][0]
        self.assertEqual((status["state"], status["clock"] in ("synchronised", "unsynchronised")), ("online", True))
        self.assertTrue({"time", "version", "diskFree", "waiting"} <= set(status), status)
        publisher.signal(signal.SIGKILL)
        wait_for(lambda: collector.statuses[-1][0] == {"state": "offline"}, publisher)
        # The broker keeps it for later collectors.
        late = self.collector(broker, Store())
        wait_for(lambda: late.statuses == [({"state": "offline"}, True)], publisher)

    def test_nothing_is_lost_when_everything_is_killed(self):
        """Brokers, collectors and publishers are killed, and answers get lost: every fix is stored."""
        broker, store = self.broker(), Store()
        chance = random.Random(7)
        collectors = [self.collector(broker, store, loses=lambda: chance.random() < 0.1) for _ in range(2)]
        publisher = self.publisher(section(broker.url(), "rate = 4000"), range(FIXES))
        for kill in range(KILLS):
            wait_for(lambda count=FIXES * (kill + 1) // (KILLS + 2): store.has(count), publisher, 120)
            if kill % 3 == 0:
                broker.kill()
                broker.start()
            elif kill % 3 == 1:
                publisher.signal(signal.SIGKILL)
                publisher.start()
            else:
                collectors.pop().close()
                collectors.append(self.collector(broker, store, loses=lambda: chance.random() < 0.1))
        wait_for(lambda: store.has(FIXES), publisher, 120)
        publisher.wait_until_caught_up()
        self.assertEqual(sorted(store.fixes), list(range(FIXES)))
        repeated = sum(store.fixes.values()) - FIXES
        print(f"{FIXES} fixes, {KILLS} kills: {repeated} repeated", flush=True)
        self.assertEqual([each.faults for each in collectors], [[], []])

    def test_without_an_answer_it_holds(self):
        """A collector that does not answer is named once; the cursor stays; with its answers everything is confirmed."""
        broker, store = self.broker(), Store()
        silent = [True]
        self.collector(broker, store, loses=lambda: silent[0])
        publisher = self.publisher(section(broker.url()), range(100))
        wait_for(lambda: "no answer within 10 s" in self.problem(publisher), publisher)
        self.assertIsNone((publisher.cursor() or {}).get("end"))
        silent[0] = False
        publisher.wait_until_caught_up()
        self.assertEqual(publisher.log.count("no answer within"), 1)
        self.assertEqual(sorted(store.fixes), list(range(100)))
        self.assertEqual(self.problem(publisher), "")

    def test_refused_fixes_are_set_aside(self):
        """Those that the collector refuses are in one file, and the others are stored."""
        broker, store = self.broker(), Store()
        self.collector(broker, store, refuses=lambda second: second in (3, 70))
        publisher = self.publisher(section(broker.url()), range(100))
        publisher.wait_until_caught_up()
        self.assertEqual(sorted(store.fixes), [second for second in range(100) if second not in (3, 70)])
        [path] = (publisher.folder / "state-publish" / "rejected" / "a").glob("*.json")
        self.assertEqual(len(path.read_text(encoding="utf-8").splitlines()), 2)
        self.assertIn("too beautiful", publisher.log)

    def test_a_wrong_user_is_named(self):
        """A broker that permits each user only its own device holds the publisher of another name."""
        broker = self.broker()
        broker.kill()
        rules = broker.write("acl", "\n".join(f"pattern {line}" for line in [
            "write whereismy/v1/%u/fixes", "write whereismy/v1/%u/status", "read whereismy/v1/%u/stored"]) + "\n")
        broker.options = ["allow_anonymous true", f"acl_file {rules}"]
        broker.start()
        publisher = self.publisher(section(broker.url(), "user = boat"), range(100))
        wait_for(lambda: "whereismy/v1/van/" in self.problem(publisher), publisher)


    def test_the_newest_fix_arrives_at_once_and_once(self):
        """With a daemon at one fix a second, each arrives before the history is committed, and not again with it."""
        broker, store, gpsd = self.broker(), Store(), GPSD()
        self.addCleanup(gpsd.close)
        self.collector(broker, store)
        daemon = whereismyd.Daemon("--gpsd", gpsd.address, demo=False)
        self.addCleanup(daemon.close)
        daemon.wait_for("live")
        publisher = Publisher(section(broker.url(), since="now"), daemon)
        self.addCleanup(publisher.close)
        publisher.start()
        wait_for(lambda: store.has(25), publisher)
        print("fix to collector, seconds:", [round(delay, 2) for delay in sorted(store.delays)[-3:]], flush=True)
        # The times of fixes are whole seconds, and the fake gpsd sends each up to a second late.
        self.assertLess(sorted(store.delays)[len(store.delays) * 9 // 10], 3, store.delays)
        self.assertEqual(set(store.fixes.values()), {1})
        self.assertLess(max(size for count, size in store.sizes if count == 1), 130)


class HTTPTest(FleetTest):
    """By HTTP."""

    def test_the_history_arrives_despite_every_fault(self):
        """Statuses, lost answers and an unavailable database: everything is stored, with a token."""
        store, chance = Store(), random.Random(3)
        collector = HTTPCollector(store, "secret", fault=lambda: chance.choice([None, None, None, 503, "lost"]))
        self.addCleanup(collector.close)
        publisher = Publisher()
        self.addCleanup(publisher.close)
        token = publisher.folder / "token"
        token.write_text("secret\n", encoding="utf-8")
        token.chmod(0o600)
        publisher.configure(section(collector.url(), f"token-file = {token}"))
        publisher.record(range(20_000))
        publisher.start()
        wait_for(lambda: store.has(20_000), publisher, 120)
        publisher.wait_until_caught_up()
        self.assertEqual(sorted(store.fixes), list(range(20_000)))
        self.assertEqual(collector.faults, [])
        self.assertTrue(wait(lambda: collector.statuses and collector.statuses[0]["state"] == "online"))
        self.assertNotIn("secret", publisher.log)

    def test_a_wrong_token_holds(self):
        """401 is named, and nothing is lost."""
        store = Store()
        collector = HTTPCollector(store, "secret")
        self.addCleanup(collector.close)
        publisher = self.publisher(section(collector.url()), range(100))
        wait_for(lambda: "401" in self.problem(publisher), publisher)
        # A port may contain the digits.
        self.assertEqual((len(re.findall(r"\b401\b", publisher.log)), store.fixes), (1, {}), publisher.log)


if __name__ == "__main__":
    unittest.main()
