"""The model of the live page in a browser, against reference values.

UTM is checked against PROJ and the Python package utm, the locator against the Python package maidenhead.
"""

import json
import unittest
import unittest.mock

import browser
import fake_daemon

CALL = """
const [file, name, values] = arguments;
const done = arguments[arguments.length - 1];
import('/assets/live/' + file).then((module) => done(module[name](...values))).catch((error) => done(String(error)));
"""

ROUND_TRIP = """
const [positions, format] = arguments;
const done = arguments[arguments.length - 1];
const modules = ['coordinates', 'position-input', 'geodesy'].map((name) => import('/assets/live/model/' + name + '.js'));
Promise.all(modules).then(([{ formatPosition }, { parsePositions }, { distanceAndBearing }]) => done(
  positions.map(([latitude, longitude]) => {
    const shown = formatPosition(latitude, longitude, format);
    const [place = null] = parsePositions(shown);
    return [shown, place && formatPosition(place.latitude, place.longitude, format), place && distanceAndBearing({ latitude, longitude }, place).distance];
  }))).catch((error) => done(String(error)));
"""

PLACES = [
    (0, 0, "31N 166021 0", "JJ00aa00aa"),
    (54.3233, 10.1394, "32U 574105 6020091", "JO54bh67ro"),
    (-37.809969, 144.963264, "55H 320710 5813314", "QF22le55oo"),
    (60.5, 5.3, "32V 296817 6712810", "JP20pm60aa"),
    (78.2, 15.6, "33X 513696 8680760", "JQ78te28aa"),
    (-79.9, -179.9, "1C 443247 1128161", "AB00bc24aa"),
    (83.9, 41.9, "37X 534390 9317795", "LR03wv86aa"),
    (-0.0001, -0.0001, "30M 833967 9999988", "II99xx99xx"),
    (40.7128, -74.006, "18T 583959 4507350", "FN20xr91gb"),
    (64, 3, "31W 500000 7097014", "JP14ma00aa"),
    (71.99, 25, "35W 430993 7988962", "KQ21mx07ao"),
    (1, 179.9999, "60N 833916 110682", "RJ91xa90xa"),
]


