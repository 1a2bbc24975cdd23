import APIClient
import Pages

/// The satellites in view, a row each with a bar as long as their signal is strong.
struct SatelliteRows {
    /// dBHz of a full bar: more is rare under an open sky.
    private static let fullBarSignal = 50.0
    private static let width = 10
    /// More than a terminal shows.
    private static let maxRows = 64

    /// The rows, those used first, then the strongest.
    let rows: [String]

    init(_ satellites: [StatusDocument.Satellite]) {
        let sorted = satellites.sorted { left, right in
            if left.used != right.used { return left.used }
            return (left.signal ?? -1, right.number) > (right.signal ?? -1, left.number)
        }
        rows = sorted.prefix(Self.maxRows).map(Self.row)
    }

    private static func row(_ satellite: StatusDocument.Satellite) -> String {
        let name = "\(satellite.constellation) \(satellite.number)"
        let signal = satellite.signal.map { "\(FixedDecimalText.text($0, decimals: 0)) dB" } ?? "silent"
        let height = satellite.elevation.map { "\(FixedDecimalText.text($0, decimals: 0))° up" }
        let direction = satellite.azimuth.map { "towards \(FixedDecimalText.text($0, decimals: 0))°" }
        let parts = [satellite.used ? "used" : "not used", height, direction].compactMap { $0 }.joined(separator: ", ")
        return "\(padded(name, 12))\(bar(satellite.signal ?? 0)) \(padded(signal, 7))\(parts)"
    }

    private static func bar(_ signal: Double) -> String {
        let share = min(max(signal / fullBarSignal, 0), 1)
        let full = Int((share * Double(width)).rounded())
        return String(repeating: "\u{2588}", count: full) + String(repeating: "\u{00B7}", count: width - full)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
