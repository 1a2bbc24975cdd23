"""whereismy-publish with HTTP consumers of every kind."""

import json
import os
import signal
import time
import unittest

from publisher import START, Consumer, Publisher, wait_for
from receiver import Receiver

FAULTS = ["500", "portal", "413", "lost", None, None, None, None]


def section(consumer, form, *lines, name="a", since="all"):
    """The section of a destination."""
    return "\n".join([f"[publish {name}]", f"to = {consumer.url()}", f"format = {form}", f"since = {since}",
                      "retry-min = 100ms", "retry-max = 1s", *lines, ""])


class PublishTest(unittest.TestCase):
    """A publisher and consumers that stop with the test."""

    def publisher(self, *sections, seconds=()):
        """A publisher of a history with these seconds, not started."""
        publisher = Publisher("\n".join(sections))
        self.addCleanup(publisher.close)
        if seconds:
            publisher.record(seconds)
        return publisher

    def consumer(self, *arguments, **options):
        """A consumer."""
        consumer = Consumer(*arguments, **options)
        self.addCleanup(consumer.stop)
        return consumer


class HTTPDeliveryTest(PublishTest):
    """The history over HTTP."""

    def test_the_history_arrives_once_and_in_order(self):
        """Every fix arrives once; what is recorded later follows within seconds; an orderly end repeats nothing."""
        for form in ["owntracks", "overland", "traccar"]:
            with self.subTest(form):
                consumer = self.consumer()
                publisher = self.publisher(section(consumer, form), seconds=range(500))
                publisher.start()
                if form == "traccar":
                    wait_for(lambda: consumer.requests >= 500, publisher)
                    coords = consumer.bodies[0]["location"]["coords"]
                    self.assertEqual({type(coords[key]) in (int, float) for key in (
                        "latitude", "longitude", "speed", "heading", "accuracy", "altitude")}, {True})
                    continue
                wait_for(lambda: consumer.has(500), publisher)
                publisher.record(range(500, 520))
                wait_for(lambda: consumer.has(520), publisher)
                publisher.signal(signal.SIGTERM)
                publisher.start()
                publisher.record(range(520, 530))
                wait_for(lambda: consumer.has(530), publisher)
                self.assertEqual(set(consumer.taken.values()), {1})
                self.assertEqual(sorted(consumer.taken), list(range(530)))
                self.assertEqual(publisher.process.poll(), None)

    def test_a_backlog_arrives_in_the_order_of_its_time(self):
        """Also at a server that takes a different time for each request."""
        for form in ["owntracks", "overland"]:
            with self.subTest(form):
                consumer = self.consumer(lambda chance: time.sleep(chance.random() / 50))
                count = 120 if form == "owntracks" else 1000
                publisher = self.publisher(section(consumer, form), seconds=range(count))
                publisher.start()
                wait_for(lambda: consumer.has(count), publisher)
                order = [second for body in consumer.bodies for second in consumer.seconds(body)]
                self.assertEqual(order, list(range(count)))

    def test_a_message_of_owntracks_has_what_consumers_need(self):
        """Coordinates to 7 digits, the time of the fix, the time of sending, the accuracy where it is known."""
        consumer = self.consumer()
        publisher = self.publisher(
            section(consumer, "owntracks", "device = van", "user = melbourne", "tid = vn"), seconds=[7])
        publisher.start()
        wait_for(lambda: consumer.has(1), publisher)
        [body] = consumer.bodies
        self.assertEqual((body["_type"], body["tst"], body["tid"]), ("location", START + 7, "vn"))
        self.assertAlmostEqual(body["lon"], 8.00007, places=7)
        self.assertGreater(body["created_at"], body["tst"] + 10)
        headers = consumer.server.requests[0].headers
        self.assertEqual((headers["X-Limit-U"], headers["X-Limit-D"]), ("melbourne", "van"))

    def test_fixes_that_arrive_late_follow(self):
        """An import behind the cursor is delivered, and nothing twice."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "overland"), seconds=[*range(100), *range(200, 300)])
        publisher.start()
        wait_for(lambda: consumer.has(200), publisher)
        publisher.record(range(100, 200))
        wait_for(lambda: consumer.has(300), publisher)
        self.assertEqual(set(consumer.taken.values()), {1})

    def test_a_new_destination_begins_now(self):
        """By default the past stays at home, also when it is imported later."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "overland", since="now"), seconds=range(1000, 1100))
        publisher.start()
        wait_for(lambda: publisher.cursor() is not None, publisher)
        publisher.record(range(0, 100))
        publisher.record(range(1100, 1110))
        wait_for(lambda: consumer.has(10), publisher)
        self.assertEqual(sorted(consumer.taken), list(range(1100, 1110)))

    def test_nothing_is_lost_in_kills(self):
        """50 kills of the publisher and of the consumer, lost answers, 500s, a captive portal, 413: each fix arrives.

        A consumer keeps one fix a device and time, so that what is sent again after a lost answer is not doubled there.
        """
        for form in ["overland", "owntracks"]:
            with self.subTest(form):
                consumer = self.consumer(lambda chance: chance.choice(FAULTS), seed=7)
                count = 6000 if form == "overland" else 1500
                publisher = self.publisher(section(consumer, form), seconds=range(count))
                for kill in range(50):
                    if not publisher.process or not publisher.running():
                        publisher.start()
                    goal = consumer.requests + 1 + kill % 4
                    wait_for(lambda: consumer.requests >= goal or consumer.has(count), publisher)
                    if kill % 2:
                        consumer.stop()
                        consumer.start()
                    else:
                        publisher.signal(signal.SIGKILL)
                consumer.misbehave = None
                if not publisher.running():
                    publisher.start()
                wait_for(lambda: consumer.has(count), publisher, 120)
                self.assertEqual(sorted(consumer.taken), list(range(count)))

    def test_a_refusal_is_named_once_and_holds(self):
        """401 stops the destination without a loss; after a reload with the right token everything arrives."""
        consumer = self.consumer()
        token = []
        taken = consumer.answer
        consumer.server.answer = lambda request, number: (
            taken(request, number) if request.headers["Authorization"] == "Bearer right" else request.plain(401))
        publisher = self.publisher(seconds=range(50))
        secret = publisher.folder / "token"
        secret.write_text("wrong", encoding="utf-8")
        secret.chmod(0o600)
        token.append(secret)
        publisher.configure(section(consumer, "overland", f"token-file = {secret}"))
        publisher.start()
        wait_for(lambda: len(consumer.server.requests) >= 3, publisher)
        self.assertEqual(publisher.log.count("answered 401"), 1)
        self.assertNotIn("wrong", publisher.log)
        [status] = publisher.status()["destinations"]
        self.assertIn("answered 401", status["problem"])
        secret.write_text("right", encoding="utf-8")
        publisher.signal(signal.SIGHUP)
        wait_for(lambda: consumer.has(50), publisher)
        wait_for(lambda: "problem" not in publisher.status()["destinations"][0], publisher)

    def test_what_a_consumer_rejects_is_set_aside(self):
        """A fix that gets 422 is split out of its batch and kept in a file; the others arrive."""
        consumer = self.consumer()
        taken = consumer.answer

        def strict(request, number):
            body = json.loads(request.record.body)
            if 123 in Consumer.seconds(body):
                return request.plain(422)
            return taken(request, number)

        consumer.server.answer = strict
        publisher = self.publisher(section(consumer, "overland"), seconds=range(1000))
        publisher.start()
        wait_for(lambda: consumer.has(999), publisher)
        wait_for(publisher.rejected, publisher)
        [message] = publisher.rejected()
        self.assertEqual(Consumer.seconds(message), [123])
        # The message follows the file.
        wait_for(lambda: "set aside" in publisher.log, publisher)
        self.assertEqual(publisher.log.count("set aside"), 1)
        self.assertNotIn("47.0", publisher.log)

    def test_the_cursor_of_another_program_is_no_new_start(self):
        """A damaged cursor is moved aside with a message, and sending begins as `since` says."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "overland"), seconds=range(10))
        path = publisher.folder / "state-publish" / "cursors" / "a.json"
        path.parent.mkdir(parents=True)
        path.write_text("{", encoding="utf-8")
        publisher.start()
        wait_for(lambda: consumer.has(10), publisher)
        self.assertIn("not a cursor of whereismy-publish", publisher.log)
        self.assertTrue(path.with_name("a.json.damaged").exists())

    def test_requests_of_a_user(self):
        """A request to send again is carried out once, also beside hidden files and one for a time that no fix has."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "overland"), seconds=range(100))
        publisher.start()
        publisher.wait_until_caught_up()
        request = publisher.folder / "run-publish" / "requests" / "a"
        for number in range(120):
            request.with_name(f".{number}").touch()
        for kind in ["skip", "rewind"]:
            hidden, hostile = request.with_name(".b.new"), request.with_name("b")
            hidden.write_text(json.dumps({"name": "a", "kind": kind, "moment": 2**63 - 1}), encoding="utf-8")
            hidden.rename(hostile)
            wait_for(lambda: not hostile.exists(), publisher)  # pylint: disable=cell-var-from-loop
        hidden = request.with_name(".a.new")
        hidden.write_text(
            json.dumps({"name": "a", "kind": "rewind", "moment": (START + 90) * 1000}), encoding="utf-8")
        hidden.rename(request)
        wait_for(lambda: sum(consumer.taken.values()) == 110, publisher)
        self.assertFalse(request.exists())


