"""A strict collector of a fleet, by MQTT and HTTP, that forgets answers on request; written from docs/fleet-protocol.md."""

import calendar
import json
import pathlib
import sys
import threading
import time

import paho.mqtt.client as paho
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from publisher import START
from receiver import Receiver, wait

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Benchmarks" / "Drivers"))
import read_segment  # noqa: E402 pylint: disable=wrong-import-position

DEVICE = "van"


def milliseconds(text):
    """The milliseconds since 1970 of a time in ISO 8601."""
    return calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) * 1000 + int(text[20:23] or 0)


class Store:
    """What a database would hold: the number of times that each second after START came."""

    def __init__(self):
        self.lock = threading.Lock()
        self.fixes = {}
        self.events = []
        self.sizes = []
        # The seconds from each fix to its arrival.
        self.delays = []

    def take(self, body, refuses=lambda second: False):
        """Stores a body; returns the answer."""
        assert 0 < len(body) <= 262_144
        if body[0] == 1:
            _, rows = read_segment.segment(body)
            times, events = [row[0] for row in rows], []
        else:
            documents = [json.loads(line) for line in body.splitlines() if line.strip()]
            events = [document for document in documents if "event" in document]
            times = [milliseconds(document["timestamp"]) for document in documents if "event" not in document]
        refused = []
        with self.lock:
            self.sizes.append((len(times), len(body)))
            for index, moment in enumerate(times):
                second = moment / 1000 - START
                if refuses(second):
                    refused.append({"index": index, "reason": "too beautiful"})
                else:
                    self.fixes[second] = self.fixes.get(second, 0) + 1
                    self.delays.append(time.time() - moment / 1000)
            self.events += events
        answer = {"stored": len(times) + len(events) - len(refused)}
        if refused:
            answer["refused"] = refused
        return json.dumps(answer).encode()

    def has(self, count):
        """True if that many different fixes came."""
        with self.lock:
            return len(self.fixes) >= count


class Collector:
    """Subscribes as one of a group, stores, and answers unless it is told not to."""

    def __init__(self, broker, store, loses=lambda: False, refuses=lambda second: False):
        self.store, self.loses, self.refuses = store, loses, refuses
        self.statuses, self.faults, self.concurrent = [], [], 0
        self.subscribed = False
        self.client = paho.Client(protocol=paho.MQTTv5)
        self.client.on_connect = lambda client, *_: client.subscribe(
            [("$share/fleet/whereismy/v1/+/fixes", 1), ("whereismy/v1/+/status", 1)])
        self.client.on_subscribe = self.note
        self.client.on_message = self.receive
        self.client.reconnect_delay_set(1, 1)
        self.client.connect_async("localhost", broker.port, 60)
        self.client.loop_start()
        if not wait(lambda: self.subscribed, 30):
            raise AssertionError("no subscription within 30 s")

    def note(self, *_):
        """Takes note of the subscription."""
        self.subscribed = True

    def receive(self, _, __, message):
        """Handles a message."""
        parts = message.topic.split("/")
        if parts[3] == "status":
            if message.payload:
                self.statuses.append((json.loads(message.payload), message.retain))
            return
        try:
            properties = message.properties
            assert message.qos == 0 and not message.retain
            assert properties.ResponseTopic == f"whereismy/v1/{parts[2]}/stored", properties
            assert 1 <= len(properties.CorrelationData) <= 8
            answer = self.store.take(message.payload, self.refuses)
        except Exception as error:  # pylint: disable=broad-exception-caught
            self.faults.append(repr(error))
            return
        if self.loses():
            return
        response = Properties(PacketTypes.PUBLISH)
        response.CorrelationData = properties.CorrelationData
        self.client.publish(properties.ResponseTopic, answer, 0, properties=response)

    def close(self):
        """Breaks off."""
        self.client.disconnect()
        self.client.loop_stop()


class HTTPCollector:
    """The same over HTTP, with a token; `fault` returns a status to answer with in place of storing, or "lost"."""

    def __init__(self, store, token, fault=lambda: None, refuses=lambda second: False):
        self.store, self.token, self.fault, self.refuses = store, token, fault, refuses
        self.statuses, self.faults = [], []
        self.server = Receiver(self.answer)

    def url(self):
        """The base of its paths."""
        return f"http://127.0.0.1:{self.server.port}/base/"

    def answer(self, request, _):
        """Answers a request."""
        record = request.record
        if record.headers["Authorization"] != f"Bearer {self.token}":
            return request.plain(401)
        if record.path == "/base/v1/fleet/status":
            self.statuses.append(json.loads(record.body))
            return request.plain(204)
        kind = "vnd.whereismy.segment" if record.body[0] == 1 else "x-ndjson"
        if record.path != "/base/v1/fleet/fixes" or record.headers["Content-Type"] != f"application/{kind}":
            self.faults.append((record.path, record.headers["Content-Type"]))
            return request.plain(404)
        fault = self.fault()
        if isinstance(fault, int):
            return request.plain(fault, [], b'{"unavailable":"the database is away"}')
        answer = self.store.take(record.body, self.refuses)
        if fault == "lost":
            request.close_connection = True
            return request.connection.close()
        return request.plain(200, [("Content-Type", "application/json")], answer)

    def close(self):
        """Stops the server."""
        self.server.close()
