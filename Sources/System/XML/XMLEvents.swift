/// The events of a piece of a document, in order.
public struct XMLEvents: Sendable {
    /// The events.
    public private(set) var events: [XMLEvent] = []
    /// Their values and texts in UTF-8, entities resolved.
    public private(set) var bytes: [UInt8] = []

    init() {}

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func append(_ kind: XMLEvent.Kind, name: Int?, line: Int = 0) {
        events.append(XMLEvent(kind: kind, name: name, line: line, value: 0..<0))
    }

    mutating func append(attribute name: Int?, _ value: Span<UInt8>) {
        events.append(XMLEvent(kind: .attribute, name: name, line: 0, value: append(value)))
    }

    /// Appends text to the preceding text: expat splits one text into many pieces.
    mutating func append(text: Span<UInt8>) {
        let range = append(text)
        if let last = events.last, last.kind == .text {
            events[events.count - 1].value = last.value.lowerBound..<range.upperBound
        } else {
            events.append(XMLEvent(kind: .text, name: nil, line: 0, value: range))
        }
    }

    private mutating func append(_ value: Span<UInt8>) -> Range<Int> {
        let start = bytes.count
        // Safe: the buffer is valid during the call. Byte by byte, an import takes 1 % longer.
        unsafe value.withUnsafeBufferPointer { text in unsafe bytes.append(contentsOf: text) }
        return start..<bytes.count
    }
}

/// An event of a document.
public struct XMLEvent: Hashable, Sendable {
    /// The kind of an event.
    public enum Kind: Sendable {
        /// An element begins; its attributes follow.
        case start
        /// An attribute of the element that began last.
        case attribute
        /// Text of the innermost element, if wanted; it may continue in the next piece of the document.
        case text
        /// The innermost element ends.
        case end
    }

    /// The kind.
    public let kind: Kind
    /// The index of its name in the parser's vocabulary, without a prefix; nil for other names, and for text.
    public let name: Int?
    /// The line on which an element begins, from 1; 0 for other kinds.
    public let line: Int
    /// The range of its value or text in ``XMLEvents/bytes``.
    public internal(set) var value: Range<Int>
}
