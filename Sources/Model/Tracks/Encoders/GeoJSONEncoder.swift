import Basics
import HistoryEncoding
import JSON
public import Location

/// Encodes GeoJSON (RFC 7946): a `LineString` for each segment without a gap, with times in `properties.coordTimes`.
///
/// Altitudes are above the ellipsoid (section 3.1.1) and omitted if not known. A line is cut at the antimeridian into
/// two features; the cut points are not measured and have no time (`null`). A segment of one point is a `Point` with
/// `properties.time`. Claims of a contradicted receiver are in features with `properties.integrity`. Times follow the
/// coordinates, so a feature ends after ``maxPointsPerLine`` points and the next feature continues with the next point.
public struct GeoJSONEncoder: TrackEncoder {
    /// The maximum number of points per feature.
    public static let maxPointsPerLine = 100_000

    private var isFirstFeature = true
    /// The times of the coordinates written to the open line; nil for the points of a cut.
    private var times: [Timestamp?] = []
    /// The first point of a segment, until a second one arrives.
    private var first: TrackPoint?
    private var last: TrackPoint?

    /// Creates an encoder for one document.
    public init() {}

    /// Opens the collection.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"FeatureCollection\",\"features\":[")
    }

    /// Writes a point, or buffers the first point of a segment.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        if let last, last.fix.device != point.fix.device || times.count >= Self.maxPointsPerLine { gap(into: &bytes) }
        guard let last else {
            first = point
            last = point
            return
        }
        if let first { openLine(at: first.position, time: first.timestamp, into: &bytes) }
        first = nil
        if let cut = AntimeridianCut(from: last, to: point) { write(cut, after: last, into: &bytes) }
        bytes.append(",")
        bytes.append(position: point.position)
        times.append(point.timestamp)
        self.last = point
    }

    /// Closes the feature.
    public mutating func gap(into bytes: inout [UInt8]) {
        if let first { write(single: first, &bytes) } else if let last { closeLine(last, &bytes) }
        first = nil
        last = nil
    }

    /// Closes the collection.
    public mutating func end(into bytes: inout [UInt8]) {
        gap(into: &bytes)
        bytes.append("\n]}\n")
    }

    private mutating func write(_ cut: AntimeridianCut, after last: TrackPoint, into bytes: inout [UInt8]) {
        bytes.append(",")
        bytes.append(position: cut.end)
        times.append(nil)
        closeLine(last, &bytes)
        openLine(at: cut.start, time: nil, into: &bytes)
    }

    private mutating func write(single point: TrackPoint, _ bytes: inout [UInt8]) {
        openFeature(&bytes)
        bytes.append("{\"type\":\"Point\",\"coordinates\":")
        bytes.append(position: point.position)
        bytes.append("},\"properties\":{\"time\":\"")
        point.timestamp.appendISO8601(to: &bytes)
        bytes.append("\"")
        bytes.append(memberOf: point)
        bytes.append("}}")
    }

    private mutating func openFeature(_ bytes: inout [UInt8]) {
        bytes.append(isFirstFeature ? "\n" : ",\n")
        bytes.append("{\"type\":\"Feature\",\"geometry\":")
        isFirstFeature = false
    }

    private mutating func openLine(at position: GeoJSONPosition, time: Timestamp?, into bytes: inout [UInt8]) {
        openFeature(&bytes)
        bytes.append("{\"type\":\"LineString\",\"coordinates\":[")
        bytes.append(position: position)
        times.append(time)
    }

    private mutating func closeLine(_ last: TrackPoint, _ bytes: inout [UInt8]) {
        bytes.append("]},\"properties\":{\"coordTimes\":[")
        var isFirst = true
        for time in times {
            if !isFirst { bytes.append(",") }
            isFirst = false
            bytes.append(jsonTime: time)
        }
        bytes.append("]")
        bytes.append(memberOf: last)
        bytes.append("}}")
        times.removeAll(keepingCapacity: true)
    }
}

/// A GeoJSON position: longitude, latitude and optionally metres above the ellipsoid.
struct GeoJSONPosition {
    let longitude: Double
    let latitude: Double
    let altitude: Double?
}

extension TrackPoint {
    var position: GeoJSONPosition {
        GeoJSONPosition(
            longitude: coordinate.longitude, latitude: coordinate.latitude, altitude: fix.ellipsoidalAltitude)
    }
}

/// The points where a line between two positions meets the antimeridian, one on each side.
///
/// RFC 7946, sections 3.1.1 and 3.1.9: a line is straight in longitude and latitude, and cut in two if it would
/// otherwise run around the world.
struct AntimeridianCut {
    /// The end of the line before the cut.
    let end: GeoJSONPosition
    /// The start of the line after the cut.
    let start: GeoJSONPosition

    /// Nil if the shorter path does not cross the antimeridian.
    init?(from: TrackPoint, to: TrackPoint) {
        let west = from.coordinate.longitude
        let east = to.coordinate.longitude
        let step = east - west
        guard step.magnitude > 180 else { return nil }
        let edge: Double = step < 0 ? 180 : -180
        let span = 360 - step.magnitude
        let share = span > 0 ? (edge - west).magnitude / span : 0
        let latitude = from.coordinate.latitude + share * (to.coordinate.latitude - from.coordinate.latitude)
        var altitude: Double?
        if let before = from.fix.ellipsoidalAltitude, let after = to.fix.ellipsoidalAltitude {
            altitude = before + share * (after - before)
        }
        end = GeoJSONPosition(longitude: edge, latitude: latitude, altitude: altitude)
        start = GeoJSONPosition(longitude: -edge, latitude: latitude, altitude: altitude)
    }
}

extension [UInt8] {
    mutating func append(position: GeoJSONPosition) {
        append("[")
        append(position.longitude, Coordinate.decimals)
        append(",")
        append(position.latitude, Coordinate.decimals)
        if let altitude = position.altitude, altitude.magnitude < 1e9 {
            append(",")
            append(altitude, 3)
        }
        append("]")
    }

    mutating func append(jsonTime time: Timestamp?) {
        guard let time else { return append("null") }
        append("\"")
        time.appendISO8601(to: &self)
        append("\"")
    }

    /// Appends members with the receiver's name, unless it is empty, and that it is contradicted, if so.
    mutating func append(memberOf point: TrackPoint) {
        if !point.isTrusted { append(",\"integrity\":\"contradicted\"") }
        guard !point.fix.device.isEmpty else { return }
        append(",\"device\":")
        JSONText.append(point.fix.device, to: &self)
    }
}
