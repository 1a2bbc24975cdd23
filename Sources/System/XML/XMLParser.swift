/// An incremental XML parser without namespaces that rejects hostile documents: see ``XMLError`` and ``XMLLimits``.
///
/// It supports UTF-8, UTF-16, ISO 8859-1 and ASCII, as declared by the document; events are in UTF-8.
public struct XMLParser: ~Copyable {
    /// The maximum piece for expat, so that one long piece cannot hold more than ``XMLLimits`` allow.
    private static let maxPieceBytes = 65_536

    private var expat: Expat?
    private var events = XMLEvents()
    private var failure: XMLError?

    /// Creates a parser for one document.
    ///
    /// - Parameter vocabulary: The names of interest; events refer to them by index.
    public init(vocabulary: [XMLName]) {
        expat = Expat(vocabulary)
        failure = expat == nil ? XMLError(.outOfMemory, line: 1, column: 1) : nil
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
        _ piece: Span<UInt8>, isLast: Bool, _ tell: (XMLEvents) -> Void
    ) throws(XMLError) {
        if let failure { throw failure }
        do throws(XMLError) {
            try expat?.parse(piece, isLast: isLast)
        } catch {
            failure = error
        }
        expat?.exchange(&events)
        tell(events)
        if let failure { throw failure }
    }
}