class WebhooksTest(PublishTest):
    """Webhooks beside destinations."""

    def test_both_are_served_at_once(self):
        """Positions and events of the same name arrive; a new queue is noticed, and neither waits for the other."""
        consumer = self.consumer()
        receiver = Receiver()
        self.addCleanup(receiver.close)
        stuck = self.consumer(lambda chance: "500")
        publisher = self.publisher(
            section(consumer, "overland"), section(stuck, "overland", name="stuck"),
            f"[webhook a]\nurl = {receiver.url()}\n[webhook gone]\nurl = http://127.0.0.1:1/\n", seconds=range(10))
        publisher.start()
        wait_for(lambda: consumer.has(10), publisher)
        queue = publisher.folder / "state" / "webhooks"
        queue.mkdir()
        enqueue(queue, 1, "gone")
        enqueue(queue, 2)
        # The queue did not exist at the start.
        wait_for(lambda: receiver.requests, publisher, 20)
        for number in range(3, 6):
            enqueue(queue, number)
            wait_for(lambda seen=number - 1: len(receiver.requests) == seen, publisher, 3)
        publisher.record(range(10, 20))
        wait_for(lambda: consumer.has(20), publisher, 10)
        wait_for(lambda: os.listdir(queue) == ["0000000000000001-gone.json"], publisher)
        self.assertTrue(publisher.running())
        self.assertEqual(set(consumer.taken.values()), {1})
        self.assertIn("webhook gone: 127.0.0.1:1: ", publisher.log)
        publisher.signal(signal.SIGTERM)
        self.assertEqual((publisher.process.returncode, len(receiver.requests)), (0, 4))


