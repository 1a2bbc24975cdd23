"""The model of the fleet page, and what the live page needs for a device of a fleet."""

import json
import random
import unittest

import fake_daemon
from test_model import CallingTest

NOW = 1_790_000_000_000

CLUSTERS = """
const [positions, view] = arguments;
const done = arguments[arguments.length - 1];
Promise.all(['mercator', 'clusters'].map((name) => import('/assets/fleet/model/' + name + '.js'))).then(([{ unitPoint }, { clusters }]) => {
  const devices = positions.map(([latitude, longitude], index) => ({ name: 'd' + index, point: unitPoint({ latitude, longitude }) }));
  const [northWest, southEast] = [[view.north, view.west], [view.south, view.east]].map(([latitude, longitude]) => unitPoint({ latitude, longitude }));
  const box = { north: northWest.y, west: northWest.x, south: southEast.y, east: southEast.x, zoom: view.zoom };
  const begin = performance.now();
  const found = clusters(devices, box);
  done({ time: performance.now() - begin, clusters: found.map(({ key, x, y, devices: inside }) => ({ key, x, y, names: inside.map((device) => device.name) })) });
}).catch((error) => done(String(error)));
"""

FLEET = """
const steps = arguments[0];
const done = arguments[arguments.length - 1];
import('/assets/fleet/model/fleet.js').then(({ Fleet }) => {
  const clocks = { timer: 0, clock: %d };
  const fleet = new Fleet(() => ({ ...clocks }));
  done(steps.map(([name, value]) => {
    if (name === 'wait') { clocks.timer += 1000 * value; clocks.clock += 1000 * value; }
    else if (name === 'sleep') { clocks.clock += 1000 * value; }
    else if (value === null) { fleet[name](); }
    else { fleet[name](value); }
    const hasChanged = fleet.age();
    return { names: fleet.devices.map((device) => device.name), states: Object.fromEntries(fleet.devices.map((device) => [device.name, device.state])), now: fleet.now, hasChanged };
  }));
}).catch((error) => done(String(error)));
""" % (NOW + 3_600_000)


def iso(seconds_ago):
    """Returns a time before NOW."""
    return fake_daemon.iso(NOW / 1000 - seconds_ago)


def document(*devices):
    """Returns the server's document of devices."""
    return {"time": iso(0), "devices": list(devices)}


def known(name="van", state="live", fix=5, received=3, **more):
    """Returns a device as the server sends it."""
    return {
        "name": name, "teams": ["North"], "state": state, "time": iso(fix), "received": iso(received), "latitude": 54.3,
        "longitude": 10.1, "staleAfter": 60, "isOnline": True} | more


