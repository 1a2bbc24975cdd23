/// The events that expat reports for one piece of a document, buffered for the handler.
///
/// expat calls C functions, which can be neither generic nor throw. They only record events; all decisions are made
/// outside of expat.
struct EventRecorder {
    private var events = XMLEvents()
    /// Why the document is rejected, apart from expat's errors.
    private(set) var rejection: XMLError.Reason?

    private var names: NameTable
    /// The meanings of the open elements' names, the innermost last.
    private var open: [NameTable.Meaning] = []
    private var textLength = 0

    init(_ vocabulary: [XMLName]) {
        names = NameTable(vocabulary)
    }

    /// True if the text of the innermost element is wanted.
    var wantsText: Bool { open.last?.hasText ?? false }

    /// Exchanges the recorded events for an empty batch whose memory is reused.
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
        events.append(.start, name: meaning.index, line: line)
    }

    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        guard let meaning = names.meaning(of: name) else { return reject(.tooManyNames) }
        events.append(attribute: meaning.index, value)
    }

    mutating func text(_ text: Span<UInt8>) {
        textLength += text.count
        guard textLength <= XMLLimits.maxTextBytes || open.last?.isLimited == false else { return reject(.textTooLong) }
        events.append(text: text)
    }

    mutating func end() {
        textLength = 0
        events.append(.end, name: open.popLast()?.index)
    }
}
