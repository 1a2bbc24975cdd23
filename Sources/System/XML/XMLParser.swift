/// An incremental XML parser without namespaces that rejects hostile documents: see ``XMLError`` and ``XMLLimits``.
///
/// It supports UTF-8, UTF-16, ISO 8859-1 and ASCII, as declared by the document; events are in UTF-8.
public struct XMLParser: ~Copyable {
    /// The maximum piece for expat, so that one long piece cannot hold more than ``XMLLimits`` allow.
    private static let maxPieceBytes = 65_536

    private var expat: Expat?
    private var events = XMLEvents()
    private var failure: XMLError?

    /// Creates a parser for one document; events refer to the names of the vocabulary by index.
    public init(vocabulary: [XMLName]) {
        expat = Expat(vocabulary)
        failure = expat == nil ? XMLError(reason: .outOfMemory, line: 1, column: 1) : nil
    }

    /// Parses a piece of the document, and passes all events before an error to the handler.
    ///
    /// - Throws: ``XMLError``, and the same again for every further piece.
    public mutating func feed(_ bytes: Span<UInt8>, handler: (XMLEvents) -> Void) throws(XMLError) {
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.maxPieceBytes, bytes.count)
            try parse(bytes.extracting(start..<end), isLast: false, handler)
            start = end
        }
    }

    /// Ends the document.
    ///
    /// - Throws: ``XMLError`` if it is incomplete, or had an error before.
    public mutating func finish(handler: (XMLEvents) -> Void) throws(XMLError) {
        try parse([UInt8]().span, isLast: true, handler)
    }

    private mutating func parse(
        _ piece: Span<UInt8>, isLast: Bool, _ handler: (XMLEvents) -> Void
    ) throws(XMLError) {
        if let failure { throw failure }
        do throws(XMLError) {
            try expat?.parse(piece, isLast: isLast)
        } catch {
            failure = error
        }
        expat?.exchange(&events)
        handler(events)
        if let failure { throw failure }
    }
}

/// An element or attribute name of interest.
public struct XMLName: Hashable, Sendable {
    /// The name without a prefix.
    public let name: String
    /// True if the text of such elements is wanted; other text of any length is skipped.
    public let hasText: Bool
    /// False if that text may be of any length, because the caller keeps only a part of it.
    public let isLimited: Bool

    /// Creates a name.
    public init(_ name: String, hasText: Bool, isLimited: Bool = true) {
        self.name = name
        self.hasText = hasText
        self.isLimited = isLimited
    }
}

/// The limits above any legitimate file, which bound the memory that a hostile one can use.
public enum XMLLimits {
    /// The maximum depth of elements; GPX with extensions has about eight.
    public static let maxNesting = 64
    /// The maximum length in bytes of a tag with its attributes, a comment or an instruction, which expat buffers.
    ///
    /// For data that arrives in one piece, the error may come up to as many bytes later.
    public static let maxMarkupBytes = 65_536
    /// The maximum length of text between two tags in bytes, unless ``XMLName/isLimited`` is false.
    public static let maxTextBytes = 1_048_576
    /// The maximum number of distinct names of elements and attributes, which expat retains until the end.
    public static let maxNames = 1024
    /// The maximum length of a name in bytes.
    public static let maxNameBytes = 256
}
