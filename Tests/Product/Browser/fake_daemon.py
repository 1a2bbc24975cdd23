"""A server with the routes of whereismyd, for tests of the page without a daemon."""

import contextlib
import datetime
import functools
import html
import http.server
import json
import pathlib
import queue
import re
import socket
import threading
import time
import urllib.parse

import fake_history
import fake_places
import pictures

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIBRARIES = {
    "leaflet": pathlib.Path("/usr/share/javascript/leaflet"), "dygraphs": pathlib.Path("/usr/share/javascript/dygraphs")}
DYGRAPHS = {"dygraph.js": "dygraph.min.js"}
TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https://tile.openstreetmap.org; "
    "connect-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)

# In place of a QR code.
CODE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="#fff" d="M0 0h29v29H0z"/><path d="M4 4h21v21H4z"/></svg>'

picture = functools.lru_cache(maxsize=500)(pictures.tile)


def iso(moment):
    """Returns a time in the format of the daemon."""
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class World:
    """The state of the fake daemon, which a test changes while the daemon runs."""

    def __init__(self):
        self.map = {
            "tiles": "tiles/{z}/{x}/{y}", "attribution": "Test <b>chart</b> & sons", "minZoom": 0, "maxZoom": 18,
            "staleAfter": 30,
        }
        # The seconds that the settings take.
        self.map_delay = 0
        self.track = []
        # The times of the points of the track.
        self.track_times = []
        # The address of a new share.
        self.share_address = "http://localhost/share/abc/"
        self.is_dead = False
        self.is_signed_in = True
        self.sequence = 0
        self.shares = []
        self.active_shares = []
        self.satellites = []
        self.has_two_receivers = False
        # The days of the list; None for the last nine.
        self.days = None
        # The time zones that this machine does not have.
        self.unknown_zones = []
        self.has_dygraphs = True
        self.has_events = True
        # The assets whose requests get no answer.
        self.unreachable = set()
        # The contents of changed files by their name.
        self.changed = {}
        self.requests = []
        self.places = fake_places.Places()
        self.history = fake_history.History()
        self.report = {"state": "starting", "since": iso(time.time()), "sequence": 0}

    def report_with_anchor(self):
        """Returns the report with the anchor watch."""
        return self.report | ({"anchor": self.places.anchor} if self.places.anchor else {})

    def set_fix(self, latitude, longitude, **more):
        """Sets a position, received now."""
        fix = {
            "timestamp": iso(time.time()), "mode": "3d", "latitude": latitude, "longitude": longitude, "altitude": 12.3,
            "horizontalAccuracy": 4.2, "horizontalAccuracyOrigin": "receiver", "verticalAccuracy": 7.1, "speed": 3.4,
            "course": 47.5, "device": "/dev/ttyACM0", "differential": "none", "source": "receiver",
        }
        fix.update(more)
        self.sequence += 1
        self.track.append([longitude, latitude])
        self.report = {
            "state": "live", "since": iso(time.time() - 60), "sequence": self.sequence, "age": 0.2, "fix": fix,
            "received": iso(time.time() - 0.2), "motion": "moving", "odometer": 12345.6,
            "satellites": {"used": 9, "visible": 14, "hdop": 0.9},
        }


