import Basics
import JSON
public import Location
import Places
public import Wire

/// An event as hooks receive it: as JSON on standard input, and in environment variables.
public struct HookEvent: Hashable, Sendable {
    /// The event.
    public let event: PlaceEvent
    /// True for an event that did not happen: `whereismy hook test`.
    public let isTest: Bool

    /// Decodes an event from an untrusted file; hooks receive it encoded again.
    ///
    /// - Throws: ``ReportJSONError`` with the fault.
    public init(reading bytes: [UInt8]) throws(ReportJSONError) {
        let event = try PlaceEventJSON.decode(bytes)
        guard PlaceName(event.place) != nil else {
            throw ReportJSONError(key: "place", reason: .wrongType(expected: "the name of a place"))
        }
        self.event = event
        isTest = (try? SafeJSON.decode(Mark.self, from: bytes))?.test ?? false
    }

    private struct Mark: Decodable {
        var test: Bool?
    }

    /// The JSON with a line end, as ``PlaceEventJSON`` writes it; at its end `"test":true` for a test.
    public var line: [UInt8] { Self.encode(event, isTest: isTest) + [UInt8(ascii: "\n")] }

    /// Encodes an event for the file that hooks read.
    public static func encode(_ event: PlaceEvent, isTest: Bool) -> [UInt8] {
        JSONWriter.object {
            $0.members(of: event)
            if isTest { $0.boolean("test", true) }
        }
    }

    /// The environment variables; unknown values have none.
    public var environment: [String: String] {
        var variables = [
            "WHEREISMY_EVENT": event.kind.rawValue, "WHEREISMY_PLACE": event.place,
            "WHEREISMY_MOMENT": event.moment.iso8601, "WHEREISMY_SINCE": event.since.iso8601,
        ]
        variables["WHEREISMY_LATITUDE"] = event.coordinate.flatMap { Self.text($0.latitude, decimals: 9) }
        variables["WHEREISMY_LONGITUDE"] = event.coordinate.flatMap { Self.text($0.longitude, decimals: 9) }
        variables["WHEREISMY_ACCURACY"] = event.horizontalAccuracy.flatMap { Self.text($0, decimals: 3) }
        variables["WHEREISMY_DISTANCE"] = event.distance.flatMap { Self.text($0, decimals: 1) }
        variables["WHEREISMY_BY"] = event.by
        if isTest { variables["WHEREISMY_TEST"] = "1" }
        return variables
    }

    /// Returns a number as the variables have it; nil if it is not finite.
    public static func text(_ value: Double, decimals: Int) -> String? {
        var bytes: [UInt8] = []
        return DecimalText.append(value, decimals: decimals, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
