import Basics
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
