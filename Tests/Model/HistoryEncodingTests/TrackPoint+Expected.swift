import Basics
import Location

extension TrackPoint {
    /// What a segment keeps of it, worked out the plain way.
    var kept: TrackPoint? {
        var kept = Fix(device: fix.device, mode: fix.mode)
        kept.timestamp = timestamp
        kept.coordinate = Coordinate(
            latitude: coordinate.latitude.kept(1e7), longitude: coordinate.longitude.kept(1e7))
        kept.altitude = fix.altitude?.kept(100)
        kept.ellipsoidalAltitude = fix.ellipsoidalAltitude?.kept(100)
        kept.horizontalAccuracy = fix.horizontalAccuracy.flatMap {
            HorizontalAccuracy(radius: max($0.radius.kept(10), 0.1), origin: $0.origin)
        }
        kept.verticalAccuracy = fix.verticalAccuracy?.kept(10, atLeast: 0.1)
        kept.speed = fix.speed?.kept(100)
        kept.speedAccuracy = fix.speedAccuracy?.kept(100, atLeast: 0.01)
        kept.course = (fix.course?.kept(100)).map { $0 == 360 ? 0 : $0 }
        kept.courseAccuracy = fix.courseAccuracy?.kept(100, atLeast: 0.01)
        kept.climb = fix.climb?.kept(100)
        kept.differential = fix.differential
        kept.source = fix.source
        kept.timeSource = fix.timeSource
        return TrackPoint(kept, motion: motion, satellitesUsed: satellitesUsed)
    }
}

extension Double {
    fileprivate func kept(_ perUnit: Double, atLeast least: Double = 0) -> Double {
        let kept = (self * perUnit).rounded(.toNearestOrAwayFromZero) / perUnit
        return kept == 0 && self > 0 ? least : kept
    }
}