class States(CallingTest):
    """States as time passes."""

    def steps(self, *steps):
        """Returns the states after each step."""
        result = self.driver.execute_async_script(FLEET, steps)
        self.assertIsInstance(result, list, result)
        return result

    def test_a_device_becomes_stale_or_silent_without_an_event(self):
        found = self.steps(
            ["replace", document(known("a"), known("b", fix=50, received=3), known("c", state="silent"), known("d", state="none", latitude=None))],
            ["wait", 20], ["wait", 40])
        self.assertEqual(found[0]["states"], {"a": "live", "b": "live", "c": "silent", "d": "none"})
        self.assertEqual(found[1]["states"]["b"], "stale")
        self.assertEqual((found[2]["states"]["a"], found[2]["states"]["b"]), ("silent", "silent"))

    def test_the_page_does_not_improve_what_the_server_says(self):
        found = self.steps(["replace", document(known("a", state="stale"), known("b", state="silent"), known("c", state="new"))])
        self.assertEqual(found[0]["states"], {"a": "stale", "b": "silent", "c": "unknown"})

    def test_ages_count_by_the_servers_clock_and_through_a_sleep(self):
        found = self.steps(["replace", document(known("a"))], ["wait", 10], ["sleep", 60])
        self.assertEqual([step["now"] - NOW for step in found], [0, 10_000, 70_000])
        self.assertEqual([step["states"]["a"] for step in found], ["live", "live", "silent"])

    def test_nothing_is_current_without_a_connection(self):
        lists = ["replace", document(known("a", staleAfter=900), known("b", state="none", latitude=None))]
        found = self.steps(lists, ["lose", None], ["wait", 9], ["lose", None], ["wait", 2], lists)
        self.assertEqual([step["states"]["a"] for step in found], ["live", "live", "live", "live", "unknown", "live"])
        self.assertEqual({step["states"]["b"] for step in found}, {"none"})

    def test_a_change_replaces_and_adds_devices_but_does_not_precede_the_list(self):
        found = self.steps(
            ["update", document(known("z"))], ["replace", document(known("b"), known("a10"), known("a9"))],
            ["update", document(known("b", state="silent"), known("c"))], ["replace", document(known("c"))])
        self.assertEqual(found[0]["states"], {})
        self.assertEqual(found[1]["names"], ["a9", "a10", "b"])
        self.assertEqual(found[2]["states"], {"a9": "live", "a10": "live", "b": "silent", "c": "live"})
        self.assertEqual(found[3]["names"], ["c"])

    def test_invalid_devices_are_dropped_and_invalid_members_unknown(self):
        self.all("../fleet/model/device.js", "parseDevice", [(None, None), ({}, None), ({"name": 3}, None), ([], None)])
        odd = self.call("../fleet/model/device.js", "parseDevice", {
            "name": "<b>", "teams": "x", "latitude": 91, "longitude": 0, "time": "never", "state": "toString", "staleAfter": -1, "status": 4})
        self.assertEqual(
            (odd["position"], odd["point"], odd["fixAt"], odd["reported"], odd["teams"], odd["staleAfter"], odd["status"]),
            (None, None, None, "unknown", [], 900, {}))
        found = self.steps(["replace", {"devices": [1, known("a"), "b"]}], ["replace", {"devices": 7}])
        self.assertEqual([step["names"] for step in found], [["a"], []])


class Clusters(CallingTest):
    """Groups on the map."""

    def clusters(self, positions, zoom=5, **view):
        """Returns the clusters in a view, and the milliseconds that they took."""
        box = {"north": 85, "south": -85, "west": -180, "east": 180, "zoom": zoom} | view
        result = self.driver.execute_async_script(CLUSTERS, positions, box)
        self.assertIsInstance(result, dict, result)
        return result["clusters"], result["time"]

    def test_near_devices_are_one_group_and_far_ones_are_not(self):
        positions = [(54, 10), (54.001, 10.001), (40, -3)]
        self.assertEqual(sorted(cluster["names"] for cluster in self.clusters(positions)[0]), [["d0", "d1"], ["d2"]])
        self.assertEqual([cluster["key"] for cluster in self.clusters(positions)[0] if len(cluster["names"]) == 1], ["d2"])
        self.assertEqual(len(self.clusters(positions, zoom=18)[0]), 3)

    def test_two_devices_of_neighbouring_cells_are_one_group_if_they_would_overlap(self):
        # The sides of the cells are multiples of 72 pixels.
        edge = (72 * 10 / (256 * 2 ** 5) - 0.5) * 360
        self.assertEqual(len(self.clusters([(0.1, edge - 0.01), (0.1, edge + 0.01)])[0]), 1)

    def test_only_the_view_is_grouped_across_the_date_line_too(self):
        positions = [(0, 179.9), (0, -179.9), (0, 0), (70, 180)]
        found = self.clusters(positions, west=170, east=190, north=10, south=-10)[0]
        self.assertEqual([cluster["names"] for cluster in found], [["d0", "d1"]])
        self.assertAlmostEqual(found[0]["x"], 1, places=4)
        self.assertEqual(self.clusters([], west=1, east=2)[0], [])

    def test_a_move_of_the_map_does_not_change_the_groups(self):
        source = random.Random(4)
        positions = [(source.uniform(50, 52), source.uniform(8, 12)) for _ in range(500)]
        views = [self.clusters(positions, zoom=8, west=west, east=west + 30, north=60, south=40)[0] for west in (-5, -4.7, -3.1)]
        self.assertEqual(views[0], views[1])
        self.assertEqual(views[0], views[2])

    def test_no_device_is_lost_and_ten_thousand_take_a_few_milliseconds(self):
        source = random.Random(5)
        positions = [(source.uniform(-60, 70), source.uniform(-180, 180)) for _ in range(10_000)]
        found, time = self.clusters(positions, zoom=3)
        self.assertEqual(len({name for cluster in found for name in cluster["names"]}), 10_000)
        self.assertLess(len(found), 700)
        self.assertLess(time, 150)

    def test_the_box_around_devices_crosses_the_date_line_where_that_is_narrower(self):
        point = lambda x, y=0.5: {"x": x, "y": y}
        self.all("../fleet/model/mercator.js", "boxAround", [
            ([], None),
            ([point(0.25, 0.5)], {"west": 0.25, "east": 0.25, "north": 0.5, "south": 0.5}),
            ([point(0.25, 0.25), point(0.5, 0.75)], {"west": 0.25, "east": 0.5, "north": 0.25, "south": 0.75}),
            ([point(0.125), point(0.875)], {"west": 0.875, "east": 1.125, "north": 0.5, "south": 0.5}),
        ])

    def test_the_projection_is_that_of_web_maps(self):
        # EPSG:3857: 1,113,194.908 m east and 7,215,746.16 m north of 0, 0; half of the circumference is 20,037,508.343 m.
        found = self.call("../fleet/model/mercator.js", "unitPoint", {"latitude": 54.2, "longitude": 10})
        half = 20037508.342789244
        self.assertAlmostEqual((found["x"] - 0.5) * 2 * half, 1113194.908, places=2)
        back = self.call("../fleet/model/mercator.js", "positionOfPoint", found)
        self.assertAlmostEqual(back["latitude"], 54.2, places=9)
        edge = self.call("../fleet/model/mercator.js", "unitPoint", {"latitude": 90, "longitude": 180})
        self.assertAlmostEqual(edge["y"], 0, places=6)


