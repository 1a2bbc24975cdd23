import Basics
import Location

/// A point of an import in the memory of ``SourceSeparator``.
struct SourcePoint {
    let time: Timestamp
    /// Steps of 1e-6 degree.
    let latitude: Int32
    let longitude: Int32
    let track: Int32
    /// Steps by which a copy of the point may be off, because its track has no more digits.
    private var tolerance = SourcePoint.minTolerance

    private init(_ point: TrackPoint, track: Int32) {
        time = point.timestamp
        latitude = Self.steps(point.coordinate.latitude)
        longitude = Self.steps(point.coordinate.longitude)
        self.track = track
    }

    /// Creates the points at some indices, which are of one track, in order of time.
    static func points(_ points: [TrackPoint], at indices: [Int], of track: Int32) -> [SourcePoint] {
        var own = indices.map { SourcePoint(points[$0], track: track) }
        let step = tolerances.first { step in own.allSatisfy { $0.latitude % step == 0 && $0.longitude % step == 0 } }
        if let step { for index in own.indices { own[index].tolerance = step } }
        if !zip(own, own.dropFirst()).allSatisfy({ $0.time <= $1.time }) { own.sort { $0.time < $1.time } }
        return own
    }

    /// A number by which points are chosen to be remembered, the same for equal times.
    var hash: UInt64 { (UInt64(bitPattern: time.milliseconds) &* 0x9E37_79B9_7F4A_7C15) &>> 40 }

    /// True if two points are equal but for the digits that programs write.
    func isSamePlace(as other: SourcePoint) -> Bool {
        let limit = max(tolerance, other.tolerance)
        let east = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) <= limit && min(east, 360_000_000 - east) <= limit
    }

    private static func steps(_ degrees: Double) -> Int32 { Int32((degrees * 1e6).rounded()) }

    /// Three and four decimals of a degree.
    private static let tolerances: [Int32] = [1000, 100]
    /// About a metre.
    private static let minTolerance: Int32 = 10
}

/// Points that several tracks of an import added to a device, a sample of them if they are many.
struct SourceTimeline {
    /// The number of changes from one track to another, in order of time, by which two receivers are noticed.
    ///
    /// Fewer happen where one track continues another. Two positions at one time are two changes.
    private static let minChanges = 4

    /// In order of time.
    private(set) var points: [SourcePoint] = []

    /// The number of tracks is not known to be more than one until another one is added.
    private var onlyTrack: Int32?

    /// Adds points of a track in order of time, those whose hash has no bit of a mask.
    mutating func add(_ more: [SourcePoint], mask: UInt64) {
        guard let first = more.first else { return }
        onlyTrack = points.isEmpty || onlyTrack == first.track ? first.track : nil
        let chosen = mask == 0 ? more : more.filter { $0.hash & mask == 0 }
        guard let start = chosen.first else { return }
        if points.last.map({ $0.time <= start.time }) ?? true {
            points += chosen
        } else {
            points = Self.merged(points, chosen)
        }
    }

    /// Forgets the points whose hash has a bit of a mask.
    mutating func thin(mask: UInt64) {
        points.removeAll { $0.hash & mask != 0 }
    }

    /// Compares a track with those of the lane.
    ///
    /// - Parameters:
    ///   - track: the points of one track in order of time.
    ///   - mask: that of the points in the lane, or of the track if that has more bits.
    ///   - isOtherDevice: true if no point of the lane is of the track, although both may be of the same file.
    /// - Returns: true if the track is one of another receiver: its points lie between theirs in time, or elsewhere at the
    ///   same times, and are not mostly the same.
    func overlaps(_ track: [SourcePoint], mask: UInt64, isOtherDevice: Bool = false) -> Bool {
        guard let first = track.first, let last = track.last, isOtherDevice || onlyTrack != first.track else {
            return false
        }
        let others = range(first.time, last.time).lazy.filter {
            (isOtherDevice || $0.track != first.track) && $0.hash & mask == 0
        }
        var (changes, same, count, isOther) = (0, 0, 0, false)
        var mine = track[...]
        for other in others {
            count += 1
            var isBetween = false
            while let next = mine.first, next.time < other.time {
                mine.removeFirst()
                isBetween = true
            }
            if isBetween, isOther { changes += 2 }
            isOther = true
            guard let next = mine.first, next.time == other.time else { continue }
            mine.removeFirst()
            if next.isSamePlace(as: other) { same += 1 } else { changes += 2 }
        }
        guard changes >= Self.minChanges else { return false }
        let comparable = min(count, mask == 0 ? track.count : track.count { $0.hash & mask == 0 })
        return same * 2 < comparable
    }

    private func range(_ first: Timestamp, _ last: Timestamp) -> ArraySlice<SourcePoint> {
        let start = index { $0 < first }
        let end = index { $0 <= last }
        return points[start..<max(start, end)]
    }

    /// Returns the index of the first point whose time does not fulfil a condition that all earlier ones fulfil.
    private func index(where isBefore: (Timestamp) -> Bool) -> Int {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(points[middle].time) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func merged(_ left: [SourcePoint], _ right: [SourcePoint]) -> [SourcePoint] {
        var merged: [SourcePoint] = []
        merged.reserveCapacity(left.count + right.count)
        var rest = right[...]
        for point in left {
            while let next = rest.first, next.time < point.time { merged.append(rest.removeFirst()) }
            merged.append(point)
        }
        return merged + rest
    }
}
