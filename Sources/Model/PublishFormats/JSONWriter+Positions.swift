import JSON
import Location

extension JSONWriter {
    /// Writes a position in degrees to seven decimals, a centimetre; nothing for nil.
    mutating func coordinates(_ coordinate: Coordinate?, latitude: String, longitude: String) {
        number(latitude, coordinate?.latitude, decimals: 7)
        number(longitude, coordinate?.longitude, decimals: 7)
    }

    /// Writes a radius in metres, rounded up to a tenth and never 0, which would look exact; nothing for nil.
    mutating func radius(_ name: String, _ metres: Double?) {
        number(name, metres.flatMap { $0.isFinite ? max(0.1, ($0 * 10).rounded(.up) / 10) : nil }, decimals: 1)
    }

    /// Writes a course in degrees, below 360 also after rounding; nothing for nil.
    mutating func course(_ name: String, _ degrees: Double?) {
        number(name, degrees.map { $0 >= 359.95 && $0 < 360 ? 0 : $0 }, decimals: 1)
    }
}
