/// What expat has said about one piece of a document, kept until its handler is told.
///
/// expat calls back through C functions, which can be neither generic nor throw. They only note what they are told;
/// everything that decides about it is called outside of expat.
struct EventRecorder {
    private var events = XMLEvents()
    /// Why the document is refused, beside what expat finds.
    private(set) var rejection: XMLError.Reason?

    private var names: NameTable
    /// What the names of the open elements mean, the innermost last.
    private var open: [NameTable.Meaning] = []
    private var textLength = 0

    init(_ vocabulary: [XMLName]) {
        names = NameTable(vocabulary)
    }

    /// Whether the text of the innermost element matters.
    var wantsText: Bool { open.last?.hasText ?? false }

    /// Exchanges what has been noted for others with nothing in it, whose memory is used again.
    mutating func exchange(_ other: inout XMLEvents) {
        other.removeAll()
        swap(&events, &other)
    }

    mutating func reject(_ reason: XMLError.Reason) {
        rejection = rejection ?? reason
    }

    mutating func start(_ name: Span<UInt8>, line: Int) {
        textLength = 0
        guard open.count < XMLLimits.maxNesting else { return reject(.nestedTooDeep) }
        guard let meaning = names.meaning(of: name) else { return reject(.tooManyNames) }
        open.append(meaning)
        events.append(.start, name: meaning.place, line: line)
    }

    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        guard let meaning = names.meaning(of: name) else { return reject(.tooManyNames) }
        events.append(attribute: meaning.place, value)
    }

    mutating func text(_ text: Span<UInt8>) {
        textLength += text.count
        guard textLength <= XMLLimits.maxTextBytes else { return reject(.textTooLong) }
        events.append(text: text)
    }

    mutating func end() {
        textLength = 0
        events.append(.end, name: open.popLast()?.place)
    }
}
