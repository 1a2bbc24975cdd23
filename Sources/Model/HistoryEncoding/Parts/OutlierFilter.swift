import Basics
public import Location

/// Leaves out the parts of a track to which no vehicle can have gone: outliers of the receiver.
///
/// A part ends where its track jumps. A short one is left out if the track returns from it to the part before, or if it
/// is at an end of the track and nothing could have come so far.
public struct OutlierFilter: Sendable {
    /// The longest time of outliers in a row: reflections last for a minute.
    private static let maxDuration: Duration = .seconds(75)

    /// The number of parts about which is not decided; a track with more in that time has no outliers.
    private static let maxParts = 200

    /// The number of those to which a track may return, since each part is compared with them.
    private static let maxReturn = 16

    private let rule = JumpRule()
    /// The last point that is kept.
    private var last: TrackPoint?
    /// The parts since the beginning, until they last long enough to be no outliers.
    private var beginning: [TrackPart] = []
    private var isEstablished = false
    /// The parts that may be outliers, and their last points.
    private var suspects: [TrackPart] = []
    private var ends: [SIMD3<Double>] = []
    private var omitted: [TrackPart] = []

    /// Creates a filter of a track.
    public init() {}

    /// The first point on which later points decide; nil if there is none.
    public var undecided: TrackPoint? { (beginning.first ?? suspects.first)?.first }

    /// Returns the parts that were left out, in any order, and forgets them.
    public mutating func takeOmitted() -> [TrackPart] {
        defer { omitted = [] }
        return omitted
    }

    /// Adds the next part; returns the parts that are kept, in order.
    public mutating func add(_ part: TrackPart) -> [TrackPart] {
        guard let last else { return keep([part]) }
        var kept = leaveOut(after: last, before: part.first)
        if isLong(from: part.first, to: part.last) {
            suspect(part)
            return kept + keepSuspects()
        }
        if let first = suspects.first, isLong(from: first.first, to: part.last) || suspects.count >= Self.maxParts {
            kept += keepSuspects()
        }
        suspect(part)
        return kept
    }

    private mutating func suspect(_ part: TrackPart) {
        suspects.append(part)
        ends.append(SurfacePosition(part.last.coordinate).point)
    }

    /// Leaves out the suspects from which the track returns to an earlier point; returns those that are kept.
    private mutating func leaveOut(after earlier: TrackPoint, before next: TrackPoint) -> [TrackPart] {
        guard !suspects.isEmpty else { return [] }
        let place = SurfacePosition(next.coordinate).point
        // Otherwise outliers within a minute of others, with good points between them, would be kept.
        if let index = indexOfReturn(to: place) {
            let base = suspects[index].last
            if !mayBeOff(next, after: base, suspects[index + 1]) { omitOff(from: index + 1, after: base, before: next) }
        }
        let distance = (SurfacePosition(earlier.coordinate).point - place).squaredLength
        guard let end = ends.last, distance < (end - place).squaredLength else { return [] }
        guard let first = suspects.first, !mayBeOff(next, after: earlier, first) else { return [] }
        omitOff(from: 0, after: earlier, before: next)
        return keepSuspects()
    }

    /// Returns true if a point may be the outlier rather than the suspects between it and an earlier one: a vehicle could
    /// have gone to the first of them, but not from them to the point, which is farther away.
    private func mayBeOff(_ next: TrackPoint, after earlier: TrackPoint, _ first: TrackPart) -> Bool {
        guard let suspect = suspects.last?.last, rule.isUnusual(from: suspect, to: next) else { return false }
        return !rule.isUnusual(from: earlier, to: first.first)
            && earlier.coordinate.distance(to: next.coordinate) > earlier.coordinate.distance(to: suspect.coordinate)
    }

    /// Returns the last of the suspects before the last one whose end is nearer to a place than that of the last one.
    private func indexOfReturn(to place: SIMD3<Double>) -> Int? {
        guard let end = ends.last else { return nil }
        let limit = (end - place).squaredLength
        for index in ends.indices.reversed().dropFirst().prefix(Self.maxReturn)
        where (ends[index] - place).squaredLength < limit {
            return index
        }
        return nil
    }

    private func isLong(from first: TrackPoint, to last: TrackPoint) -> Bool {
        let passed = last.timestamp.milliseconds.subtractingReportingOverflow(first.timestamp.milliseconds)
        return passed.overflow || .milliseconds(passed.partialValue) > Self.maxDuration
    }

    /// Returns the rest of the parts that are kept, when the track has ended.
    public mutating func finish() -> [TrackPart] {
        var end = last
        let jump = suspects.firstIndex { part in
            defer { end = part.last }
            return end.map { rule.isUnusual(from: $0, to: part.first) } ?? false
        }
        if let jump, isEstablished || size(suspects[jump...]) < size(beginning[...]) {
            omit(jump...(suspects.count - 1))
        }
        defer { beginning = [] }
        return keepSuspects() + beginning
    }

    /// Leaves out the suspects from an index on that are off the path between two points, and those between them.
    private mutating func omitOff(from index: Int, after earlier: TrackPoint, before next: TrackPoint) {
        let off = suspects.indices.dropFirst(index).filter { index in
            [suspects[index].first, suspects[index].last].contains { rule.isOff($0, from: earlier, to: next) }
        }
        if let first = off.first, let last = off.last { omit(first...last) }
    }

    private func size(_ parts: ArraySlice<TrackPart>) -> Int { parts.reduce(0) { $0 + $1.points } }

    private mutating func omit(_ range: ClosedRange<Int>) {
        omitted += suspects[range]
        suspects.removeSubrange(range)
        ends.removeSubrange(range)
    }

    private mutating func keepSuspects() -> [TrackPart] {
        defer { (suspects, ends) = ([], []) }
        return keep(suspects)
    }

    /// Keeps parts; returns them once the beginning of the track is no outlier.
    private mutating func keep(_ parts: [TrackPart]) -> [TrackPart] {
        guard let end = parts.last else { return [] }
        last = end.last
        guard !isEstablished else { return parts }
        beginning += parts
        let jump = beginning.indices.dropFirst().last { index in
            rule.isUnusual(from: beginning[index - 1].last, to: beginning[index].first)
                && size(beginning[..<index]) < size(beginning[index...])
        }
        if let jump {
            omitted += beginning[..<jump]
            beginning.removeSubrange(..<jump)
        }
        guard let start = beginning.first else { return [] }
        guard isLong(from: start.first, to: end.last) || beginning.count >= Self.maxParts else { return [] }
        defer { beginning = [] }
        isEstablished = true
        return beginning
    }
}
