"""The places of the fake daemon: a small gazetteer, the owner's places, an anchor, and place events."""

import math
import time
import urllib.parse

CITIES = [
    ("Melbourne", "Victoria", "AU", -37.814, 144.96332), ("Carlton", "Victoria", "AU", -37.8, 144.96667),
    ("Richmond", "Victoria", "AU", -37.81819, 145.00176), ("Footscray", "Victoria", "AU", -37.8, 144.9),
    ("Geelong", "Victoria", "AU", -38.14711, 144.36069), ("Zürich", "Zurich", "CH", 47.36667, 8.55),
    ("Zürich (Kreis 11)", "Zurich", "CH", 47.41667, 8.55), ("Suva", "Central", "FJ", -18.1416, 178.44149),
    ("القاهرة", "Cairo", "EG", 30.06263, 31.24967),
]


def distance_and_bearing(start, end):
    """Returns metres and degrees on a sphere."""
    (north, east), (end_north, end_east) = [tuple(map(math.radians, place)) for place in (start, end)]
    chord = (
        math.sin((end_north - north) / 2) ** 2
        + math.cos(north) * math.cos(end_north) * math.sin((end_east - east) / 2) ** 2)
    bearing = math.atan2(
        math.sin(end_east - east) * math.cos(end_north),
        math.cos(north) * math.sin(end_north) - math.sin(north) * math.cos(end_north) * math.cos(end_east - east))
    return 2 * 6371008.8 * math.asin(math.sqrt(chord)), math.degrees(bearing) % 360


def circle(name, latitude, longitude, radius=100, **properties):
    """Returns the feature of a round place."""
    return {
        "type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
        "properties": {"name": name, "radius": radius, "inside": False} | properties}


def polygon(name, *corners, **properties):
    """Returns the feature of a place with corners (latitude, longitude)."""
    ring = [[longitude, latitude] for latitude, longitude in [*corners, corners[0]]]
    return {
        "type": "Feature", "geometry": {"type": "Polygon", "coordinates": [ring]},
        "properties": {"name": name, "inside": False} | properties}


class Places:
    """The places, which a test changes while the daemon runs.

    `problem` is a status and a text that replace the responses of the gazetteer.
    """

    def __init__(self):
        self.is_supported = True
        self.cities = list(CITIES)
        self.own = []
        self.anchor = None
        self.now = lambda: "2026-11-22T10:00:00.000Z"
        self.past_events = []
        self.problem = None

    def respond(self, path, query, report):
        """Returns a status and a document; None for other paths than those of places."""
        routes = {
            "/v1/places": self.list, "/v1/anchor": self.watch, "/v1/places/events": self.events,
            "/v1/places/nearest": self.nearest, "/v1/places/search": self.search,
            "/v1/places/largest": self.largest,
        }
        if path not in routes:
            return None
        return routes[path](query, report) if self.is_supported else problem(404, "nothing is there")

    def largest(self, *_):
        """Returns a town across the antimeridian."""
        return 200, [{"name": "Suva", "latitude": -17.001, "longitude": -179.999, "country": "FJ", "source": "cities"}]

    def list(self, *_):
        """Returns the owner's places."""
        return 200, {"type": "FeatureCollection", "features": self.own}

    def watch(self, *_):
        """Returns the anchor."""
        return (200, self.anchor) if self.anchor else (204, None)

    def set_anchor(self, request, query, report):
        """Sets an anchor as the daemon does."""
        if self.anchor and query.get("replace") != "yes":
            return problem(409, "an anchor watch is set already; fix: replace=yes", "anchor-set")
        if not self.is_seen(query):
            return problem(409, "the anchor watch has changed meanwhile; fix: look at it, and repeat", "anchor-changed")
        fix = report["fix"]
        known = {"latitude": fix["latitude"], "longitude": fix["longitude"], "dragging": False, "set": self.now()}
        self.anchor = known | {"since": known["set"]} | request
        return 201, self.anchor

    def is_seen(self, query):
        """Returns true if the anchor is the one that the request names, or if it names none."""
        return "set" not in query or query["set"] == (self.anchor or {}).get("set")

    def end_anchor(self, query):
        """Ends the anchor watch as the daemon does."""
        if not self.anchor:
            return problem(404, "no anchor watch is set; fix: whereismy place anchor here", "no-anchor")
        if not self.is_seen(query):
            return problem(409, "the anchor watch has changed meanwhile; fix: look at it, and repeat", "anchor-changed")
        self.anchor = None
        return 204, None

    def change(self, method, url, request):
        """Adds, replaces, renames or removes one of the owner's places."""
        path = urllib.parse.unquote(url.path).removeprefix("/v1/places/own").strip("/")
        found = {place["properties"]["name"]: place for place in self.own}
        if method == "POST" and not path:
            name = request["properties"]["name"]
            if name in found and url.query != "replace=yes":
                return problem(409, f"a place {name} exists; fix: use another name")
            self.own = [place for key, place in found.items() if key != name] + [request]
            return 201, request
        name = path.removesuffix("/name")
        if name not in found:
            return problem(404, f"there is no place {name}")
        if method == "DELETE":
            self.own.remove(found[name])
            return 204, None
        found[name]["properties"]["name"] = request["name"]
        return 200, found[name]

    def events(self, query, _):
        """Returns the last place events, the oldest first."""
        return 200, {"events": self.past_events[-int(query.get("last", 100)):]}

    def nearest(self, query, report):
        """Returns the places within a tenth of a degree."""
        if self.problem:
            return problem(*self.problem)
        if "at" in query:
            here = tuple(map(float, query["at"].split(",")))
        elif fix := report.get("fix"):
            here = (fix["latitude"], fix["longitude"])
        else:
            return problem(409, "there is no position")
        found = sorted((self.entry(city, here) for city in self.cities), key=lambda entry: entry["distance"])
        return 200, [entry for entry in found if entry["distance"] <= 11132][:int(query.get("count", 1))]

    def search(self, query, _):
        """Returns the places that begin with a text; unlike the gazetteer, it does not ignore accents."""
        if self.problem:
            return problem(*self.problem)
        start = query["text"].lower()
        found = [city for city in self.cities if city[0].lower().startswith(start)]
        return 200, [self.entry(city) for city in found][:int(query.get("count", 20))]

    @staticmethod
    def entry(city, here=None):
        """Returns a place in the format of the daemon."""
        name, region, country, latitude, longitude = city
        known = {"name": name, "region": region, "country": country, "latitude": latitude, "longitude": longitude}
        if here:
            known["distance"], known["bearing"] = distance_and_bearing(here, (latitude, longitude))
        return known | {"source": "cities"}


def problem(status, detail, code="problem"):
    """Returns an error response."""
    return status, {"title": "Problem", "status": status, "code": code, "detail": detail}


def place_event(iso, kind, place, ago=0.0, **more):
    """Returns a place event of some seconds ago."""
    moment = time.time() - ago
    return {"event": kind, "place": place, "moment": iso(moment), "since": iso(moment - 10)} | more
