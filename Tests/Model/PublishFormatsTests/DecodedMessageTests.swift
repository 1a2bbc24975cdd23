import Basics
import FoundationEssentials
import Linux
import Location
import Simulator
import TestSupport
import Testing

@testable import PublishFormats

/// Messages of random fixes, read by Python's JSON decoder, which rejects a number that is not finite.
struct DecodedMessageTests {
    private static let python = "/usr/bin/python3"
    private static let hasPython = FileManager.default.isExecutableFile(atPath: python)
    private static let count = 2000

    /// Checks one message a line by the rules of its format, the first argument.
    private static let script = """
        import datetime, json, math, sys

        def number(value):
            return type(value) in (int, float) and math.isfinite(value)

        def refuse(text):
            raise ValueError(text)

        def members(pairs):
            assert len(dict(pairs)) == len(pairs), "a key twice"
            return dict(pairs)

        def moment(text):
            assert text.endswith("Z") and len(text) == 24, text
            return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))

        def position(latitude, longitude):
            assert number(latitude) and -90 <= latitude <= 90 and number(longitude) and -180 <= longitude <= 180

        def owntracks(message):
            required = {"_type", "lat", "lon", "tst", "tid"}
            assert required <= set(message) <= required | {
                "acc", "alt", "vac", "vel", "cog", "inregions", "created_at"}
            position(message["lat"], message["lon"])
            for key in {"tst", "acc", "alt", "vac", "vel", "cog", "created_at"} & set(message):
                assert type(message[key]) is int, (key, message[key])
            assert message.get("acc", 1) >= 1 and message.get("vac", 1) >= 1 and 0 <= message.get("cog", 0) < 360
            assert message.get("vel", 0) >= 0
            assert message.get("inregions", ["a"])

        def overland(message):
            assert set(message) == {"locations"} and len(message["locations"]) == 2
            for feature in message["locations"]:
                assert feature["type"] == "Feature" and feature["geometry"]["type"] == "Point"
                longitude, latitude = feature["geometry"]["coordinates"]
                position(latitude, longitude)
                values = dict(feature["properties"])
                moment(values.pop("timestamp"))
                assert values.pop("device_id") == "van" and values.pop("motion", ["stationary"]) == ["stationary"]
                assert all(map(number, values.values())) and 0 <= values.get("course", 0) < 360
                assert values.get("horizontal_accuracy", 1) > 0 and values.get("vertical_accuracy", 1) > 0

        def traccar(message):
            assert message["device_id"] == "van"
            location = message["location"]
            moment(location["timestamp"])
            coords = location["coords"]
            assert set(coords) == {"latitude", "longitude", "speed", "heading", "accuracy", "altitude"}
            position(coords["latitude"], coords["longitude"])
            assert all(map(number, coords.values())) and -1 <= coords["heading"] < 360 and coords["accuracy"] >= 0
            assert type(location.get("is_moving", True)) is bool and number(location.get("odometer", 0))

        def attributes(message):
            nulls = {key for key, value in message.items() if value is None}
            assert nulls in (set(), {"latitude", "longitude"}) and bool(nulls) == (message["fix_state"] != "live")
            assert "state" not in message and type(message["live"]) is bool
            moment(message["last_fix"])
            if nulls:
                assert set(message) == nulls | {"fix_state", "live", "contradicted", "last_fix"}
            else:
                position(message["latitude"], message["longitude"])
                numbers = set(message) - {"fix_state", "live", "contradicted", "last_fix", "inside", "moving"}
                assert all(number(message[key]) for key in numbers)
                assert message.get("gps_accuracy", 1) > 0 and 0 <= message.get("course", 0) < 360

        check = {"owntracks": owntracks, "overland": overland, "traccar": traccar, "attributes": attributes}
        count = 0
        for line in open(sys.argv[2], "rb"):
            message = json.loads(line.decode("utf-8"), parse_constant=refuse, object_pairs_hook=members)
            assert "null" not in line.decode() or sys.argv[1] == "attributes"
            try:
                check[sys.argv[1]](message)
            except Exception as error:
                sys.exit(f"{error!r}: {line!r}")
            count += 1
        print(count)
        """

    @Test(
        "another decoder reads every message, and each value is in its range",
        .enabled(if: hasPython, "python3 is not installed"),
        arguments: ["owntracks", "overland", "traccar", "attributes"])
    func decoded(format: String) throws {
        let scratch = try ScratchDirectory()
        var numbers = SeededGenerator(seed: 18)
        var lines: [UInt8] = []
        for _ in 0..<Self.count {
            let (fix, other) = (try PublishedFix.random(using: &numbers), try PublishedFix.random(using: &numbers))
            lines += message(format, fix, other) + [0x0A]
        }
        try scratch.write("messages", lines)
        try scratch.write("check.py", Array(Self.script.utf8))
        let (output, errors) = (scratch.file("output"), scratch.file("errors"))
        let process = try ChildProcess(
            Self.python, ["-B", scratch.file("check.py"), format, scratch.file("messages")], output: output,
            errors: errors)
        let status = try #require(process.wait(atMost: .seconds(60)))
        #expect(status == .exited(0), "\((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")")
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "\(Self.count)\n")
    }

    private func message(_ format: String, _ fix: PublishedFix, _ other: PublishedFix) -> [UInt8] {
        switch format {
        case "owntracks": OwnTracksEncoder(tid: "va", device: "van").location(fix, sent: other.timestamp)
        case "overland": OverlandEncoder(device: "van").batch([fix, other])
        case "traccar": TraccarEncoder(device: "van").position(fix)
        default:
            HomeAssistantEncoder(device: "van", version: "1").attributes(
                PublishedReport(state: other.isMoving == true ? .live : .stale, fix: fix))
        }
    }

    /// The values of a discovery message that Home Assistant's schemas know.
    private static let discovery = """
        import json, sys

        config = json.load(open(sys.argv[1]))
        assert set(config) == {"device", "origin", "availability_topic", "qos", "components"}
        assert config["device"] == {"identifiers": ["whereismy_van"], "name": "van", "manufacturer": "WhereIsMy"}
        components = config["components"]
        names = ["position", "speed", "accuracy", "satellites", "altitude", "odometer", "last_fix", "state", "moving",
                 "live", "contradicted"]
        assert list(components) == names
        assert len({component["unique_id"] for component in components.values()}) == len(names)
        tracker = components.pop("position")
        assert tracker == {
            "platform": "device_tracker", "unique_id": "whereismy_van_position", "name": None,
            "json_attributes_topic": "whereismy/van/attributes", "source_type": "gps"}
        classes = {"speed", "distance", "timestamp", "enum", "moving", "problem", None}
        for component in components.values():
            assert component["state_topic"] == "whereismy/van/attributes"
            assert component.get("device_class") in classes
            assert component["platform"] in ("sensor", "binary_sensor")
            assert ("payload_on" in component) == (component["platform"] == "binary_sensor")
        assert "hidden" in components["state"]["options"] and "no-fix" in components["state"]["options"]
        """

    @Test("the discovery message has the tracker and its sensors", .enabled(if: hasPython, "python3 is not installed"))
    func discovery() throws {
        let scratch = try ScratchDirectory()
        let message = HomeAssistantEncoder(device: "van", version: "1.2").discovery()
        try scratch.write("message", message)
        let errors = scratch.file("errors")
        let process = try ChildProcess(
            Self.python, ["-B", "-c", Self.discovery, scratch.file("message")], output: scratch.file("output"),
            errors: errors)
        let status = try #require(process.wait(atMost: .seconds(60)))
        #expect(status == .exited(0), "\((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")")
    }
}
