/// A line of a table, cut into its fields.
struct TableRecord {
    /// The number of the line in the file, from 1.
    private(set) var line = 0
    private var bytes: [UInt8] = []
    private var fields: [Range<Int>] = []
    private var isQuoting = false

    /// How many fields there are.
    var count: Int { fields.count }

    /// Takes a line without its end; a carriage return before it belongs to the end.
    mutating func parse(_ text: Span<UInt8>, line: Int, dialect format: TableDialect) {
        self.line = line
        isQuoting = format.allowsQuotes
        bytes.removeAll(keepingCapacity: true)
        bytes.append(addingCapacity: text.count) { output in
            for index in text.indices { output.append(text[index]) }
        }
        if bytes.last == 0x0D { bytes.removeLast() }
        // Some programs put a byte order mark before the first line.
        if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        split(format)
    }

    /// A field without the blanks around it; nil where it is empty or not there.
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
        var (start, marks) = (0, QuoteTracker())
        for (index, byte) in bytes.enumerated() {
            if isQuoting { marks.consume(byte, separator: format.separator) }
            guard byte == format.separator, !marks.isOpen else { continue }
            fields.append(start..<index)
            start = index + 1
        }
        fields.append(start..<bytes.count)
    }

    /// The text between quotation marks, two of which stand for one.
    private static func unquoted(_ field: ArraySlice<UInt8>) -> String? {
        var (text, isOpen) = ([UInt8](), false)
        for (index, byte) in zip(field.indices, field) {
            guard byte == UInt8(ascii: "\"") else {
                text.append(byte)
                continue
            }
            if !isOpen, index != field.startIndex { text.append(byte) }
            isOpen.toggle()
        }
        let words = Array(text.split(whereSeparator: { $0 <= 0x20 }).joined(separator: [0x20]))
        return words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
    }
}

/// How a table stands in bytes.
struct TableDialect {
    /// What stands between two fields.
    let separator: UInt8
    /// Whether a field may stand in quotation marks, and then have separators and ends of lines in it (RFC 4180).
    let allowsQuotes: Bool

    static let tabs = TableDialect(separator: 0x09, allowsQuotes: false)
    static let csv = TableDialect(separator: UInt8(ascii: ","), allowsQuotes: true)
}