class TransitionTest(PublishTest):
    """Entering and leaving places."""

    def test_transitions_arrive_in_order_and_once(self):
        """They come from the history, also those of the time without a consumer; the anchor watch has none."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "owntracks"), seconds=range(20))
        publisher.happen(5, "enter", "Home")
        publisher.happen(9, "leave", "Home")
        publisher.happen(9, "enter", "Work")
        publisher.happen(11, "dragging", "anchor")
        publisher.start()
        expected = [(5, "enter", "Home"), (9, "leave", "Home"), (9, "enter", "Work")]
        wait_for(lambda: consumer.has(20) and len(consumer.transitions()) >= 3, publisher)
        self.assertEqual(consumer.transitions(), expected)
        [first] = [body for body in consumer.bodies if body.get("tst") == START + 5 and body["_type"] == "transition"]
        self.assertEqual((first["lat"], first["lon"], first["acc"], first["t"]), (47, 8, 5, "c"))
        consumer.misbehave = lambda _: "500"
        publisher.happen(25, "leave", "Work")
        publisher.record([26])
        wait_for(lambda: publisher.status()["destinations"][0].get("problem"), publisher)
        publisher.signal(signal.SIGTERM)
        publisher.start()
        consumer.misbehave = None
        wait_for(lambda: consumer.has(21) and len(consumer.transitions()) >= 4, publisher)
        self.assertEqual(consumer.transitions(), [*expected, (25, "leave", "Work")])

    def test_a_zone_hides_its_transitions(self):
        """Nothing of what happens inside leaves, and it is not sent later."""
        consumer = self.consumer()
        zone = "[privacy-zone home]\nlatitude = 47.0\nlongitude = 8.0\nradius = 500m\n"
        publisher = self.publisher(section(consumer, "owntracks"), zone, seconds=[0, 5000])
        publisher.happen(5, "enter", "Home")
        publisher.start()
        wait_for(lambda: consumer.has(1), publisher)
        wait_for(lambda: publisher.status()["destinations"][0]["isCaughtUp"], publisher)
        self.assertEqual((list(consumer.taken), consumer.transitions()), ([5000], []))


class CommandTest(PublishTest):
    """`whereismy publish`."""

    def test_the_list_tells_what_is_held_and_what_waits(self):
        """With a consumer that refuses, then with one that takes everything, then without the publisher."""
        consumer = self.consumer()
        taken = consumer.answer
        consumer.server.answer = lambda request, _: request.plain(403)
        publisher = self.publisher(section(consumer, "overland"), seconds=range(50))
        publisher.start()
        wait_for(lambda: "held since" in publisher.command("publish")[1], publisher)
        code, output, _ = publisher.command("publish", "--format", "json")
        listed = json.loads(output)
        self.assertEqual((code, listed["state"], listed["waiting"]), (0, "held", 50))
        self.assertIn("answered 403", listed["problem"])
        self.assertEqual(listed["oldest"], "2026-11-01T00:00:00.000Z")
        consumer.server.answer = taken
        wait_for(lambda: "up to date" in publisher.command("publish")[1], publisher)
        listed = json.loads(publisher.command("publish", "--format", "json")[1])
        self.assertEqual(listed["waiting"], 0)
        self.assertIn("answered 403", listed["lastError"])
        publisher.signal(signal.SIGTERM)
        publisher.record(range(60, 63))
        listed = json.loads(publisher.command("publish", "--format", "json")[1])
        self.assertEqual((listed["state"], listed["waiting"]), ("stopped", 3))

    def test_rewind_and_skip(self):
        """Both are carried out at once, and wait for a publisher that does not run."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "overland"), seconds=range(100))
        code, _, messages = publisher.command("publish", "--rewind", "1h", "a")
        self.assertEqual(code, 1)
        self.assertIn("fix: sudo systemctl start whereismy-publish", messages)
        publisher.start()
        publisher.wait_until_caught_up()
        self.assertIn("is sent again\n", publisher.command("publish", "--rewind", "2026-11-01T00:01:30Z")[1])
        wait_for(lambda: sum(consumer.taken.values()) == 110, publisher)
        publisher.signal(signal.SIGTERM)
        publisher.record(range(200, 210))
        self.assertIn("when whereismy-publish starts", publisher.command("publish", "--skip")[1])
        publisher.start()
        wait_for(lambda: "skip by request" in publisher.log, publisher)
        wait_for(lambda: "up to date" in publisher.command("publish")[1], publisher)
        self.assertEqual(max(consumer.taken), 99)

    def test_a_test_sends_the_newest_position_once(self):
        """It changes nothing, obeys privacy, and prints the answer."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "owntracks"))
        code, _, messages = publisher.command("publish", "--test", "a")
        self.assertEqual(code, 4)
        self.assertIn("nothing to send", messages)
        publisher.record(range(10))
        code, output, messages = publisher.command("publish", "--test", "a")
        self.assertEqual((code, messages), (0, ""))
        self.assertIn("has accepted the last recorded position", output)
        self.assertEqual(list(consumer.taken), [9])
        self.assertIsNone(publisher.cursor())
        consumer.server.answer = lambda request, _: request.plain(401)
        code, _, messages = publisher.command("publish", "--test", "a")
        self.assertEqual(code, 1)
        self.assertIn("answered 401; fixes would wait", messages)
        zone = "[privacy-zone home]\nlatitude = 47.0\nlongitude = 8.0\nradius = 500m\n"
        publisher.configure(zone + section(consumer, "owntracks"))
        code, _, messages = publisher.command("publish", "--test", "a")
        self.assertEqual(code, 4)
        self.assertIn("privacy hides the position", messages)
        self.assertEqual(publisher.command("publish", "--test", "b")[0], 64)


def enqueue(queue, number, webhook="a"):
    """Adds an event to the queue as the daemon does."""
    moment = "2026-11-21T10:00:00.000Z"
    name = f"{number:016d}-{webhook}.json"
    (queue / f".{name}.new").write_text(
        f'{{"id":"{number:032x}","queued":"{moment}","event":"leave","place":"Home","moment":"{moment}",'
        f'"since":"{moment}"}}', encoding="utf-8")
    (queue / f".{name}.new").rename(queue / name)


class EndTest(PublishTest):
    """The start and the end of the program."""

    def test_without_a_destination_it_ends(self):
        """It says so and ends well, so that systemd does not start it again."""
        publisher = self.publisher()
        publisher.start()
        self.assertEqual(publisher.process.wait(30), 0)
        self.assertIn("no destination", publisher.log)

    def test_only_one_runs(self):
        """A second one names the first."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "overland"), seconds=[1])
        publisher.start()
        wait_for(lambda: consumer.has(1), publisher)
        first = publisher.process
        publisher.start()
        self.assertEqual(publisher.process.wait(30), 1)
        self.assertIn(f"already running here (process {first.pid})", publisher.log)
        first.terminate()
        self.assertEqual(first.wait(30), 0)

    def test_a_cursor_tells_no_position(self):
        """Cursors and the status have times and names alone, and others may not read them."""
        consumer = self.consumer()
        publisher = self.publisher(section(consumer, "overland"), seconds=range(10))
        publisher.start()
        wait_for(lambda: consumer.has(10), publisher)
        publisher.signal(signal.SIGTERM)
        path = publisher.folder / "state-publish" / "cursors" / "a.json"
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o640)
        self.assertEqual(
            set(json.loads(path.read_text(encoding="utf-8"))), {"end", "late", "history", "final", "spans"})


if __name__ == "__main__":
    unittest.main()
