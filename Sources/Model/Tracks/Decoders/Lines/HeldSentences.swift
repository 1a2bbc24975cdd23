import Basics
import Location

/// The sentences at the beginning of a recording of gpspipe, while it is not known whether gpsd reports their fixes too.
struct HeldSentences {
    /// Bytes: more than a quarter of an hour of ten sentences a second, of which gpsd reports each fix.
    private static let maxLength = 1_000_000
    /// The bytes that a line takes beside its own.
    private static let overhead = 64
    /// Milliseconds after a fix in which gpsd may still send its report.
    private static let maxDelay = 60_000
    private static let dayLength = 86_400_000

    private var lines: [(bytes: [UInt8], number: Int)] = []
    private var length = 0

    /// True if a report of a fix would have come long ago.
    var isFull: Bool { length >= Self.maxLength }

    mutating func append(_ line: Span<UInt8>, number: Int) {
        lines.append((line.indices.map { line[$0] }, number))
        length += line.count + Self.overhead
    }

    mutating func release(to parser: inout NMEAParser, into track: inout ParsedTrack) {
        for (bytes, number) in lines { parser.parse(bytes.span, number: number, into: &track) }
        self = HeldSentences()
    }

    /// Removes the sentences of a reported fix, and those after it; returns their number.
    ///
    /// They are the last ones: the first with the time of the fix, or with that of the newest sentence if gpsd gives no
    /// time, and all behind it.
    mutating func removeSentences(of fix: ReportedFix) -> Int {
        var (first, later) = (fix.timeOfDay, Int?.none)
        var end = lines.count
        for index in lines.indices.reversed() {
            let line = lines[index].bytes
            guard let time = NMEAParser.timeOfDay(of: line.span) else { continue }
            let start = first ?? time
            guard Self.delay(from: start, to: time) < Self.maxDelay,
                later.map({ Self.delay(from: time, to: $0) < Self.maxDelay }) ?? true
            else { break }
            (first, later, end) = (start, time, index)
        }
        let count = lines.count - end
        lines.removeLast(count)
        return count
    }

    /// Milliseconds from one time of day to a later one, also after midnight.
    private static func delay(from start: Int, to end: Int) -> Int { (end - start + dayLength) % dayLength }
}

/// The fix in a line of gpsd's JSON that becomes a point: with a position, and with a time of its own or of reception.
struct ReportedFix {
    private static let words = ["\"TPV\"", "\"lat\"", "\"lon\""]
    private static let timeWord = "\"time\""

    /// Milliseconds since midnight UTC; nil if only a time stamp before the line has it, whose zone is not certain.
    let timeOfDay: Int?

    /// Finds the fix of a line; nil without one.
    init?(_ line: Span<UInt8>) {
        guard Self.words.allSatisfy({ line.contains(word: $0) }) else { return nil }
        if let time = Self.time(in: line) {
            let length: Int64 = 86_400_000
            timeOfDay = Int((time.milliseconds % length + length) % length)
        } else {
            guard LineStamp(line: line) != nil else { return nil }
            timeOfDay = nil
        }
    }

    private static func time(in line: Span<UInt8>) -> Timestamp? {
        guard var start = line.end(ofWord: timeWord) else { return nil }
        let lead = Array(" \t:\"".utf8)
        while start < line.count, lead.contains(line[start]) { start += 1 }
        let ends = Array(",\"}".utf8)
        let end = line.indices.first { $0 >= start && ends.contains(line[$0]) } ?? line.count
        return start < end ? Timestamp(json: line.extracting(start..<end)) : nil
    }
}

extension Span<UInt8> {
    /// Returns true if a word, which begins with a quotation mark, is in a line.
    func contains(word: String) -> Bool { end(ofWord: word) != nil }

    /// Returns the index behind the first occurrence of a word, which begins with a quotation mark; nil without one.
    fileprivate func end(ofWord word: String) -> Int? {
        let word = word.utf8.span
        var start = 0
        // The second byte is rarer than a quotation mark.
        while let index = firstIndex(of: word[1], from: start), index + word.count <= count + 1 {
            let end = index - 1 + word.count
            if index > 0, extracting((index - 1)..<end).isEqual(to: word) { return end }
            start = index + 1
        }
        return nil
    }

    /// Returns true if another text, which is as long, has the same bytes.
    func isEqual(to other: Span<UInt8>) -> Bool {
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
