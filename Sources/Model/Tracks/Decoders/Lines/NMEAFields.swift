import Basics
import Location

/// The byte ranges of the fields of an NMEA 0183 sentence in its line.
struct NMEAFields {
    enum SentenceError: Error {
        case noSentence, badChecksum
    }

    /// The three letters after the talker: `GGA`, `RMC`.
    let name: UInt32
    private let fields: [Range<Int>]
    /// The index of the `$`.
    private let start: Int

    /// Finds the fields of a line; bytes before its last `$` belong to another protocol on the same wire.
    ///
    /// - Throws: ``SentenceError`` if the line has no sentence, or its checksum is wrong or missing.
    init(_ line: Span<UInt8>) throws(SentenceError) {
        guard let dollar = line.indices.last(where: { line[$0] == UInt8(ascii: "$") }),
            Self.hasAddress(line, dollar + 1)
        else { throw .noSentence }
        var fields: [Range<Int>] = []
        var start: Int = dollar + 1
        var sum: UInt8 = 0
        fields.reserveCapacity(20)
        var index = dollar + 1
        while index < line.count, line[index] != UInt8(ascii: "*") {
            sum ^= line[index]
            if line[index] == UInt8(ascii: ",") {
                fields.append(start..<index)
                start = index + 1
            }
            index += 1
        }
        fields.append(start..<index)
        guard Self.checksum(line, index + 1) == sum else { throw .badChecksum }
        name = Self.name((line[dollar + 3], line[dollar + 4], line[dollar + 5]))
        self.fields = fields
        self.start = dollar
    }

    /// Returns the time stamp before a sentence, see ``LineStamp``; nil without one.
    func timeStamp(of line: Span<UInt8>) -> Timestamp? {
        start == 0 ? nil : LineStamp(line: line.extracting(0..<start))?.time
    }

    static func name(_ letters: (UInt8, UInt8, UInt8)) -> UInt32 {
        UInt32(letters.0) << 16 | UInt32(letters.1) << 8 | UInt32(letters.2)
    }

    /// Returns the range of a field, from 1; empty if absent.
    subscript(_ field: Int) -> Range<Int> { fields.indices.contains(field) ? fields[field] : 0..<0 }

    /// Returns true if a talker of two characters and a sentence name of three begin at an index.
    private static func hasAddress(_ line: Span<UInt8>, _ start: Int) -> Bool {
        guard start + 5 < line.count, line[start + 5] == UInt8(ascii: ",") else { return false }
        return (start..<(start + 5)).allSatisfy { (65...90).contains(line[$0]) || (48...57).contains(line[$0]) }
    }

    private static func checksum(_ line: Span<UInt8>, _ start: Int) -> UInt8? {
        guard start + 2 <= line.count, let high = digit(line[start]), let low = digit(line[start + 1]) else {
            return nil
        }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
