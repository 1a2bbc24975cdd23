/// Events and the texts they speak of.
struct EventBatch {
    enum Kind {
        case start, attribute, text, end
    }

    struct Event {
        let kind: Kind
        /// The meaning of the name in the vocabulary.
        let name: UInt16
        let line: Int
        /// Where the value or text stands in ``EventBatch/bytes``.
        var value: Range<Int>
    }

    private(set) var events: [Event] = []
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func append(_ kind: Kind, name: UInt16, line: Int = 0) {
        events.append(Event(kind: kind, name: name, line: line, value: 0..<0))
    }

    mutating func append(_ kind: Kind, name: UInt16, value: Span<UInt8>) {
        events.append(Event(kind: kind, name: name, line: 0, value: append(value)))
    }

    /// Text joins the text before it: expat gives one text in many pieces.
    mutating func append(text: Span<UInt8>) {
        let range = append(text)
        if let last = events.last, last.kind == .text {
            events[events.count - 1].value = last.value.lowerBound..<range.upperBound
        } else {
            events.append(Event(kind: .text, name: NameTable.unknown, line: 0, value: range))
        }
    }

    private mutating func append(_ value: Span<UInt8>) -> Range<Int> {
        let start = bytes.count
        bytes.append(addingCapacity: value.count) { output in
            for index in value.indices { output.append(value[index]) }
        }
        return start..<bytes.count
    }
}
