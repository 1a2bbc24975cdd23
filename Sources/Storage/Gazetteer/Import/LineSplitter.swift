/// Cuts pieces of a file into lines, those of CSV where quotation marks are closed.
///
/// A mark that is not closed costs the line in which its record begins; the next one is read anew.
struct LineSplitter {
    /// Takes a line and its number, or, in place of its text, why there is none.
    typealias LineHandler = (Span<UInt8>, Int, RowError?) throws -> Void

    private enum Step {
        case goesOn, ends, isUnclosed
    }

    /// A longer line is none: alternative names of GeoNames take up to 10,000 bytes.
    private static let longestLine = 1 << 17
    /// More lines than a record has; they bound how often a line is read anew.
    private static let mostLines = 100

    let dialect: TableDialect
    /// A line that has begun in an earlier piece.
    private var begun: [UInt8] = []
    private var number = 1
    /// The number of the line in which the open record began.
    private var start = 1
    private var marks = QuoteTracker()
    private var isTooLong = false

    init(_ format: TableDialect) {
        self.dialect = format
    }

    /// Takes a piece, and gives away each line that ends in it.
    mutating func feed(_ bytes: Span<UInt8>, _ take: LineHandler) rethrows {
        var from = try cut(bytes, from: 0, take)
        while number > start, begun.count + bytes.count - from > Self.longestLine {
            from = try cut(bytes, from: skipLine(of: bytes, from: from, take), take)
        }
        keep(bytes.extracting(from..<bytes.count))
    }

    /// Gives away a last line that has no end.
    mutating func finish(_ take: LineHandler) rethrows {
        while number > start, marks.isOpen { _ = try skipLine(of: [UInt8]().span, from: 0, take) }
        guard !begun.isEmpty || isTooLong else { return }
        guard !marks.isOpen || isTooLong else { return try take([UInt8]().span, start, .unclosedQuotationMark) }
        try end([UInt8]().span, take)
    }

    /// Gives away the lines from there on; where the one begins that is still open.
    private mutating func cut(_ bytes: Span<UInt8>, from first: Int, _ take: LineHandler) rethrows -> Int {
        var (from, index) = (first, first)
        while index < bytes.count {
            switch step(bytes[index], length: begun.count + index - from) {
            case .goesOn: index += 1
            case .ends:
                try end(bytes.extracting(from..<index), take)
                index += 1
                from = index
            case .isUnclosed:
                from = try skipLine(of: bytes, from: from, take)
                index = from
            }
        }
        return from
    }

    private mutating func step(_ byte: UInt8, length: Int) -> Step {
        // A byte order mark does not keep a quotation mark from being the first.
        if dialect.allowsQuotes, number > 1 || ![0xEF, 0xBB, 0xBF].contains(byte) {
            let isStray = marks.consume(byte, separator: dialect.separator)
            if isStray, number > start { return .isUnclosed }
        }
        guard byte == 0x0A else { return .goesOn }
        number += 1
        let isBeyond = isTooLong || length > Self.longestLine
        // A line that is too long ends at its first end: its quotation mark may be a stray one.
        guard number > start + 1 else { return marks.isOpen && !isBeyond ? .goesOn : .ends }
        guard !isBeyond, number - start <= Self.mostLines else { return .isUnclosed }
        return marks.isOpen ? .goesOn : .ends
    }

    /// Gives up the first line of the open record, and cuts what is kept of the others; where to go on in the piece.
    private mutating func skipLine(of bytes: Span<UInt8>, from: Int, _ take: LineHandler) rethrows -> Int {
        try take([UInt8]().span, start, .unclosedQuotationMark)
        start += 1
        (number, marks) = (start, QuoteTracker())
        let kept = begun
        begun.removeAll(keepingCapacity: true)
        guard let end = kept.firstIndex(of: 0x0A) else {
            var next = from
            while next < bytes.count, bytes[next] != 0x0A { next += 1 }
            return min(next + 1, bytes.count)
        }
        try feed(kept.span.extracting((end + 1)..<kept.count), take)
        return from
    }

    private mutating func end(_ rest: Span<UInt8>, _ take: LineHandler) rethrows {
        let line = start
        (start, marks) = (number, QuoteTracker())
        if begun.isEmpty, !isTooLong, rest.count <= Self.longestLine { return try take(rest, line, nil) }
        keep(rest)
        let (whole, wasTooLong) = (begun, isTooLong)
        begun.removeAll(keepingCapacity: true)
        isTooLong = false
        try take(whole.span, line, wasTooLong ? .tooLong : nil)
    }

    private mutating func keep(_ piece: Span<UInt8>) {
        guard !isTooLong else { return }
        guard begun.count + piece.count <= Self.longestLine else {
            isTooLong = true
            begun.removeAll(keepingCapacity: true)
            return
        }
        begun.append(addingCapacity: piece.count) { output in
            for index in piece.indices { output.append(piece[index]) }
        }
    }
}

/// Follows the quotation marks of CSV, which open at the beginning of a field alone (RFC 4180).
///
/// Blanks before a mark do not count, for a field is read without them.
struct QuoteTracker {
    private enum Place {
        case fieldStart, plain, quoted
        /// Behind a mark that closes the field, or is the first of two that stand for one.
        case mark
    }

    private var place = Place.fieldStart

    /// Whether separators and ends of lines are text.
    var isOpen: Bool { place == .quoted }

    /// Takes the next byte; whether it is text right behind a closed field, where none may be.
    @discardableResult
    mutating func consume(_ byte: UInt8, separator: UInt8) -> Bool {
        let isMark = byte == UInt8(ascii: "\"")
        switch place {
        case .quoted:
            if isMark { place = .mark }
        case .fieldStart where isMark, .mark where isMark:
            place = .quoted
        case _ where byte == separator || byte == 0x0A:
            place = .fieldStart
        case let before where byte > 0x20:
            place = .plain
            return before == .mark
        default: break
        }
        return false
    }
}
