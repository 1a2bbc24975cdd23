"""Collectors with real PostgreSQL and mosquitto: what is answered is stored, once, whoever dies."""

import base64
import json
import os
import random
import time
import unittest

import fleet
from fleet import Device, Fleet, fix, wait

TORTURE = os.environ.get("WHEREISMY_TORTURE") == "yes"


class CommonFleet(unittest.TestCase):
    """One fleet for the tests of a class."""

    collectors = 1
    devices = ("van", "boat")

    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(cls.collectors)
        cls.addClassCleanup(cls.fleet.close)
        cls.fleet.start(cls.devices)

    def setUp(self):
        self.collector = self.fleet.collectors[0]


class HTTPTest(CommonFleet):
    """Uploads by HTTP."""

    def upload(self, device, body, path="/v1/fleet/fixes"):
        """Uploads as a device; returns the status and the answer."""
        return self.collector.upload(self.fleet.tokens[device], body, path)

    def test_answer_comes_after_commit(self):
        """200 means: in the database; a repeat counts as stored, and is not stored twice."""
        body = "".join(fix(second) for second in range(100))
        self.assertEqual(self.upload("van", body), (200, {"stored": 100}))
        self.assertEqual(len(self.fleet.stored("van")), 100)
        self.assertEqual(self.upload("van", body), (200, {"stored": 100}))
        self.assertEqual(len(self.fleet.stored("van")), 100)

    def test_token_is_of_one_device(self):
        """Without a token nothing is stored, and a token writes as its own device."""
        before = len(self.fleet.stored("boat"))
        for token in ["", "x", "a" * 32, "a" * 5000]:
            status, _, text = self.collector.ask(
                "POST", "/v1/fleet/fixes", fix(1), **({"Authorization": f"Bearer {token}"} if token else {}))
            self.assertIn(status, (401, 431))
            self.assertNotIn(b"stored", text)
        self.upload("van", fix(5000))
        self.assertEqual(len(self.fleet.stored("boat")), before)

    def test_hostile_bodies(self):
        """What cannot be decoded is rejected, and nothing of it is stored."""
        before = self.fleet.stored("boat")
        for body in ["", "x", "{}", "[]", "\x00", "\x01abc", fix(1) + "x", '{"latitude":1}\n', fix(1, latitude=91)]:
            with self.subTest(body=body):
                status, answer = self.upload("boat", body)
                self.assertEqual(status, 400)
                self.assertIn("rejected", answer)
        status, _, _ = self.collector.ask(
            "POST", "/v1/fleet/fixes", "x" * 262_145, Authorization=f"Bearer {self.fleet.tokens['boat']}")
        self.assertEqual(status, 413)
        self.assertEqual(self.fleet.stored("boat"), before)
        self.assertEqual(self.collector.ask("GET", "/v1/fleet/fixes")[0], 405)
        self.assertEqual(self.collector.ask("GET", "/nothing")[0] // 100, 4)

    def test_phones(self):
        """OwnTracks with Basic, Overland with Bearer."""
        self.fleet.add("ann-phone")
        secret = base64.b64encode(f"ann:{self.fleet.tokens['ann-phone']}".encode()).decode()
        message = json.dumps(
            {"_type": "location", "lat": 47.1, "lon": 8.2, "tst": fleet.START, "acc": 5, "tid": "an"})
        status, _, text = self.collector.ask("POST", "/owntracks", message, Authorization=f"Basic {secret}")
        self.assertEqual((status, json.loads(text)), (200, []))
        status, answer = self.upload("ann-phone", '{"_type":"lwt","tst":1}', "/owntracks")
        self.assertEqual((status, answer), (200, []))
        feature = {
            "type": "Feature", "geometry": {"type": "Point", "coordinates": [8.3, 47.2]},
            "properties": {"timestamp": "2026-11-01T00:00:01Z", "horizontal_accuracy": 4, "device_id": "x"}}
        status, answer = self.upload("ann-phone", json.dumps({"locations": [feature]}), "/overland")
        self.assertEqual((status, answer), (200, {"result": "ok"}))
        self.assertEqual(len(self.fleet.stored("ann-phone")), 2)
        self.assertEqual(self.upload("ann-phone", "{", "/owntracks")[0], 400)

    def test_status(self):
        """A status by HTTP is what the operator sees."""
        self.assertEqual(self.upload("boat", '{"state":"online","waiting":7}', "/v1/fleet/status"), (204, None))
        listed = json.loads(self.fleet.command("device", "list", "--format", "json"))["devices"]
        self.assertEqual([each["status"]["waiting"] for each in listed if each["name"] == "boat"], [7])

    def test_removed_device(self):
        """A device is removed with all that it sent, after a confirmation, and its token is worth nothing."""
        self.fleet.add("raft")
        self.assertEqual(self.upload("raft", "".join(map(fix, range(100))))[0], 200)
        self.assertIn("fix: add --yes", self.fleet.command("device", "remove", "raft", code=64))
        self.assertEqual(len(self.fleet.stored("raft")), 100)
        answer = self.fleet.command("device", "remove", "raft", "--yes")
        self.assertEqual(answer, "removed raft with 100 fixes and 0 events\n")
        self.assertEqual(self.fleet.stored("raft"), [])
        self.assertIn("no device raft", self.fleet.command("device", "remove", "raft", "--yes", code=1))
        self.assertTrue(wait(lambda: self.upload("raft", fix(2))[0] == 401, 40))

    def test_token_with_a_role(self):
        """The token of a program shows no more than its role."""
        self.fleet.command("member", "add", "reader", "--admin")
        statuses = []
        for role in ("last", "history"):
            token = self.fleet.command("token", "add", role, "--member", "reader", "--role", role).strip()
            for path in ("/v1/devices", "/v1/devices/van/track"):
                statuses.append(self.collector.ask("GET", path, Authorization=f"Bearer {token}")[0])
        self.assertEqual(statuses, [200, 403, 200, 200])
        mistake = self.fleet.command("token", "add", "x", "--member", "reader", "--role", "hist", code=64)
        self.assertIn("did you mean", mistake)

    def test_disabled_device(self):
        """A disabled device is refused within seconds, and accepted again."""
        self.fleet.add("cart")
        self.assertEqual(self.upload("cart", fix(1))[0], 200)
        self.fleet.command("device", "disable", "cart")
        self.assertTrue(wait(lambda: self.upload("cart", fix(2))[0] in (401, 403), 40))
        self.fleet.command("device", "enable", "cart")
        self.assertTrue(wait(lambda: self.upload("cart", fix(3))[0] == 200, 40))


class MQTTTest(CommonFleet):
    """Uploads by MQTT, with the access list of `init`."""

    def test_batches(self):
        """All batches are answered, and all fixes stored."""
        device = Device(self.fleet, "van", [fix(second) for second in range(5000)])
        self.addCleanup(device.close)
        self.assertTrue(wait(lambda: device.is_done, 60))
        self.assertEqual(sum(answer["stored"] for answer in device.answers), 5000)
        self.assertEqual(len(self.fleet.stored("van")), 5000)
        self.assertTrue(wait(lambda: self.state("van").get("state") == "online", 10))

    def state(self, name):
        """The status of a device."""
        listed = json.loads(self.fleet.command("device", "list", "--format", "json"))["devices"]
        return next(each for each in listed if each["name"] == name).get("status", {})

    def test_foreign_topics(self):
        """A device can neither write as another one, nor have its answers sent there."""
        device = Device(self.fleet, "boat", [])
        self.addCleanup(device.close)
        self.assertTrue(wait(device.client.is_connected, 10))
        device.client.publish("whereismy/v1/van/fixes", fix(900_001), 1).wait_for_publish(10)
        device.client.publish("whereismy/v1/van/status", '{"state":"offline"}', 1, True).wait_for_publish(10)
        properties = fleet.Properties(fleet.PacketTypes.PUBLISH)
        properties.ResponseTopic = "whereismy/v1/van/stored"
        device.client.publish("whereismy/v1/boat/fixes", fix(900_002), 1, False, properties).wait_for_publish(10)
        device.client.publish("whereismy/v1/boat/fixes", fix(900_003), 1, False).wait_for_publish(10)
        self.assertTrue(wait(lambda: self.fleet.stored("boat"), 10))
        self.assertEqual(len(self.fleet.stored("boat")), 1)
        self.assertEqual([time for time in self.fleet.stored("van") if time >= (fleet.START + 900_000) * 1000], [])

    def test_own_tracks(self):
        """A phone at owntracks/USER/DEVICE is the device USER, never another one."""
        self.fleet.add("bob")
        self.fleet.add("bob-phone")
        self.fleet.mosquitto.add("bob", "secret")
        self.fleet.mosquitto.reload()
        client = fleet.paho.Client(protocol=fleet.paho.MQTTv311, client_id="bob")
        client.username_pw_set("bob", "secret")
        client.connect("127.0.0.1", self.fleet.mosquitto.port)
        client.loop_start()
        self.addCleanup(client.loop_stop)
        client.publish(
            "owntracks/bob/phone", json.dumps({"_type": "location", "lat": 1, "lon": 2, "tst": fleet.START}), 1
        ).wait_for_publish(10)
        self.assertTrue(wait(lambda: len(self.fleet.stored("bob")) == 1, 20))
        self.assertEqual(self.fleet.stored("bob-phone"), [])


class AwayTest(CommonFleet):
    """The database or the broker is away."""

    def test_database(self):
        """It is said once, HTTP gets 503 with Retry-After, and all works within 10 s of its return."""
        token = self.fleet.tokens["van"]
        self.assertEqual(self.collector.upload(token, fix(1))[0], 200)
        self.fleet.postgres.kill()
        for second in range(20):
            status, headers, _ = self.collector.ask(
                "POST", "/v1/fleet/fixes", fix(second), Authorization=f"Bearer {token}")
            self.assertEqual(status, 503)
            self.assertEqual(headers["Retry-After"], "5")
        self.assertEqual(self.collector.health()["database"], "away")
        self.assertEqual(self.collector.health()["waitingBytes"], 0)
        time.sleep(3)
        self.fleet.postgres.start()
        self.assertTrue(wait(lambda: self.collector.upload(token, fix(3))[0] == 200, 10))
        self.assertTrue(wait(lambda: "database back" in self.collector.log, 5))
        self.assertEqual(self.collector.log.count("database away"), 1, self.collector.log)
        self.assertEqual(self.collector.log.count("database back"), 1, self.collector.log)

    def test_broker(self):
        """It is said once, and devices are served within 10 s of its return."""
        self.fleet.mosquitto.kill()
        self.assertTrue(wait(lambda: "broker away" in self.collector.log, 10))
        time.sleep(3)
        self.fleet.mosquitto.start()
        self.assertTrue(wait(lambda: self.collector.health()["broker"] == "connected", 10))
        self.assertEqual(self.collector.log.count("broker away"), 1, self.collector.log)
        device = Device(self.fleet, "boat", [fix(second) for second in range(100)], patience=2)
        self.addCleanup(device.close)
        self.assertTrue(wait(lambda: device.is_done, 10))

    def test_frozen_database(self):
        """A database that stands still holds up no more than the bound, and nobody is answered."""
        token = self.fleet.tokens["van"]
        self.assertEqual(self.collector.upload(token, fix(70_001))[0], 200)
        self.fleet.postgres.freeze()
        self.addCleanup(self.fleet.postgres.thaw)
        body = "".join(fix(70_000 + second) for second in range(1000))
        device = Device(self.fleet, "boat", [fix(80_000 + second) for second in range(200_000)], 500, 100, 1)
        self.addCleanup(device.close)
        time.sleep(8)
        self.assertEqual(device.answers, [])
        self.assertLess(self.collector.resident(), 60_000_000)
        self.fleet.postgres.thaw()
        self.assertTrue(wait(lambda: device.answers, 40))
        self.assertTrue(wait(lambda: self.collector.upload(token, body)[0] == 200, 40))


class KillTest(CommonFleet):
    """Everything is killed at random, and every fix is stored once."""

    collectors = 2
    devices = ("a", "b", "c")
    count, kills = (20_000, 20) if TORTURE else (4000, 6)

    def test_kills(self):
        """What the devices are told is stored is stored, none twice, none invented."""
        fixes = [fix(second) for second in range(self.count)]
        devices = [Device(self.fleet, name, fixes, 50, 4, 2) for name in self.devices]
        for device in devices:
            self.addCleanup(device.close)
        for _ in range(self.kills):
            time.sleep(random.uniform(0.2, 1.5))
            process = random.choice(self.fleet.processes())
            process.kill()
            time.sleep(random.uniform(0, 1))
            process.start()
        self.assertTrue(wait(lambda: all(device.is_done for device in devices), 300), [
            (device.name, device.next, len(device.waiting)) for device in devices])
        expected = [(fleet.START + second) * 1000 for second in range(self.count)]
        for device in devices:
            self.assertEqual(self.fleet.stored(device.name), expected)
            self.assertEqual([answer for answer in device.answers if set(answer) != {"stored"}], [])


if __name__ == "__main__":
    unittest.main()
