import Basics

/// A line of a table, split into fields.
struct TableRecord {
    /// The line number in the file, from 1.
    private(set) var line = 0
    private var bytes: [UInt8] = []
    private var fields: [Range<Int>] = []
    private var isQuoting = false

    var count: Int { fields.count }

    /// Parses a line without its line end; a trailing carriage return is part of the line end.
    mutating func parse(_ text: Span<UInt8>, line: Int, dialect format: TableDialect) {
        self.line = line
        isQuoting = format.allowsQuotes
        bytes.removeAll(keepingCapacity: true)
        bytes.append(text)
        if bytes.last == 0x0D { bytes.removeLast() }
        // Some programs write a byte order mark.
        if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        split(format)
    }

    /// Returns a trimmed field; nil if it is empty or missing.
    func text(_ index: Int?) -> String? {
        guard let index, fields.indices.contains(index) else { return nil }
        var field = bytes[fields[index]]
        while let last = field.last, last <= 0x20 { field.removeLast() }
        while let first = field.first, first <= 0x20 { field.removeFirst() }
        if isQuoting, field.first == UInt8(ascii: "\"") { return Self.unquoted(field) }
        return field.isEmpty ? nil : String(decoding: field, as: UTF8.self)
    }

    private mutating func split(_ format: TableDialect) {
        fields.removeAll(keepingCapacity: true)
        var start = 0
        var quotes = QuoteTracker()
        for (index, byte) in bytes.enumerated() {
            if isQuoting { quotes.consume(byte, separator: format.separator) }
            guard byte == format.separator, !quotes.isOpen else { continue }
            fields.append(start..<index)
            start = index + 1
        }
        fields.append(start..<bytes.count)
    }

    /// Unquotes a field; a doubled quote is a literal one.
    private static func unquoted(_ field: ArraySlice<UInt8>) -> String? {
        var text: [UInt8] = []
        var isOpen = false
        for (index, byte) in zip(field.indices, field) {
            guard byte == UInt8(ascii: "\"") else {
                text.append(byte)
                continue
            }
            if !isOpen, index != field.startIndex { text.append(byte) }
            isOpen.toggle()
        }
        let trimmed = Array(text.split(whereSeparator: { $0 <= 0x20 }).joined(separator: [0x20]))
        return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
    }
}

/// The dialect of a delimited text file.
struct TableDialect {
    let separator: UInt8
    /// Support for quoted fields, which may contain separators and line ends (RFC 4180).
    let allowsQuotes: Bool

    static let tabs = TableDialect(separator: 0x09, allowsQuotes: false)
    static let csv = TableDialect(separator: UInt8(ascii: ","), allowsQuotes: true)
}
