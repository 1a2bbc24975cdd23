/// Reads an XML document piece by piece, without namespaces, and refuses what is hostile: see ``XMLError`` and
/// ``XMLLimits``.
///
/// UTF-8, UTF-16, ISO 8859-1 and ASCII are understood, as the document declares them; a handler gets UTF-8.
public struct XMLParser<Name: CaseIterable & RawRepresentable<String> & Sendable>: ~Copyable {
    /// The most that expat gets at once, so that one long piece cannot hold more than ``XMLLimits`` allow.
    private static var longestPiece: Int { 65_536 }

    private let names: [Name]
    private var expat: Expat?
    private var batch = EventBatch()
    private var failure: XMLError?

    /// Makes a parser for one document; the cases of `Name` are the local names that matter.
    public init() {
        names = Array(Name.allCases)
        expat = Expat(vocabulary: names.map(\.rawValue))
        failure = expat == nil ? XMLError(.outOfMemory, line: 1, column: 1) : nil
    }

    /// Reads a piece of the document, and tells the handler all that came before a fault.
    ///
    /// - Throws: ``XMLError``, and the same again for every further piece.
    public mutating func feed<Handler: XMLHandler<Name>>(
        _ bytes: Span<UInt8>, into handler: inout Handler
    ) throws(XMLError) {
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.longestPiece, bytes.count)
            try parse(bytes.extracting(start..<end), isLast: false, into: &handler)
            start = end
        }
    }

    /// Ends the document.
    ///
    /// - Throws: ``XMLError`` where it is not complete, or had a fault before.
    public mutating func finish<Handler: XMLHandler<Name>>(into handler: inout Handler) throws(XMLError) {
        try parse([UInt8]().span, isLast: true, into: &handler)
    }

    private mutating func parse<Handler: XMLHandler<Name>>(
        _ piece: Span<UInt8>, isLast: Bool, into handler: inout Handler
    ) throws(XMLError) {
        if let failure { throw failure }
        do throws(XMLError) {
            try expat?.parse(piece, isLast: isLast)
        } catch {
            failure = error
        }
        tell(&handler)
        if let failure { throw failure }
    }

    private mutating func tell<Handler: XMLHandler<Name>>(_ handler: inout Handler) {
        expat?.exchange(&batch)
        let bytes = batch.bytes.span
        for event in batch.events {
            let name = names.indices.contains(Int(event.name)) ? names[Int(event.name)] : nil
            switch event.kind {
            case .start: handler.start(name, line: event.line)
            case .attribute: handler.attribute(name, bytes.extracting(event.value))
            case .text: handler.text(bytes.extracting(event.value))
            case .end: handler.end(name)
            }
        }
    }
}
