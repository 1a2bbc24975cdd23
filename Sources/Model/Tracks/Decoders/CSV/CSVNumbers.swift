import Basics

/// Numbers as other programs write them in CSV.
enum CSVNumbers {
    /// The units that data loggers write behind numbers, in ours.
    private static let units: [(name: String, scale: Double)] = [
        ("m", 1), ("M", 1), ("m/s", 1), ("deg", 1), ("km/h", 1 / 3.6), ("mph", 0.44704), ("kn", 1852.0 / 3600),
        ("ft", 0.3048), ("km", 1000), ("kt", 1852.0 / 3600), ("kts", 1852.0 / 3600), ("mi/h", 0.44704),
    ]

    /// The words for an unknown value, in lower case.
    private static let unknown: Set<String> = [
        "null", "nan", "none", "nil", "na", "n/a", "-", "--", "---", "?", "\\n", "inf", "+inf", "-inf", "infinity",
        "-infinity", "-nan", "undefined", "unknown", "#n/a",
    ]

    /// Returns true if a text says that its value is not known.
    static func isUnknown(_ text: Span<UInt8>) -> Bool {
        let range = text.trimmedRange
        return range.isEmpty || range.count <= 9 && unknown.contains(text.extracting(range).string.lowercased())
    }

    /// A number with the unit that its text names.
    struct Quantity {
        /// Metres and seconds if the text names a unit, else that of the column.
        let value: Double
        let hasUnit: Bool
    }

    /// Parses a number with or without a unit behind it; nil for anything else.
    static func quantity(_ text: Span<UInt8>) -> Quantity? {
        if let number = number(text) { return Quantity(value: number, hasUnit: false) }
        let word = text.extracting(text.trimmedRange)
        let numeric = Array("+-.,0123456789".utf8)
        guard let end = word.indices.first(where: { !numeric.contains(word[$0]) }), end > 0 else { return nil }
        let rest = word.extracting(end..<word.count)
        let unit = rest.extracting(rest.trimmedRange)
        guard let number = number(word.extracting(0..<end)) else { return nil }
        // A degree sign, which follows a course.
        if unit.count > 0, unit[0] >= 0x80 { return Quantity(value: number, hasUnit: false) }
        guard let scale = units.first(where: { unit.equals($0.name) })?.scale else { return nil }
        return Quantity(value: number * scale, hasUnit: true)
    }

    /// Parses a number, also with a comma for the decimal point; nil for anything else.
    static func number(_ text: Span<UInt8>) -> Double? {
        if let number = Double(decimal: text) { return number }
        guard text.firstIndex(of: UInt8(ascii: ","), from: 0) != nil else { return nil }
        let pointed = text.indices.map { text[$0] == UInt8(ascii: ",") ? UInt8(ascii: ".") : text[$0] }
        return Double(decimal: pointed.span)
    }

    /// Parses degrees with N, S, E or W before or after them, in place of a sign; nil for anything else.
    static func degrees(_ text: Span<UInt8>) -> Double? {
        if let number = number(text) { return number }
        // A degree sign, in any encoding.
        let ascii = text.trimmedRange.compactMap { text[$0] < 0x80 ? text[$0] : nil }
        let word = ascii.span
        guard word.count > 1 else { return nil }
        let first = sign(word[0])
        guard let sign = first ?? sign(word[word.count - 1]) else { return number(word) }
        let digits = word.extracting(first != nil ? 1..<word.count : 0..<(word.count - 1))
        return number(digits).map { $0.magnitude * sign }
    }

    /// Returns 1 for N and E, -1 for S and W, nil for others.
    static func sign(_ letter: UInt8) -> Double? {
        switch letter & 0xDF {
        case UInt8(ascii: "N"), UInt8(ascii: "E"): 1
        case UInt8(ascii: "S"), UInt8(ascii: "W"): -1
        default: nil
        }
    }
}
