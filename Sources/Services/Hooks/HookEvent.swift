import Basics
public import Location
import Places
public import Wire

/// An event as hooks are told of it: as JSON on standard input, and in the environment.
public struct HookEvent: Hashable, Sendable {
    /// What happened.
    public let occurrence: PlaceEvent

    /// Reads an event, which somebody who is not trusted may have written; hooks get nothing of it as it came.
    ///
    /// - Throws: ``ReportJSONError`` with what is wrong with it.
    public init(reading bytes: [UInt8]) throws(ReportJSONError) {
        let occurrence = try PlaceEventJSON.decode(bytes)
        guard PlaceName(occurrence.place) != nil else {
            throw ReportJSONError(key: "place", reason: .wrongType(expected: "the name of a place"))
        }
        self.occurrence = occurrence
    }

    /// A line of JSON with its end, as ``PlaceEventJSON`` has it.
    public var line: [UInt8] { PlaceEventJSON.encode(occurrence) + [UInt8(ascii: "\n")] }

    /// The variables; what is not known has none.
    public var environment: [String: String] {
        var variables = [
            "WHEREISMY_EVENT": occurrence.kind.rawValue, "WHEREISMY_PLACE": occurrence.place,
            "WHEREISMY_MOMENT": occurrence.moment.iso8601, "WHEREISMY_SINCE": occurrence.since.iso8601,
        ]
        variables["WHEREISMY_LATITUDE"] = occurrence.coordinate.flatMap { Self.text($0.latitude, decimals: 9) }
        variables["WHEREISMY_LONGITUDE"] = occurrence.coordinate.flatMap { Self.text($0.longitude, decimals: 9) }
        variables["WHEREISMY_ACCURACY"] = occurrence.horizontalAccuracy.flatMap { Self.text($0, decimals: 3) }
        variables["WHEREISMY_DISTANCE"] = occurrence.distance.flatMap { Self.text($0, decimals: 1) }
        return variables
    }

    private static func text(_ value: Double, decimals: Int) -> String? {
        var bytes: [UInt8] = []
        return DecimalText.append(value, decimals: decimals, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
