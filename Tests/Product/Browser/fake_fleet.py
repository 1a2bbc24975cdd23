"""A server with the routes of `whereismy-fleet serve`, for tests of the fleet page without a database."""

import json
import queue
import random
import re
import threading
import time
import urllib.parse

import fake_daemon
from fake_daemon import iso

STALE_AFTER = 900
TEAMS = ["North", "South", "West", "Vans"]


def device(name, latitude=None, longitude=None, fix_age=2.0, received_age=1.0, **more):
    """Returns a device whose state follows from the ages of its fix and of its arrival, in seconds."""
    now = time.time()
    limit = more.get("staleAfter", STALE_AFTER)
    state = "silent" if received_age > limit else "stale" if fix_age > limit else "live"
    known = {"name": name, "teams": ["North"], "state": state if latitude is not None else "none", "isOnline": True, "staleAfter": limit}
    if latitude is not None:
        known |= {
            "time": iso(now - fix_age), "received": iso(now - received_age), "latitude": latitude, "longitude": longitude,
            "horizontalAccuracy": 4.2, "speed": 12.5, "course": 47.5, "altitude": 12.3, "motion": "moving",
            "status": {"version": "0.3.0", "satellites": 9, "waiting": 0, "diskFree": 5.2e9, "clock": "synchronised"},
        }
    return known | more


def fleet(count, seed=1):
    """Returns many devices of all states around a few towns, the same for each run."""
    source = random.Random(seed)
    towns = [(source.uniform(45, 55), source.uniform(0, 20)) for _ in range(40)]
    devices = []
    for number in range(count):
        north, east = source.choice(towns)
        kind = source.random()
        ages = (2, 1) if kind < 0.8 else (7200, 5) if kind < 0.9 else (90000, 90000)
        position = (north + source.gauss(0, 0.15), east + source.gauss(0, 0.2)) if kind < 0.98 else (None, None)
        devices.append(device(f"van-{number:05d}", *position, *ages, teams=[TEAMS[number % 3], TEAMS[3]][:1 + number % 2]))
    return devices


class World(fake_daemon.World):
    """The state of the fake server, which a test changes while the server runs."""

    def __init__(self):
        super().__init__()
        self.map["history"] = True
        self.devices = {}
        self.shareable = []
        self.past_events = []
        self.share = None
        self.set_fix(54.3233, 10.1394)

    def document(self, names=None):
        """Returns the document of devices, all of them or some."""
        chosen = self.devices.values() if names is None else [self.devices[name] for name in names]
        return {"time": iso(time.time()), "devices": list(chosen)}


class Handler(fake_daemon.Handler):
    """One request: the routes of one device are those of the fake daemon."""

    def do_GET(self):
        """Responds by path."""
        world = self.server.world
        url = urllib.parse.urlsplit(self.path)
        path = re.sub(r"^/share/[a-z0-9]+/", "/", url.path)
        world.requests.append(self.path)
        if world.is_dead:
            return self.json({"title": "Gone", "status": 410}, 410)
        if path.startswith("/assets/"):
            return self.asset(path.removeprefix("/assets/"))
        if match := re.fullmatch(r"/tiles/(\d+)/(\d+)/(\d+)", path):
            return self.send(200, "image/png", fake_daemon.picture(*map(int, match.groups())))
        if not world.is_signed_in:
            if path == "/":
                return self.file("fleet/sign-in.html")
            return self.json({"title": "Unauthorized", "status": 401, "detail": "sign in"}, 401)
        return self.signed_in(path, dict(urllib.parse.parse_qsl(url.query)))

    def signed_in(self, path, query):
        """Responds to a member, or to the reader of a share."""
        world = self.server.world
        if path == "/":
            return self.file("fleet/fleet.html")
        if re.fullmatch(r"/devices/[^/]+/", path):
            page = (fake_daemon.ROOT / "templates" / "live.html").read_text(encoding="utf-8")
            return self.send(200, fake_daemon.TYPES[".html"], page.replace('"assets/', '"../../assets/').encode())
        if path == "/v1/map":
            return self.json(world.map)
        if path.startswith("/v1/land/") or path == "/v1/places/largest":
            return self.api(path, query)
        if path == "/v1/devices":
            return self.json(world.document())
        if path == "/v1/teams":
            return self.json({"teams": [{"name": name, "role": "share"} for name in world.shareable]})
        if path == "/v1/shares":
            return self.json({"shares": world.active_shares})
        if path == "/v1/events/past":
            return self.json({"events": world.past_events})
        if path == "/v1/events":
            return self.stream(self.server.listeners, self.server.devices_event)
        if match := re.fullmatch(r"/v1/devices/([^/]+)/(.+)", path):
            name, route = match.groups()
            if name in world.devices and route in ("map", "track", "stats", "days", "events", "places/events"):
                return self.of_device(route, query)
        return self.json({"title": "Not Found", "status": 404}, 404)

    def of_device(self, route, query):
        """Responds to a route of one device, as the fake daemon does."""
        if route == "events":
            return self.stream(self.server.device_listeners, self.server.event)
        return self.api("/v1/" + route, query)

    def stream(self, listeners, first):
        """Streams events until the server stops; the first one is made before others can follow."""
        self.send_response(200)
        self.send_common_headers("text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        inbox = queue.Queue()
        inbox.put(first())
        listeners.append(inbox)
        try:
            while (event := inbox.get()) is not None:
                self.wfile.write(event)
                self.wfile.flush()
        except OSError:
            pass


class Server(fake_daemon.Server):
    """The server from a start to a stop."""

    handler = Handler

    def __init__(self, port, world):
        self.device_listeners = []
        super().__init__(port, world)

    def devices_event(self):
        """Returns all devices as an event."""
        return self.text("devices", self.world.document())

    @staticmethod
    def text(kind, document):
        """Returns an event."""
        return f"event: {kind}\ndata: {json.dumps(document)}\n\n".encode()

    def send(self, event):
        """Sends an event to all streams of the fleet; None ends every stream."""
        for inbox in list(self.listeners) + (list(self.device_listeners) if event is None else []):
            inbox.put(event)


class FakeFleet(fake_daemon.FakeDaemon):
    """The server of a test."""

    world_type, server_type = World, Server

    def add(self, *devices):
        """Adds or changes devices, and sends them as a change."""
        self.world.devices |= {known["name"]: known for known in devices}
        names = [known["name"] for known in devices]
        self.server.send(self.server.text("change", self.world.document(names)))

    def send_event(self, name, kind, place=None):
        """Sends an event of a device."""
        event = {"device": name, "event": kind, "time": iso(time.time())} | ({"place": place} if place else {})
        self.server.send(self.server.text("event", event))

    def send_device_report(self, **members):
        """Sends a report on the page of a device."""
        self.world.sequence += 1
        self.world.report = self.world.report | members | {"sequence": self.world.sequence}
        for inbox in list(self.server.device_listeners):
            inbox.put(self.server.event())

    def keep_changing(self, per_second, interval=1.0):
        """Moves random devices until the returned function is called."""
        ended = threading.Event()

        def run():
            source = random.Random(2)
            while not ended.wait(interval):
                moved = []
                for known in source.sample(list(self.world.devices.values()), per_second):
                    if "latitude" in known:
                        moved.append(known | {
                            "latitude": known["latitude"] + 0.0005, "time": iso(time.time()), "received": iso(time.time()), "state": "live"})
                self.add(*moved)

        threading.Thread(target=run, daemon=True).start()
        return ended.set