class Lists(CallingTest):
    """The filter, the order and the rows of the list."""

    DEVICES = [
        {"name": name, "text": f"{name}\n{team}".lower(), "teams": [team], "state": state, "fixAt": fix, "receivedAt": received, "point": point}
        for name, team, state, fix, received, point in [
            ("Ada", "North", "live", 5, 6, {"x": 0.5, "y": 0.5}), ("Bo", "South", "silent", 1, 1, {"x": 0.01, "y": 0.5}),
            ("Cy", "North", "stale", 2, 7, {"x": 0.99, "y": 0.5}), ("Di", "", "none", None, None, None)]]

    def names(self, file, function, *values):
        """Returns the names of the devices that a function returns."""
        return "".join(device["name"][0] for device in self.call("../fleet/model/" + file, function, *values))

    def test_filters(self):
        every = {"text": "", "team": "", "states": [], "box": None}
        for changed, names in [
            ({}, "ABCD"), ({"text": "NORTH"}, "AC"), ({"text": "a north"}, "A"), ({"text": "(["}, ""), ({"team": "South"}, "B"),
            ({"states": ["stale", "none"]}, "CD"), ({"team": "North", "states": ["live"]}, "A"),
            ({"box": {"west": 0.9, "east": 1.1, "north": 0.4, "south": 0.6}}, "BC"),
        ]:
            with self.subTest(changed=changed):
                self.assertEqual(self.names("device-list.js", "filtered", self.DEVICES, every | changed), names)

    def test_orders(self):
        for order, names in [("name", "ABCD"), ("state", "DBCA"), ("newest", "ACBD"), ("oldest", "DBAC"), ("toString", "ABCD")]:
            with self.subTest(order=order):
                self.assertEqual(self.names("device-list.js", "ordered", self.DEVICES, order), names)

    def test_teams(self):
        self.assertEqual(self.call("../fleet/model/device-list.js", "teamsOf", self.DEVICES), ["", "North", "South"])

    def test_only_rows_in_view_are_drawn(self):
        self.all("../fleet/model/device-list.js", "rowsInView", [
            (-300, 600, 60, 10_000, [0, 11]), (60_000, 600, 60, 10_000, [994, 1016]), (599_900, 600, 60, 10_000, [9992, 10_000]),
            (0, 600, 60, 0, [0, 0]), (900_000, 600, 60, 10, [10, 10]), (-900, 600, 60, 10, [0, 1]),
        ])


