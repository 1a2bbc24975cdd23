import Basics

/// Times and degrees as other programs write them in CSV.
enum CSVNumbers {
    /// Parses ISO 8601 or a number of seconds or milliseconds since 1970; nil for anything else.
    static func timestamp(_ text: Span<UInt8>) -> Timestamp? {
        if let timestamp = Timestamp(lenientISO8601: text) { return timestamp }
        if Double(decimal: text) != nil { return Timestamp(json: text) }
        guard let blank = text.extracting(text.trimmedRange).firstIndex(of: 0x20, from: 0) else { return nil }
        let trimmed = text.extracting(text.trimmedRange)
        return timestamp(
            date: trimmed.extracting(0..<blank), timeOfDay: trimmed.extracting((blank + 1)..<trimmed.count))
    }

    /// Parses a day and a time of day; nil if one is unreadable.
    ///
    /// Days are `2026-01-31`, `2026/01/31`, or `31.01.2026`, the one order of parts with dots. The order of `01/02/2026`
    /// cannot be known.
    static func timestamp(date: Span<UInt8>, timeOfDay: Span<UInt8>) -> Timestamp? {
        guard var text = isoDate(date.extracting(date.trimmedRange)) else { return nil }
        let time = timeOfDay.extracting(timeOfDay.trimmedRange)
        text.append(UInt8(ascii: "T"))
        let end = time.firstIndex(of: 0x20, from: 0) ?? time.count
        if time.count > 1, time[1] == UInt8(ascii: ":") { text.append(UInt8(ascii: "0")) }
        for index in 0..<end { text.append(time[index]) }
        if end == 5 || end == 4 { text += Array(":00".utf8) }
        let half = time.extracting(end..<time.count)
        return Timestamp(lenientISO8601: text.span).flatMap { moved($0, to: half.extracting(half.trimmedRange)) }
    }

    /// Returns a moment of the morning or the evening of its day, as `AM` or `PM` says; nil for another word.
    private static func moved(_ moment: Timestamp, to half: Span<UInt8>) -> Timestamp? {
        if half.isEmpty { return moment }
        let isNoon = CivilTime(moment).hour == 12
        if half.equals("AM") || half.equals("am") { return isNoon ? moment + .seconds(-43_200) : moment }
        return half.equals("PM") || half.equals("pm") ? isNoon ? moment : moment + .seconds(43_200) : nil
    }

    private static func isoDate(_ date: Span<UInt8>) -> [UInt8]? {
        guard date.count == 10 else { return nil }
        let isDayFirst = date[2] == UInt8(ascii: ".") && date[5] == UInt8(ascii: ".")
        let order = isDayFirst ? [6..<10, 3..<5, 0..<2] : [0..<4, 5..<7, 8..<10]
        guard isDayFirst || date[4] == date[7] && Array("-/.".utf8).contains(date[4]) else { return nil }
        return Array(order.map { range in range.map { date[$0] } }.joined(separator: [UInt8(ascii: "-")]))
    }

    /// The units that data loggers write behind numbers, in ours.
    private static let units: [(name: String, scale: Double)] = [
        ("m", 1), ("M", 1), ("m/s", 1), ("deg", 1), ("km/h", 1 / 3.6), ("mph", 0.44704), ("kn", 1852.0 / 3600),
        ("ft", 0.3048), ("km", 1000),
    ]

    /// Parses a number with or without a unit behind a blank, which is then in metres and seconds; nil for anything else.
    static func quantity(_ text: Span<UInt8>, hasDecimalCommas: Bool) -> Double? {
        if let number = number(text, hasDecimalCommas: hasDecimalCommas) { return number }
        let word = text.extracting(text.trimmedRange)
        guard let blank = word.firstIndex(of: 0x20, from: 0) else { return nil }
        let unit = word.extracting((blank + 1)..<word.count)
        guard let scale = units.first(where: { unit.equals($0.name) })?.scale else { return nil }
        return number(word.extracting(0..<blank), hasDecimalCommas: hasDecimalCommas).map { $0 * scale }
    }

    /// Parses a number, also with a comma for the decimal point; nil for anything else.
    static func number(_ text: Span<UInt8>, hasDecimalCommas: Bool) -> Double? {
        if let number = Double(decimal: text) { return number }
        guard hasDecimalCommas, text.firstIndex(of: UInt8(ascii: ","), from: 0) != nil else { return nil }
        let pointed = text.indices.map { text[$0] == UInt8(ascii: ",") ? UInt8(ascii: ".") : text[$0] }
        return Double(decimal: pointed.span)
    }

    /// Parses degrees with N, S, E or W before or after them, in place of a sign; nil for anything else.
    static func degrees(_ text: Span<UInt8>, hasDecimalCommas: Bool) -> Double? {
        let word = text.extracting(text.trimmedRange)
        guard word.count > 1, let sign = sign(word[0]) ?? sign(word[word.count - 1]) else {
            return number(text, hasDecimalCommas: hasDecimalCommas)
        }
        let isFirst = self.sign(word[0]) != nil
        let digits = word.extracting(isFirst ? 1..<word.count : 0..<(word.count - 1))
        return number(digits, hasDecimalCommas: hasDecimalCommas).map { $0.magnitude * sign }
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
