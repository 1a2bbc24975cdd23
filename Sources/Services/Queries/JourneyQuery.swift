import Basics
public import History
import JSON
public import Linux
import Location
public import Tracks

/// Queries a history for the trips and stays of a local day.
///
/// They are those of ``StatisticsQuery`` for that day, to the second and the metre.
public struct JourneyQuery {
    private let statistics: StatisticsQuery

    /// Creates a query.
    public init(_ history: any HistoryReader) {
        statistics = StatisticsQuery(history)
    }

    /// Returns the trips, stays and gaps of a day, of one device or of the path that all of them share.
    ///
    /// - Returns: the journeys, and the segments that could not be read.
    /// - Throws: `HistoryError`.
    public func run(
        _ day: LocalDay, device: String?, clock: LocalClock
    ) throws -> (JourneysResult, [DamagedSegment]) {
        let (first, last) = day.span(clock)
        let period = Period(first: first, last: last)
        let (daily, damaged) = try statistics.runDaily(period, device: device, clock: clock)
        let found = daily.days.first { $0.day == day }
        return (JourneysResult(day: day, devices: found?.devices ?? [], summary: found?.summary ?? .init()), damaged)
    }
}

/// The trips, stays and gaps of a day in chronological order.
public struct JourneysResult: Sendable {
    /// A part of the day.
    public enum Entry: Hashable, Sendable {
        /// A movement from one place to another.
        case trip(Trip)
        /// A time at one place.
        case stay(Stay)
        /// A time without fixes, between two places.
        case gap(Gap)

        /// The times of the first and of the last fix.
        var times: (from: Timestamp, to: Timestamp) {
            switch self {
            case .trip(let trip): (trip.from, trip.to)
            case .stay(let stay): (stay.from, stay.to)
            case .gap(let gap): (gap.from, gap.to)
            }
        }

        /// The share of the time that is covered by fixes, 0 to 1.
        public var confidence: Double {
            let seen: Duration =
                switch self {
                case .trip(let trip): trip.seen
                case .stay(let stay): stay.seen
                case .gap: .zero
                }
            let whole = times.to - times.from
            return whole > .zero ? min(1, seen.inSeconds / whole.inSeconds) : 1
        }
    }

    /// The day.
    public let day: LocalDay
    /// The receivers whose recordings count, by time.
    public let devices: [String]
    /// The figures of the day.
    public let summary: TrackSummary

    /// The entries in chronological order.
    public var entries: [Entry] {
        (summary.trips.map(Entry.trip) + summary.stays.map(Entry.stay) + summary.gaps.map(Entry.gap))
            .sorted { ($0.times.from, $0.times.to) < ($1.times.from, $1.times.to) }
    }

    /// One object, in metres, seconds, and metres per second, with the names of places.
    public func json(_ names: PlaceNames) -> [UInt8] {
        JSONWriter.line { json in
            json.string("day", day.text)
            json.strings("devices", devices)
            json.objects("journeys", entries) { $0.members(of: $1, names) }
            json.object("total") { $0.figures(of: summary) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of entry: JourneysResult.Entry, _ names: PlaceNames) {
        switch entry {
        case .trip: word("kind", "trip")
        case .stay: word("kind", "stay")
        case .gap: word("kind", "gap")
        }
        let times = entry.times
        time("from", times.from)
        time("to", times.to)
        number("duration", (times.to - times.from).inSeconds, decimals: 3)
        switch entry {
        case .trip(let trip): members(of: trip, names)
        case .stay(let stay):
            place(stay.coordinate)
            name(names.name(of: stay.coordinate))
        case .gap(let gap):
            ends(gap.start, gap.end, names: names)
            number("distance", gap.distance, decimals: 1)
        }
        number("confidence", entry.confidence, decimals: 3)
    }

    private mutating func members(of trip: Trip, _ names: PlaceNames) {
        ends(trip.start, trip.end, names: names)
        number("distance", trip.distance, decimals: 1)
        number("gapDistance", trip.gapDistance, decimals: 1)
        if trip.isSparse { boolean("sparse", true) }
        number("moving", trip.moving.inSeconds, decimals: 3)
        number("topSpeed", trip.topSpeed, decimals: 3)
        number("meanSpeed", trip.meanSpeed, decimals: 3)
    }
}
