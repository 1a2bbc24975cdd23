/// What expat has said about one piece of a document, kept until its handler is told.
///
/// expat calls back through C functions, which can be neither generic nor throw. They only note what they are told;
/// everything that decides about it is called outside of expat.
struct EventRecorder {
    private(set) var batch = EventBatch()
    /// Why the document is refused, beside what expat finds.
    private(set) var refusal: XMLError.Reason?

    private var names: NameTable
    private var depth = 0
    private var textLength = 0

    init(vocabulary: [String]) {
        names = NameTable(vocabulary)
    }

    /// Exchanges what has been noted for a batch with nothing in it, whose memory is used again.
    mutating func exchange(_ other: inout EventBatch) {
        other.removeAll()
        swap(&batch, &other)
    }

    mutating func refuse(_ reason: XMLError.Reason) {
        refusal = refusal ?? reason
    }

    mutating func start(_ name: Span<UInt8>, line: Int) {
        depth += 1
        textLength = 0
        guard depth <= XMLLimits.deepestNesting else { return refuse(.nestedTooDeep) }
        guard let meaning = names.meaning(of: name) else { return refuse(.tooManyNames) }
        batch.append(.start, name: meaning, line: line)
    }

    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        guard let meaning = names.meaning(of: name) else { return refuse(.tooManyNames) }
        batch.append(.attribute, name: meaning, value: value)
    }

    mutating func text(_ text: Span<UInt8>) {
        textLength += text.count
        guard textLength <= XMLLimits.longestText else { return refuse(.textTooLong) }
        batch.append(text: text)
    }

    mutating func end(_ name: Span<UInt8>) {
        depth -= 1
        textLength = 0
        guard let meaning = names.meaning(of: name) else { return refuse(.tooManyNames) }
        batch.append(.end, name: meaning)
    }
}
