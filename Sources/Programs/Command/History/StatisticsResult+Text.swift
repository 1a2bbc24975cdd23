import Queries
import Basics
import Location
import Pages
import Tracks

extension StatisticsResult {
    /// Rows for people, the stays and trips in the order of time.
    func text(in context: Context) -> [UInt8] {
        let blocks = devices.map { device in
            let rows = Self.rows(device.summary).map { Self.padded($0.name, $0.words) }
            let journal = Self.journal(device.summary, in: context)
            return ([Self.padded("receiver", PrintableText.sanitized(device.name))] + rows + journal)
                .map { $0 + "\n" }.joined()
        }
        return Array(blocks.joined(separator: "\n").utf8)
    }

    private static func rows(_ summary: TrackSummary) -> [(name: String, words: String)] {
        let climbed = [summary.ascent, summary.descent].compactMap { $0.map(DistanceText.text) }
        let rows: [(name: String, words: String?)] = [
            ("fixes", "\(summary.points)"), ("distance", DistanceText.text(summary.distance)),
            ("moving", AgeText.span(summary.moving)), ("standing", AgeText.span(summary.standing)),
            ("unknown", summary.unknown > .zero ? AgeText.span(summary.unknown) : nil),
            ("top speed", summary.topSpeed.map(speed)), ("mean speed", summary.meanSpeed.map(speed)),
            ("ascent", climbed.first), ("descent", climbed.last),
        ]
        return rows.compactMap { row in row.words.map { (row.name, $0) } }
    }

    private static func journal(_ summary: TrackSummary, in context: Context) -> [String] {
        let stays = summary.stays.map { stay in
            (stay.from, padded("stay", span(from: stay.from, to: stay.to, in: context) + place(stay.coordinate)))
        }
        let trips = summary.trips.map { trip in
            (trip.from, padded("trip", span(from: trip.from, to: trip.to, in: context) + DistanceText.text(trip.distance)))
        }
        return (stays + trips).sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func span(from: Timestamp, to: Timestamp, in context: Context) -> String {
        "\(context.localTime(from)) to \(context.localTime(to)), \(AgeText.span(to - from)), "
    }

    private static func place(_ coordinate: Coordinate) -> String {
        [coordinate.latitude, coordinate.longitude].map { FixedDecimalText.text($0, decimals: 6) }.joined(separator: ", ")
    }

    private static func speed(_ metresPerSecond: Double) -> String {
        FixedDecimalText.text(metresPerSecond * 3.6, decimals: 1) + " km/h"
    }

    private static func padded(_ name: String, _ words: String) -> String {
        name + String(repeating: " ", count: max(1, 12 - name.count)) + words
    }
}
