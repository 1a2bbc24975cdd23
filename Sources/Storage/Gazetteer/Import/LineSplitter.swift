import Basics

/// Splits a stream of chunks into lines; in CSV, a line end inside quotes does not end the record.
///
/// An unclosed quote discards the line in which its record begins; the following lines are parsed again.
struct LineSplitter {
    /// Receives a line and its number, or an error in place of the text.
    typealias LineHandler = (Span<UInt8>, Int, RowError?) throws -> Void

    private enum Step {
        case continues, ends, unclosed
    }

    /// A longer line is rejected: alternative names of GeoNames take up to 10,000 bytes.
    private static let maxLineLength = 1 << 17
    /// The maximum number of lines in a record, which bounds how often a line is parsed again.
    private static let maxRecordLines = 100

    let dialect: TableDialect
    /// The beginning of a line, from an earlier chunk.
    private var pending: [UInt8] = []
    private var number = 1
    /// The number of the line in which the open record begins.
    private var start = 1
    private var quotes = QuoteTracker()
    private var isTooLong = false

    init(_ dialect: TableDialect) {
        self.dialect = dialect
    }

    /// Consumes a chunk and emits each line that ends in it.
    mutating func feed(_ bytes: Span<UInt8>, _ emit: LineHandler) rethrows {
        var from = try split(bytes, from: 0, emit)
        while number > start, pending.count + bytes.count - from > Self.maxLineLength {
            from = try split(bytes, from: skipLine(of: bytes, from: from, emit), emit)
        }
        buffer(bytes.extracting(from..<bytes.count))
    }

    /// Emits a last line without a line end.
    mutating func finish(_ emit: LineHandler) rethrows {
        while number > start, quotes.isOpen { _ = try skipLine(of: [UInt8]().span, from: 0, emit) }
        guard !pending.isEmpty || isTooLong else { return }
        guard !quotes.isOpen || isTooLong else { return try emit([UInt8]().span, start, .unclosedQuotationMark) }
        try end([UInt8]().span, emit)
    }

    /// Emits the lines from an index on, and returns the index at which the open line begins.
    private mutating func split(_ bytes: Span<UInt8>, from first: Int, _ emit: LineHandler) rethrows -> Int {
        var from = first
        var index = first
        while index < bytes.count {
            switch step(bytes[index], length: pending.count + index - from) {
            case .continues: index += 1
            case .ends:
                try end(bytes.extracting(from..<index), emit)
                index += 1
                from = index
            case .unclosed:
                from = try skipLine(of: bytes, from: from, emit)
                index = from
            }
        }
        return from
    }

    private mutating func step(_ byte: UInt8, length: Int) -> Step {
        // A byte order mark may precede the first quote.
        if dialect.allowsQuotes, number > 1 || ![0xEF, 0xBB, 0xBF].contains(byte) {
            let isStray = quotes.consume(byte, separator: dialect.separator)
            if isStray, number > start { return .unclosed }
        }
        guard byte == 0x0A else { return .continues }
        number += 1
        let isBeyond = isTooLong || length > Self.maxLineLength
        // An overlong record ends at its first line end: its quote may be a stray one.
        guard number > start + 1 else { return quotes.isOpen && !isBeyond ? .continues : .ends }
        guard !isBeyond, number - start <= Self.maxRecordLines else { return .unclosed }
        return quotes.isOpen ? .continues : .ends
    }

    /// Discards the first line of the open record and splits the buffered rest; returns the index at which to continue
    /// in the chunk.
    private mutating func skipLine(of bytes: Span<UInt8>, from: Int, _ emit: LineHandler) rethrows -> Int {
        try emit([UInt8]().span, start, .unclosedQuotationMark)
        start += 1
        number = start
        quotes = QuoteTracker()
        let discarded = pending
        pending.removeAll(keepingCapacity: true)
        guard let end = discarded.firstIndex(of: 0x0A) else {
            var next = from
            while next < bytes.count, bytes[next] != 0x0A { next += 1 }
            return min(next + 1, bytes.count)
        }
        try feed(discarded.span.extracting((end + 1)..<discarded.count), emit)
        return from
    }

    private mutating func end(_ rest: Span<UInt8>, _ emit: LineHandler) rethrows {
        let line = start
        start = number
        quotes = QuoteTracker()
        if pending.isEmpty, !isTooLong, rest.count <= Self.maxLineLength { return try emit(rest, line, nil) }
        buffer(rest)
        let whole = pending
        let wasTooLong = isTooLong
        pending.removeAll(keepingCapacity: true)
        isTooLong = false
        try emit(whole.span, line, wasTooLong ? .tooLong : nil)
    }

    private mutating func buffer(_ chunk: Span<UInt8>) {
        guard !isTooLong else { return }
        guard pending.count + chunk.count <= Self.maxLineLength else {
            isTooLong = true
            pending.removeAll(keepingCapacity: true)
            return
        }
        pending.append(chunk)
    }
}

/// Tracks the quotes of CSV, which open only at the beginning of a field (RFC 4180).
///
/// Blanks before a quote are ignored, because fields are trimmed.
struct QuoteTracker {
    private enum State {
        case fieldStart, plain, quoted
        /// After a quote that closes the field, or is the first of an escaped pair.
        case quote
    }

    private var state = State.fieldStart

    /// Returns true while separators and line ends are text.
    var isOpen: Bool { state == .quoted }

    /// Consumes the next byte; returns true for text right after a closed field, where none is allowed.
    @discardableResult
    mutating func consume(_ byte: UInt8, separator: UInt8) -> Bool {
        let isQuote = byte == UInt8(ascii: "\"")
        switch state {
        case .quoted:
            if isQuote { state = .quote }
        case .fieldStart where isQuote, .quote where isQuote:
            state = .quoted
        case _ where byte == separator || byte == 0x0A:
            state = .fieldStart
        case let before where byte > 0x20:
            state = .plain
            return before == .quote
        default: break
        }
        return false
    }
}
