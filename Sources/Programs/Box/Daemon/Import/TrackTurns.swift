import Basics
import Location

/// The points of one device in the order of a file, and how often they jump to another track and back.
struct TrackTurns {
    /// Metres beyond the radii of both positions, and metres per second on the ground.
    private static let (minDistance, maxSpeed) = (100.0, 30.0)
    /// Milliseconds; in a longer interval, a vehicle may have gone there.
    private static let maxInterval: Int64 = 120_000
    /// The time after which a track that has been left is forgotten.
    private static let maxAbsence: Duration = .seconds(600)
    /// A point continues the track that has been left if it is so many times nearer to it.
    private static let nearness = 4.0
    /// The times that are remembered, from the first one on.
    private static let maxTimes = 8192

    /// What is compared of a point.
    struct Head {
        let place: Coordinate
        let time: Timestamp
        let radius: Double

        init(_ point: TrackPoint) {
            (place, time, radius) = (point.coordinate, point.timestamp, point.fix.horizontalAccuracy?.radius ?? 0)
        }
    }

    private(set) var count = 0
    /// The number of jumps to a track that has been left before.
    private(set) var turns = 0
    /// The number of points with a time that another point far away has.
    private(set) var repeats = 0

    private var last: Head?
    /// The end of the track that has been left.
    private var left: Head?
    /// True until the track has been left again: coming back from an outlier is no turn.
    private var isFirstTime = false
    private var times: [Timestamp: Head] = [:]
    /// The latest time; nil without points.
    private var latest: Timestamp?

    mutating func add(_ next: Head) {
        count += 1
        noteTime(of: next)
        defer { self.last = next }
        guard let last, Self.isJump(from: last, to: next) else { return }
        let isBack = left.map { Self.continues($0, next, insteadOf: last) } ?? false
        if isBack, !isFirstTime { turns += 1 }
        (left, isFirstTime) = (last, !isBack)
    }

    /// Compares a point with the last one if both have the same time, as programs write those of one second, else with the
    /// first one of its time.
    private mutating func noteTime(of next: Head) {
        let known = last?.time == next.time ? last : earlier(at: next.time)
        if let known {
            if Self.isFar(known, next) { repeats += 1 }
        } else if times.count < Self.maxTimes {
            times[next.time] = next
        }
        latest = max(latest ?? next.time, next.time)
    }

    /// Returns the first point of a time, among those that are remembered; most points are later than all before.
    private func earlier(at time: Timestamp) -> Head? {
        if let latest, time > latest { return nil }
        return times[time]
    }

    private static func isJump(from last: Head, to next: Head) -> Bool {
        let interval = abs(next.time.milliseconds(since: last.time))
        guard interval <= maxInterval, isFar(last, next) else { return false }
        return last.place.distance(to: next.place) > maxSpeed * Double(interval) / 1000
    }

    private static func isFar(_ first: Head, _ second: Head) -> Bool {
        let limit = minDistance + first.radius + second.radius
        // A degree is 112 km at most; most points need no more than this.
        let degrees =
            abs(first.place.latitude - second.place.latitude)
            + abs(first.place.longitude - second.place.longitude)
        return degrees * 112_000 > limit && first.place.distance(to: second.place) > limit
    }

    private static func continues(_ left: Head, _ next: Head, insteadOf last: Head) -> Bool {
        guard abs((next.time - left.time).inSeconds) <= maxAbsence.inSeconds else { return false }
        return left.place.distance(to: next.place) * nearness < last.place.distance(to: next.place)
    }
}
