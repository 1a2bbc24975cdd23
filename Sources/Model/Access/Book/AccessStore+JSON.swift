import FoundationEssentials
import Location
import JSON

extension AccessStore {
    /// A file of an access book that is not used.
    public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
        /// One line: what is wrong with it.
        public let description: String
    }

    /// The book as JSON on one line, with a line end.
    public func encoded() -> [UInt8] {
        let document = AccessDocument(
            version: AccessDocument.currentVersion, tokens: tokens.compactMap(AccessDocument.TokenRecord.init),
            sessions: sessions.map(AccessDocument.SessionRecord.init),
            shares: shares.map(AccessDocument.ShareRecord.init))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in it fails to encode: every number was found to be finite.
        guard let data = try? encoder.encode(document) else { return [] }
        return [UInt8](data) + [UInt8(ascii: "\n")]
    }

    /// Reads what ``encoded()`` wrote.
    ///
    /// - Throws: ``FormatError``, where anything in it makes no sense: a book is never read in part.
    public init(decoding bytes: [UInt8]) throws(FormatError) {
        let version = try Self.decode(AccessDocumentVersion.self, from: bytes).version
        guard version == AccessDocument.currentVersion else {
            let hint = "this whereismyd reads version \(AccessDocument.currentVersion): use the newer one again"
            throw FormatError(description: "it has version \(version), \(hint)")
        }
        let document = try Self.decode(AccessDocument.self, from: bytes)
        for members in document.tokens { tokens.append(try members.token()) }
        for members in document.sessions { sessions.append(try members.session()) }
        for members in document.shares { shares.append(try members.share()) }
        try checkCounts()
    }

    private static func decode<Document: Decodable>(
        _ type: Document.Type, from bytes: [UInt8]
    ) throws(FormatError) -> Document {
        do {
            return try SafeJSON.decode(type, from: bytes)
        } catch let DecodingError.keyNotFound(key, _) {
            throw FormatError(description: "it lacks \(key.stringValue)")
        } catch {
            throw FormatError(description: "it is not the JSON that whereismyd writes")
        }
    }

    private func checkCounts() throws(FormatError) {
        let counts = [
            ("tokens", tokens.count, Self.limits.tokens), ("sessions", sessions.count, Self.limits.sessions),
            ("shares", shares.count, Self.limits.shares),
        ]
        if let (name, count, limit) = counts.first(where: { $0.1 > $0.2 }) {
            throw FormatError(description: "it has \(count) \(name), the most are \(limit)")
        }
        guard Set(tokens.map(\.name)).count == tokens.count else {
            throw FormatError(description: "two of its tokens have the same name")
        }
    }
}
