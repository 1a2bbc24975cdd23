public import Basics
import JSON

/// The visits to a place, as JSON.
public struct VisitsResult: Hashable, Sendable {
    /// The period of the query.
    public let period: Period
    /// The name of the place.
    public let place: String
    /// The visits in order, without overlaps.
    public let visits: [Visit]

    /// The total duration of the visits.
    public var time: Duration { visits.reduce(.zero) { $0 + $1.length } }
    /// The part of the duration that fixes cover.
    public var covered: Duration { visits.reduce(.zero) { $0 + $1.covered } }

    /// One object, in seconds:
    /// `{"place":"Home","time":7200,"seen":7190,"visits":[{"from":"…","to":"…","seen":7190,"open":false}]}`.
    public var json: [UInt8] {
        JSONWriter.line { json in
            json.time("from", period.first)
            json.time("to", period.last)
            json.string("place", place)
            json.number("time", time.inSeconds, decimals: 3)
            json.number("seen", covered.inSeconds, decimals: 3)
            json.objects("visits", visits) { json, visit in
                json.time("from", visit.from)
                json.time("to", visit.to)
                json.number("seen", visit.covered.inSeconds, decimals: 3)
                json.boolean("open", visit.end == .open)
                if visit.end == .recordEnds { json.boolean("recordEnds", true) }
                if visit.end == .periodEnds { json.boolean("periodEnds", true) }
            }
        }
    }
}

/// A visit to one of the owner's places.
public struct Visit: Hashable, Sendable {
    /// The time of the first fix there.
    public var from: Timestamp
    /// The time of the last fix there.
    public var to: Timestamp
    /// The part of the visit that fixes cover; the rest is gaps with the place at both ends, during which the presence
    /// is not certain.
    public var covered: Duration
    /// The end of the visit.
    public var end: End

    /// The end of a visit.
    public enum End: Hashable, Sendable {
        /// A later fix is elsewhere.
        case left
        /// The device has no later fix, but another one has.
        case recordEnds
        /// The period has no later fix, but the history has one after the period.
        case periodEnds
        /// There is no later fix of any device.
        case open
    }

    /// The duration from the first fix to the last.
    public var length: Duration { to - from }
}

extension [Visit] {
    /// Sorts visits and merges overlapping ones, because several devices in one vehicle make one visit.
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
                end: isLater ? visit.end : last.end)
        }
        return visits
    }

    /// Returns the same visits, none of them open that ended before the last fix of any device, and none at all if the
    /// record goes on after the period.
    func closed(by last: Timestamp?, isRecordLonger: Bool) -> [Visit] {
        map { visit in
            guard visit.end == .open else { return visit }
            var visit = visit
            if let last, visit.to < last {
                visit.end = .recordEnds
            } else if isRecordLonger {
                visit.end = .periodEnds
            }
            return visit
        }
    }
}
