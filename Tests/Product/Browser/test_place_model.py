"""The model of places on the live page, against reference values."""

import unittest

from test_model import CallingTest

HERE = {"latitude": -37.81, "longitude": 144.96}


def place(name="Melbourne", distance=840.0, **more):
    """Returns a place in the format of a report."""
    return {"name": name, "distance": distance} | more


MELBOURNE = place(region="Victoria", country="AU", bearing=41.0)


class Geodesy(CallingTest):
    """Distances and directions."""

    def test_distance_and_bearing(self):
        # Two stations of the technical manual of the Geocentric Datum of Australia, and airports by GeographicLib.
        for start, end, distance, bearing, error in [
            ((-37.951033417, 144.424867889), (-37.652821139, 143.926495528), 54972.271, 306.868158, 0.1),
            ((40.639722, -73.778889), (1.359167, 103.989444), 15347628, 3.30833, 100),
            ((-17, 179.95), (-17, -179.95), 10648.6, 89.985, 0.1), ((89.9, 0), (89.9, 180), 22338.8, 0, 1),
        ]:
            with self.subTest(start=start, end=end):
                points = [{"latitude": latitude, "longitude": longitude} for latitude, longitude in (start, end)]
                found = self.call("model/geodesy.js", "distanceAndBearing", *points)
                self.assertAlmostEqual(found["distance"], distance, delta=error)
                self.assertAlmostEqual((found["bearing"] - bearing + 180) % 360, 180, delta=0.2)
        self.all("model/geodesy.js", "distanceAndBearing", [(HERE, HERE, {"distance": 0, "bearing": None})])
        opposite = self.call("model/geodesy.js", "distanceAndBearing", {"latitude": 0, "longitude": 0}, {"latitude": 0, "longitude": 180})
        self.assertLess(abs(opposite["distance"] - 20020000), 50000)

    def test_a_long_edge_follows_the_geodesic(self):
        drawn = self.call("model/geodesy.js", "densifiedRing", [[60, 178], [60, 184], [61, 184]])
        self.assertEqual((drawn[0], drawn[-1]), ([60, 178], [61, 184]))
        middle = min(drawn, key=lambda point: abs(point[1] - 181))
        self.assertAlmostEqual(middle[0], 60.0340, delta=0.0005)
        self.assertEqual([point[1] for point in drawn], sorted(point[1] for point in drawn))
        self.assertEqual(self.call("model/geodesy.js", "densifiedRing", [[1, 2], [1, 2.001], [1, 2]]), [[1, 2], [1, 2.001], [1, 2]])

    def test_a_ring_around_a_pole_is_a_band_along_the_edge_of_the_map(self):
        for ring, pole in [
            ([[84, 0], [84, 120], [84, 240], [84, 360]], 90), ([[-84, 0], [-84, -120], [-84, -240], [-84, -360]], -90),
        ]:
            drawn = self.call("model/geodesy.js", "ringForMap", ring)
            first, last = drawn[0], drawn[-3]
            self.assertEqual(drawn[-2:], [[pole, last[1]], [pole, first[1]]])
            self.assertAlmostEqual(abs(last[1] - first[1]), 5 * 360)
            steps = [(after[1] - before[1]) * (ring[1][1] / 120) for before, after in zip(drawn, drawn[1:-2])]
            self.assertTrue(all(0 <= step < 45 for step in steps), steps)
            # Between two corners the geodesic is nearer to the pole than any corner.
            self.assertAlmostEqual(max(abs(point[0]) for point in drawn[:-2]), 86.993, delta=0.01)
        plain = [[1, 2], [1, 2.001], [1, 2]]
        self.assertEqual(self.call("model/geodesy.js", "ringForMap", plain), plain)

    def test_the_distance_to_a_border(self):
        ring = [[-37.82, 144.97], [-37.82, 144.99], [-37.83, 144.99], [-37.83, 144.97], [-37.82, 144.97]]
        hole = [[-37.824, 144.978], [-37.824, 144.982], [-37.826, 144.982], [-37.826, 144.978], [-37.824, 144.978]]
        park = {"latitude": -37.825, "longitude": 144.98, "rings": [ring, hole]}
        around = [[84, 0], [84, 120], [84, 240], [84, 360]]
        north = {"latitude": 90, "longitude": 180, "rings": [around]}
        south = {"latitude": -90, "longitude": 180, "rings": [[[-latitude, -east] for latitude, east in around]]}
        hole = [[89, 10], [89, -80], [89, -170], [89, -260], [89, -350]]
        ringed = {"latitude": 90, "longitude": 180, "rings": [around, hole]}
        pacific = {"latitude": 0, "longitude": 180, "rings": [[[1, 179], [1, 181], [-1, 181], [-1, 179], [1, 179]]]}
        for where, shape, distance in [
            ((-37.825, 144.972), park, 0), ((-37.81, 144.98), park, 1110), ((-37.825, 144.98), park, 111),
            ((0, -179.5), pacific, 0), ((0, 179.5), pacific, 0), ((0, -178), pacific, 111319), ((0, 178), pacific, 111319),
            # Around the poles, with a hole around one, and an edge that is nearer to it than its corners.
            ((89, 40), north, 0), ((84.5, 0), north, 0), ((83, 0), north, 111680), ((83, 60), north, 445830),
            ((86.5, 60), north, 54950), ((-89, 40), south, 0), ((-83, -1), south, 112370), ((0, 7), south, 9336900),
            ((89.9, 40), ringed, 68200), ((88, 0), ringed, 0),
            ((-37.81, 144.96), HERE | {"radius": 100}, 0), ((-37.809, 144.96), HERE | {"radius": 100}, 11),
        ]:
            with self.subTest(where=where):
                here = {"latitude": where[0], "longitude": where[1]}
                self.assertAlmostEqual(self.call("model/geodesy.js", "distanceToPlace", here, shape)["distance"], distance, delta=2 + distance / 1000)

    def test_the_direction_of_a_border(self):
        """Of the border's closest point, where there are corners: the centre of an L can lie elsewhere."""
        # Its arms are in the west and in the north.
        ring = [[0, 0], [0.02, 0], [0.02, 0.02], [0.018, 0.02], [0.018, 0.002], [0, 0.002], [0, 0]]
        angular = {"latitude": 0.01, "longitude": 0.01, "rings": [ring]}
        pacific = {"latitude": 0, "longitude": 180, "rings": [[[1, 179], [1, 181], [-1, 181], [-1, 179], [1, 179]]]}
        for where, shape, distance, direction in [
            ((0.002, 0.004), angular, 223, "west"), ((0.016, 0.015), angular, 221, "north"), ((-0.01, 0.001), angular, 1106, "north"),
            ((0.5, -178.5), pacific, 55657, "west"), ((0, 0.02), {"latitude": 0, "longitude": 0, "radius": 1000}, 1226, "west"),
        ]:
            with self.subTest(where=where):
                here = {"latitude": where[0], "longitude": where[1]}
                found = self.call("model/geodesy.js", "distanceToPlace", here, shape)
                self.assertAlmostEqual(found["distance"], distance, delta=2 + distance / 1000)
                self.assertEqual(self.call("model/units.js", "compassPoint", found["bearing"]), direction)
        self.all("model/place-text.js", "distanceText", [
            ({"latitude": 0.002, "longitude": 0.004}, angular, "metric", "edge 223 m to the west"),
            ({"latitude": 0.019, "longitude": 0.01}, angular, "metric", "inside"),
        ])


