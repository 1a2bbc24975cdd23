import Basics

/// A date with a time of day, found word by word in any order.
struct CivilStamp {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let utc = ["utc", "gmt", "z"]
    private static let years = 1970...2199

    /// Seconds east of UTC; nil without a zone.
    private(set) var offset: Int?
    private var year: Int?
    private var month: Int?
    private var day: Int?
    /// Milliseconds since midnight.
    private var timeOfDay: Int?
    /// True for PM, false for AM; nil on a clock of 24 hours.
    private var isAfternoon: Bool?

    /// The moment, in UTC without a zone; nil while a part is missing.
    var time: Timestamp? {
        guard let year, let month, let day, let timeOfDay, (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        let days = CivilTime.days(year: year, month: month, day: day)
        return Timestamp(milliseconds: days * 86_400_000 + Int64(onFullDay(timeOfDay) - (offset ?? 0) * 1000))
    }

    /// Adds a word; unknown ones are ignored.
    mutating func add(_ word: [UInt8]) {
        let text = String(decoding: word, as: UTF8.self).lowercased()
        if word.contains(UInt8(ascii: ":")), timeOfDay == nil {
            setTime(word)
        } else if let month = Self.months.firstIndex(of: text) {
            self.month = self.month ?? month + 1
        } else if Self.utc.contains(text) {
            offset = offset ?? 0
        } else if text == "am" || text == "pm" {
            isAfternoon = text == "pm"
        } else if timeOfDay != nil, offset == nil, let zone = Self.zone(word[...]) {
            offset = zone
        } else {
            setDate(word)
        }
    }

    /// Returns milliseconds since midnight, with AM and PM taken into account.
    private func onFullDay(_ time: Int) -> Int {
        guard let isAfternoon else { return time }
        let half = 43_200_000
        return time % half + (isAfternoon ? half : 0)
    }

    /// Sets `10:00`, `10:00:00`, `10:00:00.123` and a zone directly behind it.
    private mutating func setTime(_ word: [UInt8]) {
        let clock = word.prefix { Self.isDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        let parts = clock.split(separator: UInt8(ascii: ":"))
        guard (2...3).contains(parts.count), parts[0].count <= 2, let hour = Self.number(parts[0]), hour < 24,
            let minute = Self.number(parts[1]), minute < 60,
            let milliseconds = parts.count == 3 ? Self.milliseconds(parts[2]) : 0
        else { return }
        timeOfDay = (hour * 60 + minute) * 60_000 + milliseconds
        let rest = word[clock.endIndex...]
        offset = rest.isEmpty ? offset : Self.utc.contains(Self.lowercased(rest)) ? 0 : Self.zone(rest)
    }

    /// Sets `2026-03-01`, `2026/03/01`, a day of two digits or a year of four, behind which ctime(3) may have a fraction.
    private mutating func setDate(_ word: [UInt8]) {
        let parts = word.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
        if parts.count == 3, parts[0].count == 4, let first = Self.number(parts[0]), Self.years.contains(first) {
            (year, month, day) = (first, Self.number(parts[1]), Self.number(parts[2]))
        } else if parts.count == 1, word.count <= 2, let number = Self.number(word[...]) {
            day = day ?? number
        } else if let number = Self.number(word.prefix(4)), Self.years.contains(number), year == nil {
            let fraction = word.dropFirst(4)
            guard fraction.isEmpty || fraction.first == UInt8(ascii: ".") else { return }
            year = number
            if let time = timeOfDay, let more = Self.milliseconds(([48] + fraction)[...]) { timeOfDay = time + more }
        }
    }

    /// Parses seconds with a fraction into milliseconds.
    private static func milliseconds(_ seconds: ArraySlice<UInt8>) -> Int? {
        let whole = seconds.prefix(while: isDigit)
        let fraction = seconds.dropFirst(whole.count + 1).prefix(3)
        guard whole.count <= 2, let number = number(whole), number <= 60, fraction.allSatisfy(isDigit) else {
            return nil
        }
        return zip(fraction, [100, 10, 1]).reduce(number * 1000) { $0 + Int($1.0 - 48) * $1.1 }
    }

    /// Parses `+01:00`, `+0100` and `+01` into seconds east of UTC.
    private static func zone(_ word: ArraySlice<UInt8>) -> Int? {
        guard let sign = word.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = word.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 2 || digits.count == 4, let hours = number(digits[..<2]), hours < 24 else { return nil }
        let minutes = digits.count == 4 ? number(digits[2...]) : 0
        guard let minutes, minutes < 60 else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...4).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private static func lowercased(_ word: ArraySlice<UInt8>) -> String {
        String(decoding: word, as: UTF8.self).lowercased()
    }

    /// Returns true for `0` to `9`.
    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// Splits a text at blanks, brackets and what else stands between words, and at the `T` of ISO 8601; a comma
    /// behind seconds is a decimal one.
    ///
    /// Numbers of processes are no words.
    static func words(of text: [UInt8]) -> [[UInt8]] {
        let text = withoutProcessNumbers(text)
        let separators = Array("[]()<>\"'|;=*\\".utf8)
        let inDigits = Array("Tt_".utf8)
        let marked = text.indices.map { index -> UInt8 in
            let byte = text[index]
            let isInside = index > 0 && index + 1 < text.count && isDigit(text[index - 1]) && isDigit(text[index + 1])
            if byte == UInt8(ascii: ",") {
                return isInside && index >= 3 && text[index - 3] == UInt8(ascii: ":") ? UInt8(ascii: ".") : 0x20
            }
            return separators.contains(byte) || isInside && inDigits.contains(byte) ? 0x20 : byte
        }
        return marked.split { $0 <= 0x20 }.map { word in
            var word = Array(word)
            while let last = word.last, last == UInt8(ascii: ":") || last == UInt8(ascii: "-") { word.removeLast() }
            return word
        }
    }

    /// Returns a text with blanks for numbers in brackets directly behind a word: syslog writes a process so, whose number
    /// may look like a year.
    private static func withoutProcessNumbers(_ text: [UInt8]) -> [UInt8] {
        var result = text
        for start in text.indices.dropFirst() where text[start] == UInt8(ascii: "[") {
            let previous = text[start - 1]
            guard previous > 0x20, previous != UInt8(ascii: "["), previous != UInt8(ascii: "]") else { continue }
            let digits = text[(start + 1)...].prefix(while: isDigit)
            guard digits.endIndex < text.endIndex, text[digits.endIndex] == UInt8(ascii: "]") else { continue }
            for index in digits.indices { result[index] = 0x20 }
        }
        return result
    }
}
