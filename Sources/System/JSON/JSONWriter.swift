public import Basics

/// Writes JSON objects into bytes, with keys in call order.
///
/// Handwritten, because Foundation's JSONEncoder orders keys only alphabetically, prints the shortest digits of a Double instead of
/// a fixed precision, and takes several times as long.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates an empty writer.
    public init() {
        bytes.reserveCapacity(1024)
    }

    /// Returns an object as the bytes of a text.
    public static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(nil, members)
        return writer.bytes
    }

    /// Returns an object as the bytes of a line.
    public static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        object(members) + [UInt8(ascii: "\n")]
    }

    /// Appends the output of a closure to bytes, which are lent to the writer without a copy.
    public static func append(to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(borrowing: &bytes)
        write(&writer)
        swap(&writer.bytes, &bytes)
    }

    private init(borrowing bytes: inout [UInt8]) {
        swap(&self.bytes, &bytes)
    }

    /// Writes an object, as a value or as the member of that name.
    public mutating func object(_ name: String? = nil, _ members: (inout JSONWriter) -> Void) {
        if let name { key(name) }
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes a string; nothing for nil.
    public mutating func string(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        append(value)
    }

    /// Writes a string as a value.
    public mutating func append(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        if value.utf8.allSatisfy(Self.isPlain) {
            bytes.append(contentsOf: value.utf8)
        } else {
            for byte in value.utf8 { append(escaped: byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes true or false.
    public mutating func boolean(_ name: String, _ value: Bool) {
        key(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes null, for readers that take an absent member for an unchanged one.
    public mutating func null(_ name: String) {
        key(name)
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a string from a known set that needs no escapes; nothing for nil.
    public mutating func word(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        let text = value.utf8.span
        bytes.append(addingCapacity: text.count + 2) { output in
            output.append(UInt8(ascii: "\""))
            for index in text.indices { output.append(text[index]) }
            output.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a value that is JSON already; nothing for nil.
    public mutating func value(_ name: String, json: String?) {
        guard let json else { return }
        key(name)
        bytes.append(contentsOf: json.utf8)
    }

    /// Writes an integer; nothing for nil.
    public mutating func integer(_ name: String, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        if let number = Int(exactly: value) { return integer(name, number) }
        key(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes an integer of the usual type, of which a track has many, without the cost of a generic one; nothing for
    /// nil.
    public mutating func integer(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        DecimalText.append(Int64(value), to: &bytes)
    }

    /// Writes a number rounded to that many decimals, without trailing zeros; nothing for nil and for a number that is
    /// not finite.
    public mutating func number(_ name: String, _ value: Double?, decimals: Int) {
        guard let value, value.isFinite else { return }
        key(name)
        append(value, decimals: decimals)
    }

    /// Writes a number with the fewest digits that represent it exactly; nothing for nil and for a number that is not
    /// finite.
    public mutating func exactNumber(_ name: String, _ value: Double?) {
        guard let value, value.isFinite else { return }
        guard let whole = Int64(exactly: value) else {
            key(name)
            return bytes.append(contentsOf: value.description.utf8)
        }
        integer(name, whole)
    }

    /// Writes a time in ISO 8601, UTC; nothing for nil.
    public mutating func time(_ name: String, _ value: Timestamp?) {
        guard let value else { return }
        key(name)
        bytes.append(UInt8(ascii: "\""))
        value.appendISO8601(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a list; the closure writes each item.
    mutating func list<Item>(_ name: String, _ items: [Item], write: (inout JSONWriter, Item) -> Void) {
        key(name)
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            needsComma = false
            write(&self, item)
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a list of objects; the closure writes the members of each.
    public mutating func objects<Item>(
        _ name: String, _ items: [Item], members: (inout JSONWriter, Item) -> Void
    ) {
        list(name, items) { writer, item in writer.object { members(&$0, item) } }
    }

    /// Writes a list of strings.
    public mutating func strings(_ name: String, _ texts: [String]) {
        list(name, texts) { $0.append($1) }
    }

    /// Writes a list of finite numbers, rounded to that many decimals.
    public mutating func numbers(_ name: String, _ values: [Double], decimals: Int) {
        list(name, values.filter(\.isFinite)) { $0.append($1, decimals: decimals) }
    }

    /// Writes a list of numbers, rounded to that many decimals; null for nil and for a number that is not finite.
    public mutating func numbersOrNull(_ name: String, _ values: [Double?], decimals: Int) {
        list(name, values) { json, value in
            guard let value, value.isFinite else { return json.bytes.append(contentsOf: "null".utf8) }
            json.append(value, decimals: decimals)
        }
    }

    private mutating func key(_ name: String) {
        let text = name.utf8.span
        bytes.append(addingCapacity: text.count + 4) { output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            for index in text.indices { output.append(text[index]) }
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
        }
        needsComma = true
    }
}

extension JSONWriter {
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Escapes the quotation mark, the backslash and the control characters (RFC 8259, section 7).
    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x0A: bytes += Array("\\n".utf8)
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes += Array(("\\u00" + (byte < 0x10 ? "0" : "") + digits).utf8)
        default: bytes.append(byte)
        }
    }

    /// Writes a finite number as a value, rounded to that many decimals.
    public mutating func append(_ value: Double, decimals: Int) {
        guard !DecimalText.append(value, decimals: decimals, to: &bytes) else { return }
        bytes.append(contentsOf: value.description.utf8)
    }
}

/// JSON strings.
public enum JSONText {
    /// Appends text in quotation marks, with JSON escapes.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { $0.append(text) }
    }
}