class Texts(CallingTest):
    """Texts about devices."""

    FILE = "../fleet/model/device-text.js"

    def test_ages(self):
        self.all(self.FILE, "agesText", [
            ({"fixAt": NOW - 90_000, "receivedAt": NOW - 3000}, NOW, "Fix 1 min ago, received 3 s ago"),
            ({"fixAt": None, "receivedAt": NOW - 3000}, NOW, "Received 3 s ago"),
            ({"fixAt": NOW + 5000, "receivedAt": None}, NOW, "Fix just now"),
            ({"fixAt": None, "receivedAt": None}, NOW, "Nothing received yet"),
        ])

    def test_counts(self):
        self.all(self.FILE, "countText", [(0, "0 devices"), (1, "1 device"), (12345, "12,345 devices")])
        counts = {"live": 1200, "stale": 0, "silent": 3, "unknown": 0, "none": 0}
        self.all(self.FILE, "countsText", [(counts, "1,200 live, 3 silent")])
        self.all(self.FILE, "shortCount", [(999, "999"), (1000, "1.0k"), (9999, "9.9k"), (12999, "12k")])
        self.all(self.FILE, "percentText", [(0, 10, "0%"), (1, 1000, "1%"), (999, 1000, "99%"), (10, 10, "100%")])

    def test_a_position_that_is_not_current_has_a_warning(self):
        here = {"latitude": 1, "longitude": 2}
        for state in ("stale", "silent", "unknown"):
            self.assertIn("where", self.call(self.FILE, "warningText", {"state": state, "position": here}))
        self.all(self.FILE, "warningText", [({"state": "live", "position": here}, ""), ({"state": "none", "position": None}, "")])

    def test_only_teams_that_a_member_may_share(self):
        teams = [{"name": name, "role": role} for name, role in zip("abcd", ["last", "history", "share", "admin"])]
        self.all(self.FILE, "shareableTeams", [({"teams": teams}, ["c", "d"]), ({"teams": [None, {"role": "share"}]}, []), (None, [])])

    def test_events(self):
        event = {"device": "van", "event": "enter", "place": "Depot", "time": iso(0)}
        parsed = {"device": "van", "kind": "enter", "place": "Depot", "at": NOW}
        self.all(self.FILE, "parseFleetEvent", [
            (event, parsed), (event | {"event": "silent"}, parsed | {"kind": "silent", "place": ""}), (event | {"event": "toString"}, None),
            (event | {"place": None}, None), (event | {"time": 1}, None), (event | {"device": ""}, None), (None, None)])
        self.all(self.FILE, "fleetEventText", [
            (parsed, "van entered \u2068Depot\u2069"), (parsed | {"kind": "silent", "place": ""}, "van is silent"),
            (parsed | {"kind": "dragging", "place": ""}, "van drags its anchor")])

    def test_past_events(self):
        past = [{"device": "van", "event": "back", "time": iso(offset)} for offset in (1, 5, 9)]
        new = {"device": "van", "kind": "back", "place": "", "at": NOW}
        listed = self.call(self.FILE, "withPastEvents", {"events": past + [None]}, [new, new | {"at": NOW - 5000}])
        self.assertEqual([NOW - event["at"] for event in listed], [0, 1000, 5000, 9000])
        self.assertEqual(self.call(self.FILE, "withPastEvents", None, [new]), [new])


