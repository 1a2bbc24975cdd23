public import Basics
import JSON
import Location
import Wire

/// When it was at a place, as JSON.
public struct VisitsResult: Hashable, Sendable {
    /// The time that was asked for.
    public let period: Period
    /// What the place is called.
    public let place: String
    /// The visits in order; none of them overlap.
    public let visits: [Visit]

    /// Makes the answer.
    public init(period: Period, place: String, visits: [Visit]) {
        self.period = period
        self.place = place
        self.visits = visits
    }

    /// The time that was spent there, from the first fix of each visit to its last.
    public var time: Duration { visits.reduce(.zero) { $0 + $1.length } }
    /// How much of that time is covered by fixes.
    public var covered: Duration { visits.reduce(.zero) { $0 + $1.covered } }

    /// One object, with seconds:
    /// `{"place":"Home","time":7200,"seen":7190,"visits":[{"from":"…","to":"…","seen":7190,"open":false}]}`.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.time("from", period.first)
            json.time("to", period.last)
            json.string("place", place)
            json.number("time", time.inSeconds, decimals: 3)
            json.number("seen", covered.inSeconds, decimals: 3)
            json.objects("visits", visits) { json, visit in
                json.time("from", visit.from)
                json.time("to", visit.to)
                json.number("seen", visit.covered.inSeconds, decimals: 3)
                json.boolean("open", visit.isOpen)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

/// A time that was spent at one of the owner's places.
public struct Visit: Hashable, Sendable {
    /// The first fix there.
    public var from: Timestamp
    /// The last fix there.
    public var to: Timestamp
    /// How much of that time is covered by fixes; the rest is gaps, at neither end of which it was elsewhere, and
    /// nothing tells that it was there in between.
    public var covered: Duration
    /// Whether there is no fix after it, so that nothing tells that the place was left again.
    public var isOpen: Bool

    /// Makes a visit.
    public init(from: Timestamp, to: Timestamp, covered: Duration, isOpen: Bool) {
        self.from = from
        self.to = to
        self.covered = covered
        self.isOpen = isOpen
    }

    /// From its first fix to its last.
    public var length: Duration { to - from }
}

extension [Visit] {
    /// The visits in order, those that overlap as one: several receivers in one vehicle make one visit.
    func merged() -> [Visit] {
        var visits: [Visit] = []
        for visit in sorted(by: { $0.from < $1.from }) {
            guard let last = visits.last, visit.from <= last.to else {
                visits.append(visit)
                continue
            }
            let isLater = visit.to > last.to
            let to = isLater ? visit.to : last.to
            visits[visits.count - 1] = Visit(
                from: last.from, to: to, covered: Swift.min(to - last.from, last.covered + visit.covered),
                isOpen: isLater ? visit.isOpen : last.isOpen)
        }
        return visits
    }
}
