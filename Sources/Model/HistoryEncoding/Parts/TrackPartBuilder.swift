import Basics
import Location

/// Builds the parts of one device's points within a quarter of an hour.
struct TrackPartBuilder: Sendable {
    private let rule = StayRule()
    private let gaps = GapRule()
    private var parts: [TrackPart] = []
    private var start: StayCandidate?
    private var legs: [TrackPart.Leg] = []
    /// The path since the last of the places.
    private var passage = PathFigures()
    private var candidate: StayCandidate?
    /// The interval that ended at the last point; nil before the second one.
    private var usual: Duration?

    /// The parts of all points so far.
    var finished: [TrackPart] {
        var end = self
        end.endPart()
        return end.parts
    }

    mutating func add(_ point: TrackPoint) {
        guard let candidate else {
            self.candidate = StayCandidate(at: point)
            return
        }
        let last = candidate.last
        // Whether there is a gap after the first point of all may depend on the interval before, which is not known here.
        let isEnd = gaps.isGap(from: last, to: point, usual: usual)
        if isEnd { endPart() }
        usual = Self.interval(from: last, to: point)
        if isEnd {
            self.candidate = StayCandidate(at: point)
        } else {
            add(TrackStep(from: last, to: point, isGap: false, rule: rule), to: point, after: candidate)
        }
    }

    private mutating func add(_ step: TrackStep, to point: TrackPoint, after candidate: StayCandidate) {
        guard !rule.isOnePlace(candidate.anchor, point) else {
            self.candidate?.add(step, to: point)
            return
        }
        // The places at both ends are kept to be joined with what lies beyond; between them, stays are.
        if start == nil || candidate.isStay(rule) { keep(candidate) } else { passage.append(candidate.figures) }
        passage.add(step)
        self.candidate = StayCandidate(at: point, after: step)
    }

    private mutating func keep(_ place: StayCandidate) {
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
        if let start { parts.append(TrackPart(start: start, legs: legs, usual: usual)) }
        (start, legs, self.candidate) = (nil, [], nil)
    }

    private static func interval(from: TrackPoint, to: TrackPoint) -> Duration? {
        let passed = to.timestamp.milliseconds.subtractingReportingOverflow(from.timestamp.milliseconds)
        return passed.overflow || passed.partialValue < 0 ? nil : .milliseconds(passed.partialValue)
    }
}