class CallingTest(unittest.TestCase):
    """Calls exported functions of the page's modules."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = fake_daemon.FakeDaemon()
        cls.driver = browser.open_browser()
        cls.driver.get(cls.daemon.address)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.daemon.stop()

    def call(self, file, name, *values):
        """Returns the result of a function, with plain spaces."""
        result = self.driver.execute_async_script(CALL, file, name, list(values))
        return json.loads(json.dumps(result, ensure_ascii=False).replace("\u00a0", " "))

    def all(self, file, name, cases):
        """Checks cases of (arguments..., result)."""
        for *values, expected in cases:
            with self.subTest(function=name, values=values):
                self.assertEqual(self.call(file, name, *values), expected)


class Texts(CallingTest):
    """Texts of the page."""

    def test_utm(self):
        self.all("model/utm.js", "utm", [(north, east, text) for north, east, text, _ in PLACES])
        outside = "outside UTM (80° S to 84° N)"
        self.all("model/utm.js", "utm", [(84.1, 0, outside), (-80.1, 0, outside), (90, 0, outside)])
        self.all("model/utm.js", "utm", [(84, 41.9999, "37X 534993 9329005")])

    def test_maidenhead(self):
        self.all("model/coordinates.js", "maidenhead", [(north, east, text) for north, east, _, text in PLACES])
        self.all("model/coordinates.js", "maidenhead", [(90, 180, "AR09ax09ax"), (-90, -180, "AA00aa00aa")])

    def test_degrees(self):
        self.all("model/coordinates.js", "dms", [
            (54.3233, 10.1394, "54°19′23.9″N 10°08′21.8″E"), (-37.809969, -144.963264, "37°48′35.9″S 144°57′47.8″W"),
            (0, 0, "0°00′00.0″N 0°00′00.0″E"), (0.99999, -0.000001, "1°00′00.0″N 0°00′00.0″E"),
            (59.99999999, 179.99999999, "60°00′00.0″N 180°00′00.0″E"), (59.9999, -0.0001, 0, "60°00′00″N 0°00′00″E"),
        ])
        self.all("model/coordinates.js", "ddm", [
            (-37.809969, 144.963264, "37°48.598′S 144°57.796′E"), (0, -0.0000001, "0°00.000′N 0°00.000′E"),
            (59.99999999, -179.99999999, "60°00.000′N 180°00.000′W"), (54.3233, 10.1394, 1, "54°19.4′N 10°08.4′E"),
        ])
        self.all("model/coordinates.js", "formatPosition", [
            (54.3233, 10.1394, format, True, expected) for format, expected in [
                ("decimal", "54.323, 10.139"), ("ddm", "54°19.4′N 10°08.4′E"), ("dms", "54°19′24″N 10°08′22″E"),
                ("utm", "32U 574100 6020000"), ("maidenhead", "JO54bh67")]])
        self.all("model/coordinates.js", "decimal", [(-0.0000001, 180, "0.000000, 180.000000")])

    def test_lengths(self):
        self.all("model/units.js", "formatDistance", [
            (0, "metric", "0 m"), (4.26, "metric", "4.3 m"), (999.4, "metric", "999 m"), (1000, "metric", "1.00 km"),
            (123456, "metric", "123 km"), (100, "imperial", "328 ft"), (1609.344, "imperial", "1.00 mi"),
            (1852, "nautical", "1.00 nmi"), (500, "nautical", "500 m"), (5, "cubits", "5.0 m"),
        ])
        self.all("model/units.js", "formatAccuracy", [
            (4.21, "metric", "4.3 m"), (4.2, "metric", "4.2 m"), (0.014, "metric", "0.02 m"), (99.1, "metric", "100 m"),
            (1, "imperial", "3.3 ft"), (2500, "metric", "2.5 km"), (1e-9, "metric", "0.01 m"),
        ])
        self.all("model/units.js", "formatSpeed", [
            (10, "metric", "36.0 km/h"), (10, "imperial", "22.4 mph"), (10, "nautical", "19.4 kn"), (50, "metric", "180 km/h"),
        ])
        self.all("model/units.js", "roundLength", [
            (119, "metric", {"metres": 100, "text": "100 m"}), (0.07, "metric", {"metres": 0.05, "text": "0.05 m"}),
            (5600, "metric", {"metres": 5000, "text": "5 km"}), (9300, "nautical", {"metres": 9260, "text": "5 nmi"}),
            (100, "imperial", {"metres": 60.96, "text": "200 ft"}),
        ])

    def test_typed_lengths(self):
        for typed, system, metres in [
            ("100", "metric", 100), (" 100 m ", "imperial", 100), ("100", "imperial", 30.48), ("100", "nautical", 100), ("0.5km", "nautical", 500),
            ("60 ft", "metric", 18.288), ("0.1nm", "metric", 185.2), (".1 nmi", "metric", 185.2), ("+2.mi", "metric", 3218.688), ("0", "metric", 0),
        ]:
            with self.subTest(typed=typed):
                self.assertAlmostEqual(self.call("model/units.js", "parseLength", typed, system), metres, delta=1e-9)
                example = self.call("model/units.js", "lengthExample", system)
                self.assertTrue(all(self.call("model/units.js", "parseLength", part, system) for part in example.split(" or ")))
        # JSON has null for NaN.
        self.all("model/units.js", "parseLength", [
            (typed, "metric", None) for typed in ["", "m", "-5", "5 M", "5  m", "1,5", "5 yd", "5m m", "1e3", "0x10", "inf", "."]])
        self.all("model/units.js", "lengthField", [(100, "metric", "100"), (100, "imperial", "328"), (150.4, "nautical", "150")])

    def test_times(self):
        self.all("model/units.js", "formatAge", [
            (1.99, "just now"), (2, "2 s ago"), (59.9, "59 s ago"), (60, "1 min ago"), (3600, "1 h ago"),
            (7500, "2 h 5 min ago"), (86400, "1 day ago"), (400000, "4 days ago"), (-5, "just now"),
        ])
        self.all("model/units.js", "compassLetters", [(0, "N"), (11.2, "N"), (160, "SSE"), (359, "N"), (-90, "W")])
        self.all("model/units.js", "compassPoint", [(0, "north"), (22.4, "north"), (22.6, "north-east"), (359, "north"), (-90, "west")])

    def test_state(self):
        live, stale = {"state": "live", "age": 0.5}, {"state": "stale"}
        self.all("model/state.js", "shownState", [
            (live, 9, 10, "live"), (live, 10.1, 10, "stale"), (live, None, 10, "stale"), (stale, 0, 10, "stale"),
            ({"state": "no-fix"}, 3, 10, "no-fix"), ({"state": "constructor"}, 0, 10, "starting"), (None, 0, 10, "starting"),
        ])
        home = {"state": "live", "zone": "Home"}
        self.all("model/state.js", "shownState", [(home, None, 10, 10, "live"), (home, None, 10, 11, "stale")])
        self.all("model/state.js", "maxAge", [
            ({}, 10), ({"staleAfter": 3}, 3), ({"staleAfter": 3, "share": {"delay": 600}}, 690),
            ({"staleAfter": 120, "share": {"delay": 600}}, 720), ({"staleAfter": 3, "share": {}}, 3),
        ])
        self.all("model/state.js", "currentAge", [
            (live, 3, None, 3.5), (live, 3, 60, 60), (live, 3, -9, 3.5), ({}, 3, None, None), ({}, 3, 8, 8),
            ({"age": "5"}, 1, None, None),
        ])

    def test_sentence(self):
        fix = {"latitude": 1, "longitude": 2, "horizontalAccuracy": 5, "speed": 2, "course": 91}
        report = {"fix": fix, "motion": "moving"}
        self.all("model/state.js", "sentence", [
            ("live", report, 3, "metric", "Within 5.0 m, 3 s ago, moving east at 7.2 km/h."),
            ("stale", report, 300, "metric", "Within 5.0 m, 5 min ago."),
            ("live", report | {"motion": "stationary"}, 0, "metric", "Within 5.0 m, just now, standing still."),
            ("live", {"fix": {"latitude": 1, "longitude": 2}}, None, "metric", "Accuracy unknown, at an unknown time."),
            ("live", {"zone": "Home"}, None, "metric", "Inside “Home”. The exact position is private."),
            ("live", {"zone": "Home"}, 4, "metric", "Inside “Home”, 4 s ago. The exact position is private."),
            ("stale", {"zone": "Home"}, 60, "metric", "Last seen inside “Home”, 1 min ago. The exact position is private."),
            ("no-gpsd", report, 300, "metric", "Last known position: within 5.0 m, 5 min ago."),
            ("no-fix", {}, None, "metric", "No position is known."),
        ])
        self.all("model/state.js", "positionOf", [
            ({"fix": {"latitude": 91, "longitude": 0}}, None), ({"fix": {"latitude": "1", "longitude": 0}}, None),
            ({"fix": {"latitude": 0, "longitude": 181}}, None), ({"fix": {"latitude": 1}}, None), ({}, None), (None, None),
            ({"fix": {"latitude": -90, "longitude": 180}}, {"latitude": -90, "longitude": 180}),
        ])

    def test_announcements(self):
        last = {"state": "live", "key": "a", "connected": True, "at": 0}
        self.all("model/state.js", "shouldAnnounce", [
            (None, last, True), (last, last | {"at": 29, "key": "b"}, False), (last, last | {"at": 30, "key": "b"}, True),
            (last, last | {"at": 99}, False), (last, last | {"at": 1, "state": "stale"}, True),
            (last, last | {"at": 1, "connected": False}, True),
        ])

    def test_back_off(self):
        self.all("model/event-stream.js", "backoff", [(0, 0, 0.25), (0, 1, 0.5), (3, 1, 4), (6, 0, 5), (99999, 1, 10)])

    def test_event_stream(self):
        script = """
            const done = arguments[arguments.length - 1];
            import('/assets/live/model/event-stream.js').then(({ EventReader }) => {
              const text = arguments[0], found = [];
              for (let cut = 0; cut <= text.length; cut += 1) {
                const reader = new EventReader();
                found.push(JSON.stringify(reader.read(text.slice(0, cut)).concat(reader.read(text.slice(cut)))));
              }
              done([...new Set(found)]);
            });"""
        stream = ": heartbeat\n\nid: r-1\r\nevent: report\r\ndata: {\"a\":1}\r\n\r\ndata:x\ndata: y\n\nid: lost\n\n"
        found = self.driver.execute_async_script(script, stream)
        self.assertEqual(found, ['[{"type":"report","id":"r-1","data":"{\\"a\\":1}"},{"type":"message","data":"x\\ny"}]'])

    def test_lines(self):
        def feature(kind, coordinates):
            return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}}

        document = {"features": [
            feature("LineString", [[179.5, 1], [180, 2]]), feature("LineString", [[-180, 2], [-179.5, 3]]),
            feature("Point", [10, 20, 5]), feature("LineString", [["x", 1], None]), {"geometry": None},
        ]}
        self.all("model/track.js", "trackLines", [
            (document, 179, [[[1, 179.5], [2, 180]], [[2, 180], [3, 180.5]], [[20, 10]]]),
            ({}, 0, []), (None, 0, []),
        ])
        self.assertEqual(self.call("model/track.js", "trackLines", document, -179)[0], [[1, -180.5], [2, -180]])

    def test_live_points_continue_a_track(self):
        def feature(time, *coordinates):
            return {"geometry": {"type": "LineString", "coordinates": coordinates}, "properties": {"coordTimes": [None, time]}}

        document = {"features": [
            feature("1970-01-01T00:10:00Z", [9, 1], [179, 2]), feature("1970-01-01T00:05:00Z", [9, 1], [5, 6]),
            {"geometry": {"type": "Point", "coordinates": [3, 4]}, "properties": {"time": "1970-01-01T00:00:09Z"}},
            {"geometry": None, "properties": None}, feature("nonsense", [1, 1]),
        ]}
        self.all("model/track.js", "trackEnd", [(document, [2, 179, 600]), ({"features": []}, None), (None, None)])
        near, far = [[2, -180, 660], [3, -179, 661]], [[2, -180, 661], [3, -179, 662], [9, 9, 800]]
        self.all("model/track.js", "liveLines", [
            (near, [2, 179, 600], [[[2, -181], [2, -180], [3, -179]]]),
            (far, [2, 179, 600], [[[2, -180], [3, -179]], [[9, 9]]]),
            (near, None, [[[2, -180], [3, -179]]]), ([], [2, 179, 600], []),
        ])

    def test_tolerance(self):
        def tolerances(hours):
            script = """
                const [isOverview, metres, hours] = arguments;
                const done = arguments[arguments.length - 1];
                import('/assets/live/model/range.js').then(({ tolerance }) => done(
                  tolerance(metres, { from: new Date(0), to: new Date(hours * 3600000) }, 0, isOverview)));"""
            return [self.driver.execute_async_script(script, overview, metres, hours)
                    for overview in (False, True) for metres in (0.5, 2000)]

        self.assertEqual(tolerances(24), [1, 512, 2, 512])
        self.assertEqual(tolerances(8760), [128, 512, 512, 512])

    def test_time_zone(self):
        self.all("model/range.js", "zoneQuery", [
            ("Australia/Melbourne", "zone=Australia%2FMelbourne"), ("Etc/GMT+5", "zone=Etc%2FGMT%2B5"),
            ("Etc/Unknown", "zone=UTC"), ("", "zone=UTC")])

    def test_attribution(self):
        self.all("view/tile-layer.js", "attributionHTML", [
            ("<img onerror=x> & \"me\"", None, "&lt;img onerror=x&gt; &amp; &quot;me&quot;"),
            ("a", "javascript:alert(1)", "a"),
            ("a", "https://b/\"><i>", '<a href="https://b/&quot;&gt;&lt;i&gt;" target="_blank" rel="noopener">a</a>'),
        ])

    def test_typed_positions(self):
        place = lambda north, east, name: {"key": "point|" + name, "name": name, "latitude": north, "longitude": east, "isPoint": True}
        melbourne = place(-37.9, 144.9, "-37.900000, 144.900000")
        self.all("model/position-input.js", "parsePositions", [
            (typed, [melbourne]) for typed in [
                "-37.9,144.9", " -37.9 144.9 ", "-37.9°; 144.9°", "37.9S 144.9E", "37°54′S, 144°54.000′E",
                "37°54'00.0\"S 144°54'0''e",
                "37 54.000 S 144 54 E", "37 54 0S,144 54 00 E", "37.9 S 144.9 E",
                # Typographic signs, as phones and documents write them.
                "\u221237.9, 144.9", "\u221237.9º 144.9º", "37°54’00”S 144°54’0’’E", "37º54‘0“S 144˚54´0″E", "S37°54’ E144°54’",
                "S37 54.000 E144 54.000", "s 37° 54' 0\", e 144.9", "S37°54′E144°54′"]])
        # The centre of the square metre, and of the squares of a locator.
        utm = place(-37.809973, 144.963268, "-37.809973, 144.963268")
        self.all("model/position-input.js", "parsePositions", [(typed, [utm]) for typed in [
            "55H 320710 5813314", " 55h 320710 5813314", "55 H 320710mE 5813314mN", "55H 320710 E, 5813314 N", "55H 320710.5 5813314.5"]])
        # The equator by its southern name.
        self.all("model/position-input.js", "parsePositions", [("31M 166021 10000000", [place(0.000005, 0.000001, "0.000005, 0.000001")])])
        self.all("model/position-input.js", "parsePositions", [
            ("QF22le", [place(-37.8125, 144.958333, "-37.812500, 144.958333")]), ("qf22LE55oo", [place(-37.809983, 144.963368, "-37.809983, 144.963368")])])
        self.all("model/position-input.js", "parsePositions", [
            (typed, []) for typed in [
                "S37 54 E-144 54", "E144 54 S37 54", "S37 54 144 54", "S37 54 E144 54 E", "55H 320710", "0H 320710 5813314", "61H 320710 5813314", "55I 320710 5813314", "55H 320710 1813314", "55H 32071 5813314",
                # Beyond the pole or around the earth, and farther from the central meridian than any zone reaches.
                "32U 574105 13977873", "55H 320710 45807902", "20E 612918 36584590", "31M 166021 10000001",
                "55H 000000 5813314", "55H 099999 5813314", "55H 900000 5813314", "55H 999999 5813314",
                "QF22", "QF22l", "SF22le", "QF22ly0", "QF22lea",
                "", "37.9", "Home", "91,0", "0,181", "-37.9S 144.9E", "37°60′S 144°0′E", "37 54 61 S 144 54 0 E", "3754S 144E", "37.5 54 S 144 E", "10 Downing Street", "1,2,3"]])
        self.all("model/position-input.js", "pointPlace", [(1.23456789, -0.00000001, place(1.234568, 0, "1.234568, 0.000000"))])

    def test_a_letter_that_can_be_a_hemisphere(self):
        """Against the centre of the square metre by cs2cs of PROJ: EPSG:32621 and EPSG:32721 for the first."""
        falklands, atlantic = ("-51.717716, -57.868540", "51.7° south, S as hemisphere"), ("38.576442, -57.688809", "38.6° north, S as band")
        for typed, *expected in [
            ("21S 440000 4270000", atlantic, falklands), ("21 s 440000mE 4270000mN", atlantic, falklands),
            ("55S 320710 5813314", ("-37.809973, 144.963268", "37.8° south, S as hemisphere")),
            ("32N 574105 6020091", ("54.323298, 10.139397", "54.3° north, N as hemisphere")),
            # Band N begins at the equator: both readings are the same.
            ("60N 833916 110682", ("0.999997, 179.999897", None)), ("55R 320710 5813314",), ("21S 440000 1000000",), ("32N 574105 9900000",),
        ]:
            with self.subTest(typed=typed):
                found = self.call("model/position-input.js", "parsePositions", typed)
                self.assertEqual([(place["name"], place.get("reading")) for place in found], expected)

    def test_what_is_no_position(self):
        note = "No place begins with “{}”."
        example = " A position is written like -37.81, 144.96 or 37°48.6′S 144°57.8′E."
        self.all("model/position-input.js", "notFoundText", [
            ("Zz", note.format("Zz")), ("-37,8 144,9", note.format("-37,8 144,9") + example), ("55S 32", note.format("55S 32") + example),
            *((typed, note.format(typed) + example) for typed in ["\u221237,8 144,9", "- 37.8 144.9", "S37 54", "n 54", "N54°19,4"]),
            *((typed, note.format(typed)) for typed in ["St 9", "N", "-", "Niel 5"])])
        for shown in ("-37.81, 144.96", "37°48.6′S 144°57.8′E"):
            self.assertIn(shown, example)
            self.assertEqual(len(self.call("model/position-input.js", "parsePositions", shown)), 1)

    def test_reference_names_of_positions_are_understood(self):
        for north, east, *names in PLACES:
            for name, error in zip(names, (0.75, 22)):
                with self.subTest(name=name):
                    found = self.call("model/position-input.js", "parsePositions", name)[0]
                    here = {"latitude": north, "longitude": east}
                    self.assertLessEqual(self.call("model/geodesy.js", "distanceAndBearing", here, found)["distance"], error)

    def test_each_position_of_a_grid_can_be_pasted_back(self):
        """A grid of positions with the borders of zones and bands, the exceptions of Norway and Svalbard, and both poles."""
        latitudes = [-90, -89.9999, -80, -79.99, -72, -56.0000001, -37.809969, -8, -0.0000001, 0, 0.5, 8, 36.5, 47.99999, 55.9999, 56, 56.0001, 60.5, 63.9999, 64,
                     71.9999, 72, 78.2, 83.9, 84, 84.1, 90]
        longitudes = [-180, -179.9999, -174, -144.963264, -6, -0.0000001, 0, 2.9999, 3, 3.0001, 5.3, 5.9999, 6, 8.9999, 9, 11.9999, 12, 20.9999, 21, 32.9, 33,
                      41.9999, 42, 144.963264, 173.99999, 179.9999, 180]
        positions = [[latitude, longitude] for latitude in latitudes for longitude in longitudes]
        # Half a square, or half of the last digit, in metres.
        for format, error in [("decimal", 0.1), ("ddm", 1.5), ("dms", 2.5), ("utm", 1), ("maidenhead", 22)]:
            results = self.driver.execute_async_script(ROUND_TRIP, positions, format)
            self.assertIsInstance(results, list, results)
            count = 0
            for (latitude, longitude), (shown, again, distance) in zip(positions, results):
                if format == "utm" and not -80 <= latitude <= 84:
                    self.assertEqual((again, distance), (None, None), "it is not shown")
                    continue
                with self.subTest(format=format, position=(latitude, longitude), shown=shown):
                    count += 1
                    self.assertIsNotNone(distance, "it was not understood")
                    self.assertLessEqual(distance, error)
                    # A square metre across the border of a zone or a band may be named after either.
                    if format != "utm" or not any(part % 1 < 1e-5 or part % 1 > 1 - 1e-5 for part in (latitude, longitude)):
                        self.assertEqual(again, shown)
            self.assertGreater(count, 500)

    def test_addresses_of_a_period(self):
        day, period = {"kind": "day", "day": "2026-11-16"}, {"kind": "range", "from": "2026-11-16T09:00", "to": "2026-11-17T10:30"}
        self.all("model/page-address.js", "choiceOfFragment", [
            ("#day=2026-11-16", day), ("#range=2026-11-16T09:00/2026-11-17T10:30", period), ("", None), ("#more", None),
            ("#day=2026-13-99", None), ("#day=<b>", None), ("#range=2026-11-16T09:00", None)])
        self.all("model/page-address.js", "fragmentOf", [
            (day, "#day=2026-11-16"), (period, "#range=2026-11-16T09:00/2026-11-17T10:30"), ({"kind": "hour", "day": "2026-11-16"}, ""),
            ({"kind": "day", "day": ""}, "")])
        self.all("model/page-address.js", "trackFileName", [
            (day, "2026-11-22", "whereismy-2026-11-16.gpx"), ({"kind": "today"}, "2026-11-22", "whereismy-2026-11-22.gpx"),
            (period, "2026-11-22", "whereismy-2026-11-16T0900-2026-11-17T1030.gpx")])

    def test_the_timeline_of_a_day(self):
        stay = {"kind": "stay", "from": "2026-11-16T08:00:00Z", "to": "2026-11-16T09:30:00Z", "latitude": 1.5, "longitude": -2, "confidence": 0.999}
        read = {"kind": "stay", "from": 1794816000000, "to": 1794821400000, "positions": [{"latitude": 1.5, "longitude": -2}], "figures": stay}
        self.all("model/journeys.js", "readJourneys", [
            ({"journeys": [stay, {"kind": "odd"}, None, stay | {"from": "bad"}]}, [read]), ({}, []), (None, [])])
        row = lambda **more: self.call("model/journeys.js", "journeyRow", read | {"figures": stay | more} | more, "metric")
        self.assertEqual({k: v for k, v in row().items() if k != "time"}, {
            "title": "Stay at 1.50000, -2.00000", "facts": "1 h 30 min · confidence 99 %"})
        self.assertEqual(row(near="Kiel")["title"], "Near Kiel")
        self.assertEqual(row(near="Kiel", place="Ho\u202eme")["title"], "Home")
        trip = row(kind="trip", distance=12345, gapDistance=1500.4, meanSpeed=10, start={"place": "Home"}, end={})
        self.assertEqual((trip["title"], trip["facts"]), (
            "Trip from Home", "12.3 km · 1.50 km across gaps · 1 h 30 min · mean 36.0 km/h · confidence 99 %"))
        gap = row(kind="gap", distance=2000, start={"place": "Home"})
        self.assertEqual((gap["title"], gap["facts"]), ("No record", "2.00 km apart · 1 h 30 min"))

    def test_the_calendar(self):
        weeks = self.call("model/calendar.js", "weeksOf", "2026-11")
        self.assertEqual((len(weeks), weeks[0], weeks[5][:2]), (6, [None] * 6 + ["2026-11-01"], ["2026-11-30", None]))
        february = self.call("model/calendar.js", "weeksOf", "2027-02")
        self.assertEqual((len(february), february[0][0], february[3][6]), (4, "2027-02-01", "2027-02-28"))
        days = ["2026-11-20", "2026-11-12", "2026-11-02", "2026-09-30"]
        self.all("model/calendar.js", "dayAfterKey", [
            (days, "2026-11-12", key, day) for key, day in [
                ("ArrowLeft", "2026-11-02"), ("ArrowRight", "2026-11-20"), ("ArrowUp", "2026-11-02"), ("ArrowDown", "2026-11-20"),
                ("PageUp", "2026-09-30"), ("PageDown", None), ("Home", "2026-11-02"), ("End", "2026-11-20"), ("a", None)]])
        self.assertEqual(self.call("model/calendar.js", "monthsOf", days), ["2026-11", "2026-09"])

    def test_the_series_of_a_period(self):
        document = {
            "step": 10, "time": [100, 110, 105, 120, 150], "speed": [1, None, 9, 3, None], "speedMax": [2, None, 9, 5, None],
            "altitude": [10, None, 9, "x", None], "altitudeLow": [8, None, 9, None, None], "altitudeHigh": [12, None, 9, None, None],
            "accuracy": [4, None, 9, 6, None], "distance": [0, None, 9, 2000, None], "latitude": [1, None, 9, 1.5, None]}
        series = self.call("model/series.js", "readSeries", document)
        self.assertEqual((series["time"], series["altitude"], series["longitude"]), ([100, 110, 120, 150], [10, None, None, None], [None] * 4))
        self.all("model/series.js", "rowAt", [
            (series, 99, None), (series, 100, 0), (series, 109, 0), (series, 115, None), (series, 139, 2), (series, 141, None), (series, 151, None),
            (series | {"time": [0, 90], "speed": [0, 0], "latitude": [1, 1]}, 80, 0)])
        self.all("model/series.js", "recordedSpan", [(series, {"from": 100, "to": 120}), (series | {"latitude": [None] * 4, "speed": [None] * 4}, None)])
        self.all("model/series.js", "rowText", [(series, 0, "metric", "3.6 km/h · 10 m · ± 4.0 m"), (series, 2, "nautical", "5.8 kn · ± 6.0 m"), (series, None, "metric", "")])
        speed, altitude = ({"value": kind, "low": low, "high": high, "accuracy": kind + "Accuracy", "kind": kind, "title": kind.title(), "band": "range"} for kind, low, high in [
            ("speed", "speed", "speedMax"), ("altitude", "altitudeLow", "altitudeHigh")])
        self.all("model/series.js", "chartRows", [
            (series, altitude, "distance", "metric", [[0, [8, 10, 12]], [0, None], [2, None], [2, None]])])
        self.assertEqual([values for _, values in self.call("model/series.js", "chartRows", series, speed, "time", "metric")], [
            [3.6, 3.6, 7.2], None, [3 * 3.6, 3 * 3.6, 18], None])
        accurate = series | {"speedAccuracy": [1.5, None, 0.5, None], "altitudeAccuracy": [20, None, None, None]}
        self.assertEqual([values for _, values in self.call("model/series.js", "chartRows", accurate, speed, "time", "metric")], [
            [0, 3.6, 3.5 * 3.6], None, [2.5 * 3.6, 3 * 3.6, 5.5 * 3.6], None])
        self.assertEqual(self.call("model/series.js", "chartRows", accurate, altitude, "distance", "metric")[0], [0, [-12, 10, 32]])
        self.all("model/series.js", "bandText", [
            (series, speed, "range"), (accurate, speed, "range, ± accuracy"),
            (accurate | {"speedAccuracy": [1, None, None, None]}, speed, "range, ± accuracy where it is known")])
        self.all("model/series.js", "chartSummary", [(series, altitude, "metric", "Altitude from 8 m to 12 m"), ({**series, "speed": []}, speed, "metric", "Speed: no values")])
        self.all("model/series.js", "tableRows", [(series, "metric", 2, [
            {"time": 100, "cells": ["3.6 km/h", "7.2 km/h", "10 m", "8 m", "12 m", "4.0 m"]}, {"time": 120, "cells": ["10.8 km/h", "18.0 km/h", "", "", "", "6.0 m"]}])])

    def test_a_track_with_times(self):
        def line(*points):
            times = [f"1970-01-01T00:00:{seconds:02d}Z" for _, _, seconds in points]
            return {"geometry": {"type": "LineString", "coordinates": [[east, north] for north, east, _ in points]}, "properties": {"coordTimes": times}}

        document = {"features": [line((1, 179, 30), (2, -179, 40)), line((0, 178, 0), (0, 179, 10), (9, 9, 5)), {"geometry": None}]}
        lines = self.call("model/timed-track.js", "timedLines", document, 179)
        self.assertEqual(lines, [[[0, 178, 0], [0, 179, 10]], [[1, 179, 30], [2, 181, 40]]])
        self.all("model/timed-track.js", "positionAt", [
            (lines, 5, [0, 178.5]), (lines, 10, [0, 179]), (lines, 20, None), (lines, 35, [1.5, 180]), (lines, -1, None), (lines, 41, None), ([], 1, None)])
        # A short line of another receiver during a long one.
        both = [[[0, 10, 0], [0, 20, 100]], [[5, 10, 40], [5, 11, 50]]]
        self.all("model/timed-track.js", "positionAt", [(both, 45, [5, 10.5]), (both, 50, [5, 11]), (both, 60, [0, 16]), (both, 101, None)])
        self.assertEqual(self.call("model/timed-track.js", "nearestMoment", lines, 1, 178.5), {"seconds": 30, "degrees": unittest.mock.ANY})
        self.assertAlmostEqual(self.call("model/timed-track.js", "nearestMoment", lines, 0.01, 178.25)["seconds"], 2.5)
        self.assertIsNone(self.call("model/timed-track.js", "nearestMoment", [], 1, 1))
        script = """
            const done = arguments[arguments.length - 1];
            import('/assets/live/model/timed-track.js').then(({ linesByClass }) => done(
              linesByClass(arguments[0], [2, 4, 6], (seconds) => [null, 0, 1, 1][Math.floor(seconds / 2)] ?? null, 2)));"""
        self.assertEqual(self.driver.execute_async_script(script, lines[:1]), [
            [[[0, 178.2], [0, 178.4]]], [[[0, 178.4], [0, 178.6], [0, 179]]]])

    def test_the_colours_of_a_track(self):
        self.all("model/colour-scale.js", "colourScale", [
            ([0, 5, 10, None, 20], "speed", "metric", {
                "bounds": [10 / 3.6, 20 / 3.6, 30 / 3.6], "labels": ["0–10 km/h", "10–20 km/h", "20–30 km/h", "from 30 km/h"]}),
            ([-5, 100], "altitude", "metric", unittest.mock.ANY), ([], "speed", "metric", {"bounds": [], "labels": []}),
            ([0, 0], "speed", "metric", {"bounds": [], "labels": ["from 0 km/h"]})])
        scale = {"bounds": [10, 20], "labels": ["", "", ""]}
        self.all("model/colour-scale.js", "colourClass", [(scale, 9, 0), (scale, 10, 1), (scale, 1e9, 2), (scale, -1, 0)])

    def test_rejected_fixes(self):
        verdict = {"verdict": "rejected", "reason": "jump", "received": "1970-01-01T00:00:10Z", "raw": {"latitude": 1, "longitude": 2}}
        fix = {"latitude": 1, "longitude": 2, "moment": 10000, "text": "jump"}
        self.all("model/rejections.js", "readRejections", [
            ({"verdicts": [verdict, verdict | {"raw": None, "count": 4}, verdict | {"received": "1970-01-01T00:00:30Z"}, verdict | {"reason": None}, None]},
             0, 20000, {"fixes": [fix], "count": 5}), (None, 0, 1, {"fixes": [], "count": 0})])

    def test_own_places(self):
        radius = "The radius is a length from 1 m to 100 km, such as "
        self.all("model/own-place.js", "placeProblem", [
            ({"name": "Home", "radius": "50"}, "metric", ""), ({"name": " ", "radius": "50"}, "metric", "Enter a name."),
            ({"name": "a/b", "radius": "50"}, "metric", "A name cannot contain a slash."),
            ({"name": "ü" * 33, "radius": "50"}, "metric", "The name is too long."),
            ({"name": "Home", "radius": "0"}, "metric", radius + "60 m or 0.2 km."),
            ({"name": "Home", "radius": "3"}, "imperial", radius + "200 ft or 0.1 mi."), ({"name": "Home", "radius": "4"}, "imperial", ""),
            ({"name": "Home", "radius": "60 yd"}, "nautical", radius + "60 m or 0.1 nm."),
            ({"name": "Home", "radius": "101km"}, "imperial", radius + "200 ft or 0.1 mi."),
            ({"name": "Home", "radius": ""}, "metric", radius + "60 m or 0.2 km."), ({"name": "Home", "radius": "60nm"}, "metric", radius + "60 m or 0.2 km."),
            ({"name": "Home", "radius": None}, "metric", ""), ({"name": "", "radius": None}, "metric", "Enter a name.")])
        home = {"name": "Home", "latitude": 1, "longitude": 2, "radius": 50, "dwell": 20}
        replaced = {"address": "v1/places/own?replace=yes", "method": "POST", "body": {
            "type": "Feature", "geometry": {"type": "Point", "coordinates": [2, 1]},
            "properties": {"name": "A b", "radius": 60, "dwell": 20}}}
        renamed = {"address": "v1/places/own/Home/name", "method": "POST", "body": {"name": "A b"}}
        self.all("model/own-place.js", "changeRequests", [
            (home, {"name": "Home", "radius": "50"}, "metric", []), (home, {"name": "A b ", "radius": "60"}, "metric", [renamed, replaced]),
            (home, {"name": "A b", "radius": "0.06km"}, "imperial", [renamed, replaced]),
            # What was not edited is not changed, but a text that the form has rounded can be typed.
            (home, {"name": "Home", "radius": None}, "imperial", []), (home, {"name": "A b", "radius": None}, "imperial", [renamed]),
            (home | {"name": "A b", "radius": 60.4}, {"name": "A b", "radius": "60"}, "metric", [replaced]),
            (home | {"rings": []}, {"name": "Home", "radius": None}, "metric", [])])
        new = {"latitude": 1, "longitude": 2}
        added = replaced | {"address": "v1/places/own", "body": replaced["body"] | {"properties": {"name": "A b", "radius": 100}}}
        self.all("model/own-place.js", "additionRequest", [
            (new, {"name": "A b", "radius": None}, "imperial", added), (new, {"name": "A b", "radius": "0.1 km"}, "imperial", added)])
        self.all("model/own-place.js", "removalRequest", [
            ({"name": "a?b"}, {"address": "v1/places/own/a%3Fb", "method": "DELETE"})])

    def test_sky(self):
        satellite = {"constellation": "gps", "number": 12, "elevation": 0, "azimuth": 90, "signal": 42.4, "used": True}
        self.all("model/sky.js", "skySpots", [([satellite | {"elevation": 90}, satellite | {"elevation": -1}], [
            {"x": 0, "y": 0, "label": "G12", "isUsed": True}])])
        self.all("model/sky.js", "satelliteText", [
            (satellite, "GPS 12: el 0°, az 90°, 42 dBHz, used"),
            ({"constellation": "odd", "number": 3, "used": False}, "Satellite 3: not used")])
        self.all("model/sky.js", "skySummary", [([satellite, satellite | {"used": False}], "Sky plot, north up: 1 of 2 satellites used")])

    def test_shares_of_the_owner(self):
        row = self.call("model/share.js", "shareRow", {"id": "a", "expires": "bad", "precision": 1000, "delay": 600})
        self.assertEqual(row, {"name": "Share without a label", "limits": "rounded to 1 km, 10 min late"})
        shares = [{"id": "b", "expires": "2026-01-03T00:00:00Z"}, {"id": "a", "expires": "2026-01-02T00:00:00Z"}]
        backwards = {"id": "a", "label": "Ad\u202ea", "expires": "bad"}
        self.all("model/share.js", "shareRow", [(backwards, {"name": "Ada", "limits": "exact position"})])
        self.all("model/share.js", "activeShares", [
            ({"shares": shares}, 1767225600000, shares[::-1]), ({"shares": shares}, 1767312000000, shares[:1]), (None, 0, [])])

    def test_share_request(self):
        fields = {"for": "2h", "precision": "0", "delay": "0", "label": "  "}
        self.all("model/share.js", "shareRequest", [
            (fields, {"for": "2h"}),
            (fields | {"precision": "100", "delay": "1800", "label": " Lea "},
             {"for": "2h", "precision": 100, "delay": 1800, "label": "Lea"}),
        ])


if __name__ == "__main__":
    unittest.main()
