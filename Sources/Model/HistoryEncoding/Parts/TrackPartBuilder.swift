import Basics
package import Location

/// Builds the parts of one device's points within a quarter of an hour.
///
/// A part ends at a gap, and before and after a point that is off the path, so that ``JumpRule`` can decide on it once
/// the points around it are known.
struct TrackPartBuilder: Sendable {
    private let rule = StayRule()
    private let gaps = GapRule()
    private let jumps = JumpRule()
    private var parts: [TrackPart] = []
    private var start: StayCandidate?
    private var legs: [TrackPart.Leg] = []
    /// The path since the last of the places.
    private var passage = PathFigures()
    private var candidate: StayCandidate?
    private var altitudes: TrackPart.Altitudes?
    /// The newest point, which is added when the next one is known; true if the one before it is off the path.
    private var newest: TrackPoint?
    private var isAfterJump = false
    /// The interval that ended at the last point; nil before the second one.
    private var usual: Duration?

    /// The parts of all points so far.
    var finished: [TrackPart] {
        var end = self
        if let newest { end.append(newest, isJump: isAfterJump) }
        end.endPart()
        return end.parts
    }

    mutating func add(_ point: TrackPoint) {
        // Moved, not copied: a point is large.
        let previous = newest.take()
        newest = point
        guard let previous else { return }
        let isOff = isOff(previous, before: point)
        append(previous, isJump: isOff || isAfterJump)
        isAfterJump = isOff
    }

    private func isOff(_ point: TrackPoint, before next: TrackPoint) -> Bool {
        guard let time = candidate?.last.timestamp, let place = candidate?.last.coordinate else { return false }
        return jumps.isOff(
            point, from: SegmentPosition(timestamp: time, coordinate: place),
            to: SegmentPosition(timestamp: next.timestamp, coordinate: next.coordinate))
    }

    private mutating func append(_ point: TrackPoint, isJump: Bool) {
        defer { note(Altitude(point)) }
        // A candidate is large: only its last point is copied.
        guard let last = candidate?.last else {
            candidate = StayCandidate(at: point)
            return
        }
        // Whether there is a gap after the first point of all may depend on the interval before, which is not known here.
        let isEnd = isJump || gaps.isGap(from: last, to: point, usual: usual)
        let step = TrackStep(from: last, to: point, isGap: isEnd, rule: rule)
        if case .gap = step { endPart() }
        usual = point.interval(since: last)
        if case .gap = step { candidate = StayCandidate(at: point) } else { add(step, to: point) }
    }

    private mutating func note(_ altitude: Altitude?) {
        guard let altitude else { return }
        altitudes = altitudes ?? TrackPart.Altitudes(first: altitude, last: altitude)
        altitudes?.last = altitude
    }

    private mutating func add(_ step: TrackStep, to point: TrackPoint) {
        guard candidate?.isLeft(by: point, rule) ?? true else {
            candidate?.add(step, to: point, altitude: altitudes?.last)
            return
        }
        leave()
        passage.add(step)
        candidate = StayCandidate(at: point, after: step, altitude: altitudes?.last)
    }

    /// Keeps the place of the last point: those at both ends are joined with what lies beyond; between them, stays are.
    private mutating func leave() {
        guard let candidate else { return }
        if start == nil || candidate.isStay(rule) { keep(candidate) } else { passage.append(candidate.figures) }
    }

    private mutating func keep(_ candidate: StayCandidate) {
        var place = candidate
        if place.isStay(rule) { place.figures.keepExtremes() }
        if start == nil {
            start = place
        } else {
            legs.append(TrackPart.Leg(passage: passage, place: place))
        }
        passage = PathFigures()
    }

    private mutating func endPart() {
        guard let candidate else { return }
        keep(candidate)
        if let start { parts.append(TrackPart(start: start, legs: legs, usual: usual, altitudes: altitudes)) }
        (start, legs, self.candidate, altitudes) = (nil, [], nil, nil)
    }
}

extension TrackPoint {
    /// The time since a point before this one; nil if that is later.
    package func interval(since earlier: TrackPoint) -> Duration? {
        let passed = timestamp.milliseconds.subtractingReportingOverflow(earlier.timestamp.milliseconds)
        return passed.overflow || passed.partialValue < 0 ? nil : .milliseconds(passed.partialValue)
    }
}
