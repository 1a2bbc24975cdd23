import Basics
import JSON
import Location
import Wire

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
