import Basics
import History
import Location
import Pages
import Queries

/// The speed and the altitude of a day as rows of block characters.
struct DayCharts {
    private var speed: Sparkline
    private var altitude: Sparkline

    /// Creates charts without values; nil for a period without both ends.
    init?(_ period: Period) {
        guard let first = period.first, let last = period.last, first < last else { return nil }
        speed = Sparkline(from: first, to: last)
        altitude = speed
    }

    mutating func read(_ history: any HistoryReader, device: String) throws {
        let query = PointQuery(from: speed.first, to: speed.last, device: device)
        _ = try CountedFixes(query, in: history).forEach { point in
            speed.add(point.fix.speed, at: point.timestamp)
            altitude.add(point.fix.altitude ?? point.fix.ellipsoidalAltitude, at: point.timestamp)
        }
    }

    /// Returns a row for each quantity with values: its name, and the chart with its limits.
    func rows(_ style: DisplayStyle) -> [(name: String, text: String)] {
        let metres = { DistanceText.altitude($0, style.units) }
        let rows = [
            ("speed", speed.text(from: 0) { "up to \(SpeedText.text($1, style.units))" }),
            ("altitude", altitude.text { "\(metres($0)) to \(metres($1))" }),
        ]
        return rows.compactMap { row in row.1.map { (name: row.0, text: $0) } }
    }
}

/// The highest values of equal parts of a time as block characters, with spaces for parts without values.
struct Sparkline {
    private static let columns = 48
    private static let blocks = Array("▁▂▃▄▅▆▇█")

    let first: Timestamp
    let last: Timestamp
    private var values = [Double?](repeating: nil, count: columns)
    /// The lowest and the highest of all values, also of those that no column has.
    private var limits: (low: Double, high: Double)?

    init(from first: Timestamp, to last: Timestamp) {
        self.first = first
        self.last = last
    }

    mutating func add(_ value: Double?, at time: Timestamp) {
        guard let value, time >= first, time <= last else { return }
        let share = (time - first).inSeconds / max((last - first).inSeconds, 1)
        let column = min(Int(share * Double(Self.columns)), Self.columns - 1)
        values[column] = max(values[column] ?? value, value)
        limits = (min(limits?.low ?? value, value), max(limits?.high ?? value, value))
    }

    /// Draws the line from a base, nil for the lowest value, and its limits; nil without values.
    func text(from base: Double? = nil, legend: (Double, Double) -> String) -> String? {
        guard let (lowest, high) = limits else { return nil }
        let low = min(base ?? lowest, lowest)
        let line = values.map { value in
            value.map { Self.block(high > low ? ($0 - low) / (high - low) : 0) } ?? " "
        }
        return "|\(String(line))| \(legend(low, high))"
    }

    private static func block(_ share: Double) -> Character {
        blocks[min(Int(share * Double(blocks.count)), blocks.count - 1)]
    }
}
