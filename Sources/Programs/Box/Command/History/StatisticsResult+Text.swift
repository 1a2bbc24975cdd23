import Basics
import Location
import Pages
import Queries
import Tracks

extension StatisticsResult {
    /// Formats rows for people: all receivers together if there are several, then each of them with its stays, trips
    /// and gaps in chronological order.
    ///
    /// - Parameters:
    ///   - gaps: the gaps across the ends of the period by receiver, which are cut there.
    ///   - charts: the charts by receiver.
    ///   - names: the names of places.
    ///   - context: the style and the clock.
    /// - Returns: the text.
    func text(
        _ gaps: [String: [Gap]], charts: [String: DayCharts] = [:], names: PlaceNames = PlaceNames(),
        in context: Context
    ) -> [UInt8] {
        let all = devices.count > 1 ? [block("all\(overlapNote)", total, isFirst: true, in: context)] : []
        let blocks = devices.map { device in
            block(PrintableText.sanitized(device.name), device.summary, isFirst: all.isEmpty, in: context)
                + (charts[device.name]?.rows(context.display) ?? []).map { Self.padded($0.name, $0.text) }
                + journal(device.summary, gaps[device.name] ?? [], names: names, in: context)
        }
        let texts = (all + blocks).map { lines in lines.map { $0 + "\n" }.joined() }
        return Array(texts.joined(separator: "\n").utf8)
    }

    /// Returns the rows of a receiver; the first receiver's have the zone of the days.
    private func block(
        _ receiver: String, _ summary: TrackSummary, isFirst: Bool, in context: Context
    ) -> [String] {
        let rows = StatisticsText(context.display).rows(summary).map { Self.padded($0.name, $0.text) }
        let zone = isFirst ? [Self.padded("zone", period.zone(in: context))] : []
        return [Self.padded("receiver", receiver)] + rows + zone
    }

    fileprivate var overlapNote: String { hasOverlaps ? "; overlapping recordings count once" : "" }

    private func journal(
        _ summary: TrackSummary, _ gapsAtEnds: [Gap], names: PlaceNames, in context: Context
    ) -> [String] {
        let text = StatisticsText(context.display, names: names)
        let stays = summary.stays.map { stay in
            (stay.from, Self.row("stay", from: stay.from, to: stay.to, text.stay(stay), in: context))
        }
        let trips = summary.trips.map { trip in
            (trip.from, Self.row("trip", from: trip.from, to: trip.to, text.trip(trip), in: context))
        }
        let whole = summary.gaps.map { gap in
            (gap.from, Self.row("no record", from: gap.from, to: gap.to, text.gap(gap), in: context))
        }
        let cut = gapsAtEnds.map { gap in
            let from = max(gap.from, period.first ?? gap.from)
            let to = min(gap.to, period.last ?? gap.to)
            return (from, Self.row("no record", from: from, to: to, text.gap(gap), in: context))
        }
        return (stays + trips + whole + cut).sorted { $0.0 < $1.0 }.map(\.1)
    }

    fileprivate static func row(
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
    private static let heads = ["distance", "moving", "standing", "no record", "top speed"]

    /// Formats a table for people: a row per day or month, the totals, the receivers, the zone of the days, and with days
    /// the gaps.
    func text(byMonth: Bool = false, in context: Context) -> [UInt8] {
        let text = StatisticsText(context.display)
        guard !days.isEmpty else { return [] }
        let parts: [(name: String, summary: TrackSummary)] =
            byMonth
            ? months.map { (String($0.first.text.dropLast(3)), $0.summary) } : days.map { ($0.day.text, $0.summary) }
        let rows = parts.map { [$0.name] + text.cells($0.summary) } + [["total"] + text.cells(whole.total)]
        let receivers = Set(days.flatMap(\.devices)).sorted().map { PrintableText.sanitized($0) }
        let receiver = "receiver  \(receivers.joined(separator: ", "))\(whole.overlapNote)\n"
        let zone = "zone      \(whole.period.zone(in: context))\n"
        let omitted = StatisticsText.omitted(whole.total).map { "left out  \($0)\n" } ?? ""
        let lines = TextTable.text([[byMonth ? "month" : "day"] + Self.heads] + rows) + omitted + receiver + zone
        let rest = (byMonth ? [] : gaps).map { gap in
            StatisticsResult.row("no record", from: gap.from, to: gap.to, text.gap(gap), in: context) + "\n"
        }
        return Array((lines + rest.joined()).utf8)
    }
}

struct StatisticsText {
    private let style: DisplayStyle
    private let names: PlaceNames

    init(_ style: DisplayStyle, names: PlaceNames = PlaceNames()) {
        self.style = style
        self.names = names
    }

    /// Returns the cells of a day or of several, the distance with that across gaps.
    func cells(_ summary: TrackSummary) -> [String] {
        [
            distance(summary.distance, summary.gapDistance), DurationText.text(summary.moving),
            DurationText.text(summary.standing), DurationText.text(summary.unknown),
            summary.topSpeed.map(speed) ?? "",
        ]
    }

    /// Returns what does not count; nil if all does.
    static func omitted(_ summary: TrackSummary) -> String? {
        let counts = [
            (summary.outliers, "fixes to which no vehicle can have gone"),
            (summary.jumps, "jumps that no vehicle can make"),
        ]
        let texts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    func rows(_ summary: TrackSummary) -> [(name: String, text: String)] {
        let climbed = [summary.ascent, summary.descent].map { $0.map(metres) }
        let rows: [(name: String, text: String?)] = [
            ("fixes", "\(summary.points)"),
            ("left out", Self.omitted(summary)),
            ("distance", distance(summary.distance, summary.gapDistance)),
            ("moving", DurationText.text(summary.moving)), ("standing", DurationText.text(summary.standing)),
            ("no record", summary.unknown > .zero ? DurationText.text(summary.unknown) : nil),
            ("top speed", summary.topSpeed.map(speed)), ("average", summary.meanSpeed.map(speed)),
            ("ascent", climbed[0]), ("descent", climbed[1]),
        ]
        return rows.compactMap { row in row.text.map { (row.name, $0) } }
    }

    /// Returns the place of a stay, and the time without record within it.
    func stay(_ stay: Stay) -> String {
        let unknown = stay.to - stay.from - stay.seen
        let gaps = unknown >= .seconds(60) ? ", no record for \(DurationText.text(unknown)) of it" : ""
        let name = names.name(of: stay.coordinate).map { "\($0.phrase(style.units)), " } ?? ""
        return name + PositionText.text(stay.coordinate, style.coordinates) + gaps
    }

    /// Returns the distance of a trip, and the names of its ends.
    func trip(_ trip: Trip) -> String {
        let ends = [("from", trip.start), ("to", trip.end)].compactMap { word, place in
            names.name(of: place).map { " \(word) \($0.phrase(style.units))" }
        }
        let length = distance(trip.distance, trip.gapDistance) + (trip.isSparse ? ", sparse" : "")
        return ends.isEmpty ? length : "\(length),\(ends.joined())"
    }

    /// Returns the distance between the ends of a gap.
    func gap(_ gap: Gap) -> String { "\(metres(gap.distance)) apart" }

    private func speed(_ metresPerSecond: Double) -> String { SpeedText.text(metresPerSecond, style.units) }

    private func metres(_ metres: Double) -> String { DistanceText.text(metres, style.units) }

    private func distance(_ length: Double, _ gaps: Double) -> String {
        gaps < 1 ? metres(length) : "\(metres(length)), and \(metres(gaps)) across gaps"
    }
}
