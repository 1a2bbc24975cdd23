import Basics
import Location
import Pages

/// A chart over time, as parts of an SVG picture.
struct DocumentChart {
    let name: String
    /// The `d` of the path.
    let path: String
    /// The lowest and the highest value as text.
    let limits: (low: String, high: String)
    /// The times at both ends as text.
    let times: [String]
}

/// The speed and the altitude in equal steps of time, which double when there are too many.
struct ChartBins {
    private static let limit = 1200

    struct Bin {
        var speed: Double?
        var altitude: Double?
        /// True if there is a gap before it.
        var startsLine: Bool
    }

    /// Metres, also of the points that are not the highest of their step; nil without an altitude.
    private(set) var lowestAltitude: Double?
    private var bins: [Int64: Bin] = [:]
    private var step: Int64 = 1000
    private var isBroken = true

    mutating func breakLine() { isBroken = true }

    mutating func add(_ point: TrackPoint) {
        var bin = Bin(
            speed: point.fix.speed, altitude: point.fix.altitude ?? point.fix.ellipsoidalAltitude, startsLine: isBroken)
        isBroken = false
        lowestAltitude = [lowestAltitude, bin.altitude].compactMap(\.self).min()
        let index = Self.quotient(point.timestamp.milliseconds, step)
        if let earlier = bins[index] { bin = earlier.merged(with: bin) }
        bins[index] = bin
        guard bins.count > Self.limit else { return }
        step *= 2
        let old = bins.sorted { $0.key < $1.key }
        bins = [:]
        for (index, bin) in old {
            let half = Self.quotient(index, 2)
            bins[half] = bins[half].map { $0.merged(with: bin) } ?? bin
        }
    }

    private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// Draws a quantity between the texts of both ends, from a base, nil for the lowest value; nil without values.
    func chart(
        _ name: String, times: [String], from base: Double? = nil, value: (Bin) -> Double?, text: (Double) -> String
    ) -> DocumentChart? {
        let known = bins.sorted { $0.key < $1.key }.map { (index: $0.key, bin: $0.value, number: value($0.value)) }
        let values = known.compactMap(\.number)
        guard let first = known.first?.index, let last = known.last?.index, let low = values.min(),
            let high = values.max()
        else { return nil }
        let floor = min(base ?? low, low)
        let x = DocumentContent.width / Double(max(last - first, 1))
        let y = high > floor ? DocumentContent.chartHeight / (high - floor) : 0
        var path = ""
        var isOpen = false
        for (index, bin, number) in known {
            if bin.startsLine { isOpen = false }
            guard let number else {
                isOpen = false
                continue
            }
            let right = FixedDecimalText.text(Double(index - first) * x, decimals: 1)
            let down = FixedDecimalText.text(DocumentContent.chartHeight - (number - floor) * y, decimals: 1)
            path += "\(isOpen ? "L" : "M")\(right) \(down)"
            if !isOpen { path += "h0" }
            isOpen = true
        }
        return DocumentChart(name: name, path: path, limits: (text(floor), text(high)), times: times)
    }
}

extension ChartBins.Bin {
    /// The highest speed and altitude of two steps.
    fileprivate func merged(with later: Self) -> Self {
        Self(
            speed: [speed, later.speed].compactMap { $0 }.max(),
            altitude: [altitude, later.altitude].compactMap { $0 }.max(), startsLine: startsLine || later.startsLine)
    }
}
