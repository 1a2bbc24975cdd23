public import Basics

/// The time stamp that a program writes before each line that it records, such as `gpspipe -t`, `ts` or a logger.
public struct LineStamp: Hashable, Sendable {
    /// The time of reception of the line.
    public let time: Timestamp
    /// False for a date and a time of day without a zone, which are read as UTC.
    public let hasZone: Bool

    /// Bytes; a stamp ends before.
    private static let maxLength = 120
    /// The starts of JSON, of a sentence of NMEA 0183 and of one of AIS.
    private static let contentStarts = Array("{$!".utf8)

    /// Finds the stamp before the JSON or the sentence of a line; nil if there is none, or none with a year.
    ///
    /// It is a number of seconds since 1970, or of thousandths, millionths or billionths of one, also in a TAG block of
    /// NMEA 0183 (`c:`); or a date with a time of day, as ISO 8601, date(1) and ctime(3) write them. A number counts more
    /// than a date, because it needs no zone.
    public init?(line: Span<UInt8>) {
        var lead: [UInt8] = []
        for index in line.indices.prefix(Self.maxLength) {
            if Self.contentStarts.contains(line[index]) { break }
            lead.append(line[index])
        }
        guard lead.count >= 10 else { return nil }
        if let time = Self.time(ofNumberIn: lead) {
            (self.time, hasZone) = (time, true)
        } else {
            var stamp = CivilStamp()
            for word in CivilStamp.words(of: lead) { stamp.add(word) }
            guard let time = stamp.time else { return nil }
            (self.time, hasZone) = (time, stamp.offset != nil)
        }
    }

    /// Returns the time of the first number that has as many digits as seconds, milliseconds, microseconds or nanoseconds
    /// since 1970 have from 2001 on.
    private static func time(ofNumberIn text: [UInt8]) -> Timestamp? {
        let numbers = text.split { !CivilStamp.isDigit($0) && $0 != UInt8(ascii: ".") }
        return numbers.lazy.compactMap { time(of: $0) }.first
    }

    private static func time(of number: ArraySlice<UInt8>) -> Timestamp? {
        let whole = number.prefix(while: CivilStamp.isDigit)
        // With a fraction, the milliseconds are the first thirteen digits too.
        let fraction = number.dropFirst(whole.count + 1).prefix(3)
        guard [10, 13, 16, 19].contains(whole.count), fraction.allSatisfy(CivilStamp.isDigit) else { return nil }
        let digits = Array((whole + (whole.count == 10 ? fraction : [])).prefix(13))
        let padded = digits + [UInt8](repeating: 48, count: 13 - digits.count)
        guard padded[0] != 48, let milliseconds = Int64(String(decoding: padded, as: UTF8.self)) else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }
}
