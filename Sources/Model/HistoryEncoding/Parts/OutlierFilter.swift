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

    private let rule = JumpRule()
    /// The last point that is kept.
    private var last: TrackPoint?
    /// The parts since the beginning, until they last long enough to be no outliers.
    private var beginning: [TrackPart] = []
    private var isEstablished = false
    /// The parts that may be outliers.
    private var suspects: [TrackPart] = []
    private var omitted: [TrackPart] = []

    /// Creates a filter of a track.
    public init() {}

    /// The first point on which later points decide; nil if there is none.
    public var undecided: TrackPoint? { (beginning.first ?? suspects.first)?.first }

    /// Returns the parts that were left out, and forgets them.
    public mutating func takeOmitted() -> [TrackPart] {
        defer { omitted = [] }
        return omitted
    }

    /// Adds the next part; returns the parts that are kept, in order.
    public mutating func add(_ part: TrackPart) -> [TrackPart] {
        guard let last else { return keep([part]) }
        var kept: [TrackPart] = []
        if let end = suspects.last?.last, returns(to: last, from: end, with: part.first) {
            let isOff = suspects.map {
                rule.isOff($0.first, from: last, to: part.first) || rule.isOff($0.last, from: last, to: part.first)
            }
            if let first = isOff.firstIndex(of: true), let end = isOff.lastIndex(of: true) { omit(first...end) }
            kept = keepSuspects()
        }
        if isLong(from: part.first, to: part.last) {
            suspects.append(part)
            return kept + keepSuspects()
        }
        if let first = suspects.first, isLong(from: first.first, to: part.last) || suspects.count >= Self.maxParts {
            kept += keepSuspects()
        }
        suspects.append(part)
        return kept
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

    private func returns(to last: TrackPoint, from suspect: TrackPoint, with next: TrackPoint) -> Bool {
        last.coordinate.distance(to: next.coordinate) < suspect.coordinate.distance(to: next.coordinate)
    }

    private func size(_ parts: ArraySlice<TrackPart>) -> Int { parts.reduce(0) { $0 + $1.points } }

    private mutating func omit(_ range: ClosedRange<Int>) {
        omitted += suspects[range]
        suspects.removeSubrange(range)
    }

    private mutating func keepSuspects() -> [TrackPart] {
        defer { suspects = [] }
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
