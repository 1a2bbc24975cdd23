/// JSON objects with the faults that programs without a JSON library make.
///
/// Mended are commas before a closing bracket, and words and numbers that JSON lacks: `nan`, `inf` and `None` become
/// null, `True` becomes true, `+1.50` and `.5` become numbers. Objects may follow one another without a separator, and text
/// may precede them. Nothing is guessed inside strings.
public struct LenientJSON: Hashable, Sendable {
    /// The complete objects of the text in their order, in strict JSON without blanks.
    public private(set) var objects: [[UInt8]] = []
    /// True if an object does not end, ends with the wrong bracket, is nested too deeply, or lacks a separator or value.
    public private(set) var isDamaged = false

    private var object: [UInt8] = []
    /// The closing brackets that are due, outermost first.
    private var closing: [UInt8] = []
    private var index = 0

    /// Reads a text of one or more objects; the time is linear in its length.
    public init(_ text: [UInt8]) {
        while index < text.count, !isDamaged {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "{"): open(byte, until: UInt8(ascii: "}"))
            case _ where closing.isEmpty: index += 1
            case UInt8(ascii: "["): open(byte, until: UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
            case UInt8(ascii: "\""): copyString(text)
            case UInt8(ascii: ","): copySeparator(byte)
            case UInt8(ascii: ":"): copy(byte)
            case 0...0x20: index += 1
            default: copyWord(text)
            }
        }
        if !closing.isEmpty { isDamaged = true }
    }

    private mutating func copy(_ byte: UInt8) {
        object.append(byte)
        index += 1
    }

    /// True where a value may begin: two of them would become one without the blanks between them.
    private var awaitsValue: Bool {
        switch object.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":"): true
        default: false
        }
    }

    private mutating func copySeparator(_ byte: UInt8) {
        guard !awaitsValue else { return isDamaged = true }
        copy(byte)
    }

    private mutating func open(_ byte: UInt8, until end: UInt8) {
        guard awaitsValue, closing.count < SafeJSON.maxNesting else { return isDamaged = true }
        closing.append(end)
        copy(byte)
    }

    private mutating func close(_ byte: UInt8) {
        guard closing.popLast() == byte else { return isDamaged = true }
        if object.last == UInt8(ascii: ",") { object.removeLast() }
        copy(byte)
        guard closing.isEmpty else { return }
        objects.append(object)
        object = []
    }

    private mutating func copyString(_ text: [UInt8]) {
        guard awaitsValue else { return isDamaged = true }
        let start = index
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < text.count else { return isDamaged = true }
        index += 1
        object += text[start..<index]
    }

    /// Copies a number or a word up to the next bracket, separator or blank.
    private mutating func copyWord(_ text: [UInt8]) {
        guard awaitsValue else { return isDamaged = true }
        let start = index
        while index < text.count, !Self.endsWord(text[index]) { index += 1 }
        let word = text[start..<index]
        guard !JSONNumber.isNumber(word) else { return object += word }
        object += Self.replacement(String(decoding: word, as: UTF8.self)).utf8
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || ",:[]{}\"".utf8.contains(byte)
    }

    private static func replacement(_ word: String) -> String {
        let word = word.lowercased()
        if word == "true" || word == "false" { return word }
        guard word.utf8.allSatisfy({ JSONNumber.mayContain($0) }), let number = Double(word), number.isFinite else {
            return "null"
        }
        return "\(number)"
    }
}
