import Basics
import JSON
public import Location
import Wire

/// GeoJSON by RFC 7946: a `LineString` for each stretch without a gap, with the times in `properties.coordTimes`.
///
/// Altitudes are above the ellipsoid, as section 3.1.1 has it, and left out where that is not known. A line is cut at
/// the antimeridian into two features; the points of the cut, which no receiver has measured, have no time (`null`). A
/// stretch of one point is a `Point` with `properties.time`. Times follow the coordinates, so a feature ends after
/// ``longestLine`` points and the next one goes on with the next point.
public struct GeoJSONEncoder: TrackEncoder {
    /// The most points of one feature.
    public static let maxPointsPerLine = 100_000

    private var isFirstFeature = true
    /// Times of the coordinates written in the open line; nil for the points of a cut.
    private var times: [Timestamp?] = []
    /// The first point of a stretch, until it is clear whether there is a second.
    private var first: TrackPoint?
    private var last: TrackPoint?

    /// Makes an encoder for one document.
    public init() {}

    /// Begins the collection.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"FeatureCollection\",\"features\":[")
    }

    /// Writes a point, or holds it back where it is the first of its stretch.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        if let last, last.fix.device != point.fix.device || times.count >= Self.maxPointsPerLine { gap(into: &bytes) }
        guard let last else {
            first = point
            last = point
            return
        }
        if let first { openLine(at: first.position, time: first.timestamp, into: &bytes) }
        first = nil
        if let cut = AntimeridianCut(from: last, to: point) { write(cut, device: last.fix.device, into: &bytes) }
        bytes.append(",")
        bytes.append(position: point.position)
        times.append(point.timestamp)
        self.last = point
    }

    /// Ends the feature.
    public mutating func gap(into bytes: inout [UInt8]) {
        if let first { write(single: first, &bytes) } else if let last { closeLine(last.fix.device, &bytes) }
        first = nil
        last = nil
    }

    /// Ends the collection.
    public mutating func end(into bytes: inout [UInt8]) {
        gap(into: &bytes)
        bytes.append("\n]}\n")
    }

    private mutating func write(_ cut: AntimeridianCut, device: String, into bytes: inout [UInt8]) {
        bytes.append(",")
        bytes.append(position: cut.end)
        times.append(nil)
        closeLine(device, &bytes)
        openLine(at: cut.start, time: nil, into: &bytes)
    }

    private mutating func write(single point: TrackPoint, _ bytes: inout [UInt8]) {
        openFeature(&bytes)
        bytes.append("{\"type\":\"Point\",\"coordinates\":")
        bytes.append(position: point.position)
        bytes.append("},\"properties\":{\"time\":\"")
        point.timestamp.appendISO8601(to: &bytes)
        bytes.append("\"")
        bytes.append(deviceMember: point.fix.device)
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

    private mutating func closeLine(_ device: String, _ bytes: inout [UInt8]) {
        bytes.append("]},\"properties\":{\"coordTimes\":[")
        var isFirst = true
        for time in times {
            if !isFirst { bytes.append(",") }
            isFirst = false
            bytes.append(jsonTime: time)
        }
        bytes.append("]")
        bytes.append(deviceMember: device)
        bytes.append("}}")
        times.removeAll(keepingCapacity: true)
    }
}

/// A position of GeoJSON: longitude, latitude, perhaps metres above the ellipsoid.
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

/// Where the straight line between two positions meets the antimeridian, on either side of it.
///
/// RFC 7946, sections 3.1.1 and 3.1.9: a line is straight in longitude and latitude, and cut in two where it would
/// otherwise run around the world.
struct AntimeridianCut {
    /// The end of the line before the cut.
    let end: GeoJSONPosition
    /// The start of the line behind the cut.
    let start: GeoJSONPosition

    /// Nil where the way is the shorter one without crossing.
    init?(from: TrackPoint, to: TrackPoint) {
        let (west, east) = (from.coordinate.longitude, to.coordinate.longitude)
        let step = east - west
        guard step.magnitude > 180 else { return nil }
        let edge: Double = step < 0 ? 180 : -180
        let way = 360 - step.magnitude
        let share = way > 0 ? (edge - west).magnitude / way : 0
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

    /// A further member with the receiver's name, where it has one.
    mutating func append(deviceMember device: String) {
        guard !device.isEmpty else { return }
        append(",\"device\":")
        JSONText.append(device, to: &self)
    }
}