class DevicePages(CallingTest):
    """What the live page needs for a device of a fleet."""

    def test_the_device_is_part_of_the_address(self):
        self.all("model/api-address.js", "deviceOfPath", [
            ("/", None), ("/devices/", None), ("/devices/van-1/", "van-1"), ("/fleet/devices/a.b_C/", "a.b_C"), ("/share/abc/", None),
            ("/devices/van/x", None), ("/devices/.van/", None), ("/devices/a%2fb/", None), ("/devices/" + "a" * 65 + "/", None)])

    def test_routes_are_those_of_the_device(self):
        route = lambda path: (path, "van", "../../" + path)
        self.all("model/api-address.js", "routeAddress", [
            ("v1/track?from=1", None, "v1/track?from=1"), ("v1/track?from=1", "van", "../../v1/devices/van/track?from=1"),
            ("v1/places/events?last=9", "van", "../../v1/devices/van/places/events?last=9"),
            route("v1/shares"), route("v1/shares/a1"), route("sign-out"), route("tiles/{z}/{x}/{y}"),
            ("https://tile.example/{z}", "van", "https://tile.example/{z}"), ("/tiles/{z}", "van", "/tiles/{z}")])

    def test_the_age_of_an_uploaded_past_is_that_of_the_fix(self):
        report = {"received": iso(1), "fix": {"timestamp": iso(3600)}}
        self.all("model/state.js", "timeOfPosition", [
            (report, True, NOW - 3_600_000), (report, False, NOW - 1000), ({"received": iso(1)}, True, NOW - 1000),
            ({"received": iso(9), "fix": {"timestamp": iso(1)}}, True, NOW - 9000)])
        self.all("model/state.js", "receivedText", [(3600, 1, "This position arrived just now."), (30, 1, ""), (None, 1, "")])

    def test_a_share_names_its_device(self):
        shares = {"shares": [{"id": str(index), "device": device, "expires": iso(-60)} for index, device in enumerate(["van", "car"])]}
        self.assertEqual([share["id"] for share in self.call("model/share.js", "activeShares", shares, NOW, {"device": "van"})], ["0"])
        fields = {"for": "2h", "label": ""}
        self.all("model/share.js", "shareRequest", [(fields, {"device": "van"}, {"for": "2h", "device": "van"}), (fields, {"for": "2h"})])

    def test_an_event_without_a_place(self):
        event = {"event": "silent", "moment": iso(0)}
        self.all("model/places.js", "parseEvent", [
            (event, {"kind": "silent", "place": "", "moment": NOW, "since": NOW}), (event | {"event": "enter"}, None)])


class Streams(CallingTest):
    """A list that arrives in many pieces."""

    READ = """
const [pieces] = arguments;
const done = arguments[arguments.length - 1];
import('/assets/live/model/event-stream.js').then(({ EventReader }) => {
  const reader = new EventReader();
  done(pieces.flatMap((piece) => reader.read(piece)));
}).catch((error) => done(String(error)));
"""
    LONG = """
const done = arguments[arguments.length - 1];
import('/assets/live/model/event-stream.js').then(({ EventReader }) => {
  const [reader, piece] = [new EventReader(), 'x'.repeat(16384)];
  reader.read('data: ');
  const begin = performance.now();
  for (let index = 0; index < 500; index += 1) { reader.read(piece); }
  const [event] = reader.read('\\n\\n');
  done([event.data.length, performance.now() - begin]);
}).catch((error) => done(String(error)));
"""

    def test_every_division_gives_the_same_events(self):
        text = "event: a\r\ndata: one\r\n\r\ndata: two\rdata: three\r\rdata: four\n\n:x\n\nid: 5\ndata:\n\n"
        read = lambda pieces: self.driver.execute_async_script(self.READ, pieces)
        whole = read([text, "\n"])
        self.assertEqual([event["data"] for event in whole], ["one", "two\nthree", "four", ""])
        for size in (1, 2, 3, 5, 7):
            pieces = [text[start:start + size] for start in range(0, len(text), size)]
            self.assertEqual(read([*pieces, "\n"]), whole, size)
            self.assertEqual(json.dumps(read([part for piece in pieces for part in (piece, "")] + ["\n"])), json.dumps(whole))

    def test_a_line_of_megabytes_is_read_once(self):
        length, time = self.driver.execute_async_script(self.LONG)
        self.assertEqual(length, 500 * 16384)
        self.assertLess(time, 500)


if __name__ == "__main__":
    unittest.main()