class Handler(http.server.BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"

    def setup(self):
        """Records the connection, so that the server can close it."""
        super().setup()
        self.server.connections.append(self.connection)

    def log_message(self, *_):
        """Logs nothing."""

    def do_GET(self):
        """Responds by path."""
        url = urllib.parse.urlsplit(self.path)
        path = re.sub(r"^/share/[a-z0-9]+/", "/", url.path)
        self.server.world.requests.append(self.path)
        if self.server.world.is_dead:
            return self.file("expired.html", 410)
        if path == "/":
            return self.file("live.html" if self.server.world.is_signed_in else "sign-in.html")
        if path.startswith("/assets/"):
            return self.asset(path.removeprefix("/assets/"))
        if path == "/service-worker.js":
            return self.file("service-worker.js")
        if path == "/qr.svg":
            return self.send(200, TYPES[".svg"], CODE)
        if path == "/static":
            return self.send(200, TYPES[".html"], b"<!DOCTYPE html><title>static</title><p>The static page")
        if match := re.fullmatch(r"/tiles/(\d+)/(\d+)/(\d+)", path):
            return self.send(200, "image/png", picture(*map(int, match.groups())))
        if not self.server.world.is_signed_in:
            return self.json({"title": "Unauthorized", "status": 401, "detail": "sign in"}, 401)
        return self.api(path, dict(urllib.parse.parse_qsl(url.query)))

    def do_POST(self):
        """Creates a share, or ends the session."""
        if self.path == "/sign-out":
            self.server.world.is_signed_in = False
            return self.send(204, "text/plain", b"")
        if self.path == "/v1/integrity/trust":
            self.server.world.is_claim_accepted = True
            return self.send(204, "text/plain", b"")
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.startswith("/v1/anchor"):
            return self.change_anchor(lambda world, query: world.places.set_anchor(request, query, world.report))
        if self.path.startswith("/v1/places/own"):
            return self.change_places(request)
        self.server.world.shares.append(request)
        if request.get("label") == "refuse":
            return self.json({"title": "Bad Request", "status": 400, "detail": "<i>no</i> such share"}, 400)
        share = {"id": f"a{len(self.server.world.shares)}", "expires": iso(time.time() + 7200)}
        self.server.world.active_shares.append(share | request)
        return self.json(share | {"url": self.server.world.share_address})

    def change_places(self, request=None):
        """Adds, replaces, renames or removes a place."""
        world = self.server.world
        world.requests.append(f"{self.command} {self.path}")
        status, document = world.places.change(self.command, urllib.parse.urlsplit(self.path), request)
        self.json(document, status)

    def do_DELETE(self):
        """Ends the anchor watch or a share, or removes a place."""
        if self.path.startswith("/v1/places/own/"):
            return self.change_places()
        if self.path.startswith("/v1/shares/"):
            return self.end_share(self.path.removeprefix("/v1/shares/"))
        return self.change_anchor(lambda world, query: world.places.end_anchor(query))

    def end_share(self, name):
        """Ends a share; not one with the label `refuse`."""
        shares = self.server.world.active_shares
        found = [share for share in shares if share["id"] == name]
        if not found:
            return self.json({"title": "Not Found", "status": 404}, 404)
        if found[0].get("label") == "refuse":
            return self.json({"title": "Service Unavailable", "status": 503, "detail": "<i>no</i> disk"}, 503)
        shares.remove(found[0])
        return self.json(None, 204)

    def change_anchor(self, change):
        """Changes the anchor watch, and sends the report."""
        self.server.world.requests.append(f"{self.command} {self.path}")
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        status, document = change(self.server.world, query)
        self.json(document, status)
        self.server.send(self.server.event())

    def api(self, path, query):
        """Responds on the versioned routes."""
        world = self.server.world
        if query.get("zone") in world.unknown_zones:
            return self.json({"status": 400, "detail": f"zone: {query['zone']} is not a time zone"}, 400)
        if path == "/v1/map":
            time.sleep(world.map_delay)
            return self.json(world.map)
        if path == "/v1/report":
            return self.json(world.report_with_anchor())
        if path == "/v1/events" and world.has_events:
            return self.events()
        if path.startswith("/v1/land/"):
            return self.json({"extent": 1024, "path": "M-8 -8 1032 -8 1032 700Z"})
        if path == "/v1/status":
            return self.json(world.report | {"inView": world.satellites})
        if path == "/v1/shares":
            return self.json({"shares": world.active_shares})
        if document := world.history.respond(path, query):
            return self.json(document)
        if path == "/v1/track" and query.get("format") == "gpx":
            return self.send(200, "application/gpx+xml", b"<gpx/>")
        if path == "/v1/track":
            line = {"type": "LineString", "coordinates": world.track}
            feature = {"type": "Feature", "geometry": line, "properties": {"coordTimes": world.track_times}}
            return self.json({"type": "FeatureCollection", "features": [feature] if len(world.track) > 1 else []})
        if response := world.places.respond(path, query, world.report):
            return self.json(response[1], response[0])
        if path == "/v1/stats":
            device = {"device": "/dev/ttyACM0", "points": 10, "distance": 4321.0, "moving": 3600.0, "standing": 120.0}
            devices = [device | {"topSpeed": 9.1, "meanSpeed": 4.2}]
            if world.has_two_receivers:
                devices.append(device | {"device": "/dev/ttyUSB1", "distance": 1000.0})
            total = devices[0] | {"distance": sum(device["distance"] for device in devices)}
            return self.json({"from": query.get("from"), "devices": devices, "total": total})
        if path == "/v1/days":
            day = lambda back: str(datetime.date.today() - datetime.timedelta(days=back))
            days = [{"day": day(n), "points": 9, "distance": 1234.5 * n} for n in range(9)]
            return self.json({"days": days if world.days is None else world.days})
        return self.json({"title": "Not Found", "status": 404}, 404)

    def events(self):
        """Streams events until the server stops."""
        self.send_response(200)
        self.send_common_headers("text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        inbox = queue.Queue()
        # In this order no report in between is lost.
        self.server.listeners.append(inbox)
        inbox.put(self.server.event())
        try:
            while (event := inbox.get()) is not None:
                self.wfile.write(event)
                self.wfile.flush()
        except OSError:
            pass

    def asset(self, name):
        """Sends a file of the page, or of a library."""
        if name in self.server.world.unreachable:
            self.close_connection = True
            return None
        folder, _, rest = name.partition("/")
        if folder not in LIBRARIES:
            return self.file(name)
        file = LIBRARIES[folder] / DYGRAPHS.get(rest, rest)
        if folder == "dygraphs" and not self.server.world.has_dygraphs:
            return self.json({"title": "Not Found", "status": 404}, 404)
        return self.send(200, TYPES[file.suffix], file.read_bytes())

    def file(self, name, status=200):
        """Sends a file of the folder of templates."""
        file = ROOT / "templates" / name
        if not file.is_file():
            return self.json({"title": "Not Found", "status": 404}, 404)
        content = self.server.world.changed.get(name) or file.read_bytes()
        return self.send(status, TYPES[file.suffix], self.translated(content) if file.suffix == ".html" else content)

    def translated(self, page):
        """Returns a page with the texts that it names, in the language of the browser."""
        accepted = (self.headers["Accept-Language"] or "en")[:2]
        file = ROOT / "templates" / "languages" / f"{accepted}.json"
        language = accepted if file.is_file() else "en"
        table = json.loads((ROOT / "templates" / "languages" / f"{language}.json").read_bytes())

        def text(match):
            section, _, key = match[1].partition(".")
            return language if section == "language" else html.escape(table[section][key])
        return re.sub(r"\{\{([a-z.-]+)\}\}", text, page.decode()).encode()

    def json(self, value, status=200):
        """Sends a JSON response."""
        content = b"" if value is None else json.dumps(value).encode()
        self.send(status, "application/json" if status < 400 else "application/problem+json", content)

    def send(self, status, kind, body):
        """Sends a response."""
        self.send_response(status)
        self.send_common_headers(kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_common_headers(self, kind):
        """Sends the headers of every response."""
        for name, value in [
            ("Content-Type", kind), ("Content-Security-Policy", POLICY), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "strict-origin-when-cross-origin"), ("Cache-Control", "no-store"),
        ]:
            self.send_header(name, value)


class Server(http.server.ThreadingHTTPServer):
    """The server from a start to a stop; `listeners` are the queues of the open streams."""

    handler = Handler
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 100

    def __init__(self, port, world):
        self.world = world
        self.listeners = []
        self.connections = []
        super().__init__(("127.0.0.1", port), self.handler)

    def handle_error(self, *_):
        """Ignores connections that the browser closes."""

    def event(self):
        """Returns the current report as an event."""
        report = json.dumps(self.world.report_with_anchor())
        return f"id: run-{self.world.sequence}\nevent: report\ndata: {report}\n\n".encode()

    def send(self, event):
        """Sends an event to all streams; None ends them."""
        for inbox in list(self.listeners):
            inbox.put(event)


class FakeDaemon:
    """The daemon of a test, with the methods of the real one."""

    world_type, server_type = World, Server

    def __init__(self):
        self.world = self.world_type()
        self.port = 0
        self.server = None
        self.start()

    @property
    def address(self):
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        """Starts the server, after a stop at the same port."""
        self.server = self.server_type(self.port, self.world)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self):
        """Stops the server and closes all connections."""
        self.server.send(None)
        self.server.shutdown()
        self.server.server_close()
        for connection in self.server.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def send_fix(self, latitude, longitude, **more):
        """Sends a report with a new position."""
        self.world.set_fix(latitude, longitude, **more)
        self.server.send(self.server.event())

    def send_report(self, **members):
        """Sends the last report with changed members."""
        self.world.sequence += 1
        self.world.report = self.world.report | members | {"sequence": self.world.sequence}
        self.server.send(self.server.event())

    def send_place_event(self, kind, place, ago=0.0, **more):
        """Stores and sends a place event."""
        event = fake_places.place_event(iso, kind, place, ago, **more)
        self.world.places.past_events.append(event)
        self.server.send(f"event: place\ndata: {json.dumps(event)}\n\n".encode())