class Texts(CallingTest):
    """Texts about places."""

    def test_whereabouts(self):
        near, full = place("Home", 300), "0.8 km south-west of Melbourne, Victoria, AU"
        self.all("model/place-text.js", "whereabouts", [
            ({"place": MELBOURNE}, "metric", False, [full]), ({"place": MELBOURNE}, "imperial", True, [full.replace("0.8 km", "0.5 mi")]),
            ({"place": MELBOURNE, "near": near}, "metric", True, [full, "300 m from the edge of Home"]),
            ({"place": MELBOURNE, "near": place("Home", 0)}, "metric", True, [full, "within Home, not entered yet"]),
            ({"place": MELBOURNE, "near": near, "inside": ["Home"]}, "metric", False, [full]),
            ({"place": MELBOURNE, "near": near, "inside": ["Home"]}, "metric", True, ["at Home", full]),
            ({"inside": ["A", "B"]}, "metric", True, ["at A, B"]),
            ({"inside": list("ABCDE")}, "metric", True, ["at A, B, C and 2 more"]),
            ({"place": place(distance=0)}, "metric", False, ["in Melbourne"]),
            ({"place": place(distance=250)}, "metric", False, ["in Melbourne"]), ({"place": place(distance=251)}, "metric", False, ["0.3 km from Melbourne"]),
            ({"place": place(bearing=359.9)}, "metric", False, ["0.8 km south of Melbourne"]), ({"place": place(bearing=None)}, "metric", False, ["0.8 km from Melbourne"]),
            ({"place": 7, "near": {}, "inside": [1, None, ""]}, "metric", True, []),
            ({"place": {"name": "", "distance": 1}}, "metric", True, []), ({"inside": "Home"}, "metric", True, []), (None, "metric", True, []),
        ])
        self.all("model/place-text.js", "capitalized", [("at Home", "At Home"), ("in Melbourne", "In Melbourne"), ("attic", "attic"), ("inn", "inn"), ("", ""), ("300 m from in ", "300 m from in ")])

    def test_names_do_not_change_the_direction_of_text(self):
        self.all("model/place-text.js", "isolatedName", [
            ("Zürich", "Zürich"), ("القاهرة", "\u2068القاهرة\u2069"), ("a\u202eb\u2069\u200f", "ab"), ("תל אביב", "\u2068תל אביב\u2069"),
        ])

    def test_rough_distances(self):
        self.all("model/units.js", "formatRoughDistance", [
            (0, "metric", "0 m"), (48.4, "metric", "48 m"), (99.6, "metric", "100 m"), (100, "metric", "0.1 km"),
            (840, "metric", "0.8 km"), (99949, "metric", "99.9 km"), (99951, "metric", "100 km"), (100, "imperial", "328 ft"), (1609.344, "imperial", "1.0 mi"), (1852, "nautical", "1.0 nmi"),
        ])

    def test_events_as_text(self):
        self.all("model/place-text.js", "eventText", [
            ({"kind": kind, "place": "Home"}, expected) for kind, expected in [
                ("enter", "Entered Home"), ("leave", "Left Home"), ("dragging", "The anchor is dragging"),
                ("holding", "The anchor is holding again"), ("lost", "The anchor watch has lost the position"),
                ("found", "The anchor watch has a position again")]])

    def test_the_headline(self):
        self.all("model/state.js", "headline", [
            ("live", 1, 0, "at Home", "At Home"), ("stale", 60, 0, "at Home", "Last known position: at Home"),
            ("live", 1, 0, "", "Lea", "Current position of Lea"), ("stale", 60, 0, "", "Lea", "Last known position of Lea"),
            ("live", 60, 60, "", "Lea", "Position of Lea, 1 min ago"),
            ("no-fix", 60, 0, "at Home", "The receiver has no position"), ("live", 1, 0, "", "Current position"),
            ("live", 60, 60, "", "Position, 1 min ago"), ("stale", 60, 0, "", "Last known position"),
        ])
        fix = {"fix": {"latitude": 1, "longitude": 2}}
        self.all("model/state.js", "pageTitle", [
            ("live", fix, 1, "at Home", "At Home · WhereIsMy"), ("live", fix, 1, "", "Current position · WhereIsMy"),
            ("stale", fix, 60, "at Home", "Last known position, 1 min ago: at Home · WhereIsMy"), ("no-fix", {}, None, "", "No fix · WhereIsMy"),
        ])

    def test_the_alarm(self):
        watch, dragging, lost = {"isDragging": False}, "The anchor is dragging", "The anchor is not watched: there is no current position"
        self.all("model/place-text.js", "anchorAlarm", [
            (None, False, None, ""), (watch, True, 1, ""), (watch, False, 59, ""), (watch, False, 60, lost),
            (watch, False, None, lost), ({"isDragging": True}, True, 1, dragging), ({"isDragging": True}, False, 59, dragging),
            ({"isDragging": True}, False, 60, dragging + ", and there is no current position"),
        ])

    def test_the_end_of_a_page(self):
        abandoned = "Signed out: this page no longer watches the anchor"
        self.all("model/state.js", "endText", [
            (401, False, "Signed out; to sign in again, run on the computer: whereismy pair"), (410, False, "This link has expired; ask whoever sent it for a new one"),
            (None, False, "Signed out; to sign in again, run on the computer: whereismy pair"), (401, True, abandoned), (403, True, abandoned),
        ])

    def test_when_nearby_places_are_requested(self):
        moved = HERE | {"latitude": -37.814}
        last = {"here": HERE, "at": 100, "hasFailed": False}
        self.all("model/place-lists.js", "isRequestDue", [
            (None, HERE, 0, True), (last, HERE, 999, False), (last, moved, 114, False), (last, moved, 115, True),
            (last | {"hasFailed": True}, moved, 399, False), (last | {"hasFailed": True}, HERE, 400, True),
        ])

    def test_places_are_found_by_their_words(self):
        places = [{"name": name} for name in ["Home", "Café Müller", "Ozean"]]
        self.all("model/place-lists.js", "matchingPlaces", [
            (places, text, [{"name": name} for name in names]) for text, names in [
                ("ho", ["Home"]), ("cafe", ["Café Müller"]), ("MÜ", ["Café Müller"]), ("afe", []), (" ", []), ("z", [])]])


