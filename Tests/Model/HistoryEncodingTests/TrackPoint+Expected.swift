import Basics
import Location

extension TrackPoint {
    /// The point after a round trip, computed independently.
    var stored: TrackPoint? {
        var stored = Fix(device: fix.device, mode: fix.mode)
        stored.timestamp = timestamp
        stored.coordinate = Coordinate(
            latitude: coordinate.latitude.stored(1e7), longitude: coordinate.longitude.stored(1e7))
        stored.altitude = fix.altitude?.stored(100)
        stored.ellipsoidalAltitude = fix.ellipsoidalAltitude?.stored(100)
        stored.horizontalAccuracy = fix.horizontalAccuracy.flatMap {
            HorizontalAccuracy(radius: max($0.radius.stored(10), 0.1), origin: $0.origin)
        }
        stored.verticalAccuracy = fix.verticalAccuracy?.stored(10, atLeast: 0.1)
        stored.speed = fix.speed?.stored(100)
        stored.speedAccuracy = fix.speedAccuracy?.stored(100, atLeast: 0.01)
        stored.course = (fix.course?.stored(100)).map { $0 == 360 ? 0 : $0 }
        stored.courseAccuracy = fix.courseAccuracy?.stored(100, atLeast: 0.01)
        stored.climb = fix.climb?.stored(100)
        stored.differential = fix.differential
        stored.source = fix.source
        stored.timeSource = fix.timeSource
        return TrackPoint(stored, motion: motion, satellitesUsed: satellitesUsed, integrity: integrity)
    }
}

extension Double {
    fileprivate func stored(_ perUnit: Double, atLeast least: Double = 0) -> Double {
        let stored = (self * perUnit).rounded(.toNearestOrAwayFromZero) / perUnit
        return stored == 0 && self > 0 ? least : stored
    }
}
