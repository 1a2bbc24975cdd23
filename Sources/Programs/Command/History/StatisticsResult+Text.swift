import Basics
import Configuration
import Location
import Pages
import Queries
import Tracks

extension StatisticsResult {
    /// Formats rows for people; stays, trips and gaps in chronological order.
    func text(in context: Context) -> [UInt8] {
        let blocks = devices.map { device in
            let rows = StatisticsText.rows(device.summary).map { Self.padded($0.name, $0.text) }
            let journal = Self.journal(device.summary, in: context)
            return ([Self.padded("receiver", PrintableText.sanitized(device.name))] + rows + journal)
                .map { $0 + "\n" }.joined()
        }
        return Array(blocks.joined(separator: "\n").utf8)
    }

    private static func journal(_ summary: TrackSummary, in context: Context) -> [String] {
        let stays = summary.stays.map { stay in
            (stay.from, row("stay", from: stay.from, to: stay.to, StatisticsText.stay(stay), in: context))
        }
        let trips = summary.trips.map { trip in
            (trip.from, row("trip", from: trip.from, to: trip.to, StatisticsText.trip(trip), in: context))
        }
        let gaps = summary.gaps.map { gap in
            (gap.from, row("no record", from: gap.from, to: gap.to, StatisticsText.gap(gap), in: context))
        }
        return (stays + trips + gaps).sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func row(
        _ name: String, from: Timestamp, to: Timestamp, _ text: String, in context: Context
    ) -> String {
        padded(
            name,
            "\(context.localTime(from)) to \(context.localTime(to)), \(DurationText.text(to - from)), \(text)")
    }

    private static func padded(_ name: String, _ text: String) -> String {
        name + String(repeating: " ", count: max(1, 12 - name.count)) + text
    }
}

extension DailyStatistics {
    private static let heads = ["day", "distance", "moving", "standing", "no record", "top speed"]

    /// Formats a table for people: a row per day, the totals, and the receivers.
    func text() -> [UInt8] {
        guard !days.isEmpty else { return [] }
        let rows = days.map { [$0.day.text] + Self.cells($0.summary) } + [["total"] + Self.cells(total)]
        let receivers = Set(days.map(\.device)).sorted().map { PrintableText.sanitized($0) }
        let hasSeveral = whole.devices.count > 1
        let note = hasSeveral ? "; each day is that of the one that went farthest" : ""
        let lines = TextTable.text([Self.heads] + rows) + "receiver  \(receivers.joined(separator: ", "))\(note)\n"
        return Array(lines.utf8)
    }

    private static func cells(_ summary: TrackSummary) -> [String] {
        [
            DistanceText.text(summary.distance), DurationText.text(summary.moving),
            DurationText.text(summary.standing), DurationText.text(summary.unknown),
            summary.topSpeed.map(StatisticsText.speed) ?? "",
        ]
    }
}

/// The parts of a track's statistics as text.
enum StatisticsText {
    /// Returns the figures of a track.
    static func rows(_ summary: TrackSummary) -> [(name: String, text: String)] {
        let climbed = [summary.ascent, summary.descent].map { $0.map(DistanceText.text) }
        let rows: [(name: String, text: String?)] = [
            ("fixes", "\(summary.points)"), ("distance", distance(summary.distance, summary.gapDistance)),
            ("moving", DurationText.text(summary.moving)), ("standing", DurationText.text(summary.standing)),
            ("no record", summary.unknown > .zero ? DurationText.text(summary.unknown) : nil),
            ("top speed", summary.topSpeed.map(speed)), ("mean speed", summary.meanSpeed.map(speed)),
            ("ascent", climbed[0]), ("descent", climbed[1]),
        ]
        return rows.compactMap { row in row.text.map { (row.name, $0) } }
    }

    /// Returns the place of a stay, and the time without record within it.
    static func stay(_ stay: Stay) -> String {
        let unknown = stay.to - stay.from - stay.seen
        let gaps = unknown >= .seconds(60) ? ", no record for \(DurationText.text(unknown)) of it" : ""
        return PositionText.degrees(stay.coordinate) + gaps
    }

    /// Returns the distance of a trip.
    static func trip(_ trip: Trip) -> String { distance(trip.distance, trip.gapDistance) }

    /// Returns the distance between the ends of a gap.
    static func gap(_ gap: Gap) -> String { "\(DistanceText.text(gap.distance)) apart" }

    /// Returns a speed in km/h.
    static func speed(_ metresPerSecond: Double) -> String {
        FixedDecimalText.text(metresPerSecond * 3.6, decimals: 1) + " km/h"
    }

    private static func distance(_ metres: Double, _ gaps: Double) -> String {
        let text = DistanceText.text(metres)
        return gaps < 1 ? text : "\(text), and \(DistanceText.text(gaps)) across gaps"
    }
}