class Parsing(CallingTest):
    """Valid and invalid documents of the server."""

    def test_places(self):
        ring = [[179, 1], [181, 1], [181, -1], [179, 1]]

        def feature(geometry, name="A", **properties):
            return {"geometry": geometry, "properties": {"name": name} | properties}

        circle = {"type": "Point", "coordinates": [10, 54]}
        good = {"key": "A", "name": "A", "isInside": True, "latitude": 54, "longitude": 10, "radius": 50}
        shape = {"key": "A", "name": "A", "isInside": False, "latitude": 0, "longitude": 180,
                 "rings": [[[1, 179], [1, 181], [-1, 181], [1, 179]]]}
        bad = [
            None, 7, {}, feature(circle), feature(circle, radius=-1), feature(circle, radius="5"), feature(circle, "", radius=5),
            feature(circle, 5, radius=5), feature(None, radius=5), feature({"type": "Point", "coordinates": [200, 54]}, radius=5),
            feature({"type": "Point", "coordinates": None}, radius=5), feature({"type": "Polygon", "coordinates": []}),
            feature({"type": "Polygon", "coordinates": [ring[:3]]}), feature({"type": "Polygon", "coordinates": [[[1, 99]] * 4]}),
            feature({"type": "Polygon", "coordinates": [ring, 5]}), feature({"type": "LineString", "coordinates": ring}),
        ]
        features = [feature(circle, radius=50, inside=True), *bad, feature({"type": "Polygon", "coordinates": [ring]}, inside="yes")]
        # The server writes continuous longitudes, except for the start of a hole and the last corner.
        sea = [[179, 2], [-179, 2], [-179, -2], [179, -2], [179, 2]]
        hole = [[-179.5, 1], [-179.75, 0], [-179.5, 0], [-179.5, 1]]
        across = {"key": "A", "name": "A", "isInside": False, "latitude": 0, "longitude": 180, "rings": [
            [[2, 179], [2, 181], [-2, 181], [-2, 179], [2, 179]], [[1, 180.5], [0, 180.25], [0, 180.5], [1, 180.5]]]}
        pole = [[10, -84], [130, -85], [250, -84], [10, -84]]
        polar = {"key": "A", "name": "A", "isInside": False, "latitude": -90, "longitude": 190, "pole": -90,
                 "rings": [[[-84, 10], [-85, 130], [-84, 250], [-84, 370]]]}
        kept = {"dwell": 20, "created": "2026-01-02T03:04:05.000Z"}
        self.all("model/places.js", "parsePlaces", [
            ({"features": [feature({"type": "Polygon", "coordinates": [sea, hole]})]}, [across]),
            ({"features": [feature({"type": "Polygon", "coordinates": [pole]})]}, [polar]),
            ({"features": [feature(circle, radius=50, inside=True, configured=True, **kept)]}, [good | kept | {"isConfigured": True}]),
            ({"features": [feature(circle, radius=50, inside=True, configured="yes", dwell="20", created=5)]}, [good]),
            ({"features": features}, [good, shape]), ({}, []), (None, []), ([], []), ({"features": {}}, []),
        ])

    def test_the_gazetteer(self):
        known = {"name": "A", "region": None, "country": "CH", "code": None, "latitude": 1, "longitude": 2}
        self.all("model/places.js", "parseGazetteer", [
            ([known | {"distance": 5, "region": 7}, {"name": "B"}, None, 7, known | {"latitude": 91}], [known | {"key": "A|1|2"}]),
            ({}, []), (None, []),
        ])

    def test_an_anchor(self):
        known = {"latitude": 1, "longitude": 2, "radius": 40}
        unknown = known | {"set": None, "since": None}
        times = {"set": "1970-01-01T00:00:10Z", "since": "1970-01-01T00:00:20Z"}
        self.all("model/places.js", "parseAnchor", [
            (known | {"dragging": True}, unknown | {"isDragging": True}), (known | {"dragging": 1}, unknown | {"isDragging": False}),
            (known | times, known | {"set": 10000, "since": 20000, "isDragging": False}),
            (known | {"set": 7, "since": "now"}, unknown | {"isDragging": False}),
            (known | {"radius": 0}, None), ({}, None), (None, None),
        ])

    def test_the_alarm_of_an_anchor(self):
        watch = {"isDragging": True, "since": 20}
        drag, lost = ["dragging since 20"], ["lost"]
        self.all("model/anchor.js", "alarmReasons", [
            (watch, True, 1, drag), (watch | {"since": 30}, True, 1, ["dragging since 30"]), (watch, False, 59, drag),
            (watch, False, 60, drag + lost), (watch, False, None, drag + lost),
            (watch | {"isDragging": False}, False, 60, lost), (watch | {"isDragging": False}, True, 1, []), (None, False, 60, []),
        ])
        self.all("model/anchor.js", "radiusChoices", [
            (None, [20, 25, 30, 40, 50, 60, 80, 100]), ({"radius": 40}, [20, 25, 30, 40, 50, 60, 80, 100]),
            ({"radius": 10}, [10, 20, 25, 30, 40, 50, 60, 80, 100]),
        ])

    def test_when_the_anchor_is_announced(self):
        def at(distance, key="a", radius=40):
            return {"key": key, "radius": radius, "distance": distance}

        none = {"key": "", "radius": 0, "distance": None}
        self.all("model/anchor.js", "isAnnouncementDue", [
            (at(9), at(11), False), (at(9), at(18.9), False), (at(9), at(19), True), (at(19), at(9), True), (at(19), at(9.1), False),
            (at(9), at(9, "b"), True), (at(None), at(None), False), (none, at(9), True), (at(9), none, True), (none, none, False),
        ])
        watch = {"set": 5, "latitude": 1, "longitude": 2, "radius": 40, "isDragging": False}
        self.all("model/anchor.js", "announcement", [
            (watch, {"latitude": 1, "longitude": 2}, True, at(0, "5 40 false true true")),
            (watch | {"isDragging": True}, None, False, at(None, "5 40 true false false")), (None, None, True, none),
        ])

    def test_an_old_distance_to_the_anchor_is_marked(self):
        watch = {"latitude": 1, "longitude": 2, "radius": 40}
        self.all("model/anchor.js", "anchorText", [
            (watch, watch, "metric", True, "0 m from the anchor; alarm radius 40 m"),
            (watch, watch, "metric", False, "0 m from the anchor when last known; alarm radius 40 m"),
            (watch, None, "metric", False, "alarm radius 40 m"),
        ])

    def test_the_line_of_a_watch(self):
        watch, here = {"latitude": 1, "longitude": 2, "radius": 40}, {"latitude": 1, "longitude": 2.000066}
        self.all("model/anchor.js", "swingText", [
            (watch, here, "metric", True, "7 m of 40 m"), (watch, here, "imperial", True, "24 ft of 131 ft"),
            (watch, here, "metric", False, "7 m of 40 m when last known"), (watch, None, "metric", False, "alarm radius 40 m"),
            (watch, {"latitude": 1, "longitude": 2.1}, "metric", True, "11.1 km of 40 m"),
        ])
        self.all("model/anchor.js", "soundText", [
            (False, False, "Sound is off here"), (True, False, "Sound is on here"), (False, True, "This browser plays no sound")])

    def test_the_request_for_an_anchor(self):
        fields = {"radius": "60", "bearing": " ", "distance": ""}
        self.all("model/anchor.js", "anchorRequest", [
            (fields, "metric", {"radius": 60}),
            (fields | {"bearing": "0", "distance": "25.5"}, "metric", {"radius": 60, "bearing": 0, "distance": 25.5}),
            (fields | {"bearing": "0", "distance": "100"}, "imperial", {"radius": 60, "bearing": 0, "distance": 30.48}),
            (fields | {"bearing": "0", "distance": "25 m"}, "imperial", {"radius": 60, "bearing": 0, "distance": 25}),
        ])
        message = "Enter both the bearing and the distance of the anchor, or neither."
        self.all("model/anchor.js", "anchorProblem", [
            (fields, "metric", ""), (fields | {"bearing": "1"}, "metric", message), (fields | {"distance": "1"}, "metric", message),
            (fields | {"bearing": "0", "distance": "1"}, "metric", ""), (fields | {"bearing": "360", "distance": "1000"}, "metric", ""),
            (fields | {"bearing": "360", "distance": "3280"}, "imperial", ""),
        ])
        bearing = "The bearing of the anchor is a number from 0 to 360 degrees."
        distance = "The distance of the anchor is a length up to 1000 m, such as 60 m or 0.2 km."
        self.all("model/anchor.js", "anchorProblem", [
            (fields | {"bearing": "361", "distance": "1"}, "metric", bearing), (fields | {"bearing": "invalid", "distance": "1"}, "metric", bearing),
            (fields | {"bearing": "1", "distance": "-1"}, "metric", distance), (fields | {"bearing": "1", "distance": "1001"}, "metric", distance),
            (fields | {"bearing": "1", "distance": "3281"}, "imperial", distance.replace("60 m or 0.2 km", "200 ft or 0.1 mi")),
        ])
        self.all("model/anchor.js", "offsetText", [
            (fields, "metric", ""),
            (fields | {"bearing": "210", "distance": "25"}, "metric", "The new anchor is 25 m from here, bearing 210°."),
            (fields | {"bearing": "210", "distance": "25m"}, "imperial", "The new anchor is 82 ft from here, bearing 210°."),
        ])

    def test_events(self):
        one = {"event": "enter", "place": "A", "moment": "1970-01-01T00:00:20Z", "since": "1970-01-01T00:00:10Z"}
        read = {"kind": "enter", "place": "A", "moment": 20000, "since": 10000}
        later = one | {"moment": "1970-01-01T00:00:30Z"}
        bad = [None, 7, one | {"event": "explode"}, one | {"place": ""}, one | {"moment": "now"}]
        self.all("model/places.js", "parseEvents", [
            ({"events": [one, *bad, later]}, [read | {"moment": 30000}, read]), ({}, []), (None, []),
            ({"events": [one | {"since": None}]}, [read | {"since": 20000}]),
        ])
        self.all("model/place-lists.js", "mergedEvents", [
            ([read], [read | {"moment": 30000}, dict(read)], [read | {"moment": 30000}, read]), ([], [], []),
        ])

    def test_listed_places(self):
        places = [{"name": str(n), "latitude": n, "longitude": 0, "radius": 1, "isInside": n == 5} for n in range(20)]
        names = [place["name"] for place in self.call("model/place-lists.js", "listedPlaces", places, {"latitude": 0, "longitude": 0})]
        self.assertEqual(names, [str(n) for n in (5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11)])

    def test_the_list_does_not_depend_on_earlier_positions(self):
        places = [
            {"name": str(n), "latitude": n * 37 % 100 / 100, "longitude": n * 61 % 97 / 100, "radius": 50, "isInside": n % 150 == 7}
            for n in range(300)]
        path = [{"latitude": step / 60, "longitude": step / 41.3 % 1} for step in range(60)]
        for end in range(1, len(path) + 1, 3):
            self.assertEqual(
                self.call("model/place-lists.js", "listedPlaces", places, *path[:end]), self.call("model/place-lists.js", "listedPlaces", places, path[end - 1]))
        self.assertEqual(len(self.call("model/place-lists.js", "listedPlaces", places, None)), 12)
        self.assertEqual(self.call("model/place-lists.js", "listedPlaces", [], path[0]), [])


if __name__ == "__main__":
    unittest.main()
