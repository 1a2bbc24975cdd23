import Basics
import FoundationEssentials
import JSON
import Location

/// The access book as its file has it.
struct AccessDocument: Codable {
    /// What this program writes, and the newest it reads.
    static let currentVersion = 1

    struct TokenRecord: Codable {
        var name: String
        var hash: String
        var scopes: [String]
        var created: String
    }

    struct SessionRecord: Codable {
        var hash: String
        var created: String
        var expires: String
    }

    struct ShareRecord: Codable {
        var hash: String
        var label: String?
        var created: String
        var expires: String
        var since: String?
        /// Metres.
        var precision: Double?
        /// Seconds.
        var delay: Double
    }

    var version: Int
    var tokens: [TokenRecord]
    var sessions: [SessionRecord]
    var shares: [ShareRecord]
}

/// The one member that every version has.
struct AccessDocumentVersion: Decodable {
    var version: Int
}

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

extension AccessDocument.TokenRecord {
    /// Nil for a token that was not made here, which is not stored.
    init?(_ token: Token) {
        guard let created = token.created else { return nil }
        name = token.name
        hash = token.hash.hexadecimal
        scopes = token.scopes.map(\.rawValue).sorted()
        self.created = created.iso8601
    }

    func token() throws(AccessStore.FormatError) -> Token {
        guard Token.isName(name) else { throw .member("name", name) }
        let known = scopes.compactMap(Scope.init)
        // A scope that is passed over would be a token that opens something else than it says.
        guard !scopes.isEmpty, known.count == scopes.count else {
            throw .member("scopes", scopes.joined(separator: ","))
        }
        let time: Timestamp = try .read("created", created)
        return Token(name: name, hash: try .read(hash), scopes: Set(known), origin: .created(time))
    }
}

extension AccessDocument.SessionRecord {
    init(_ session: Session) {
        hash = session.hash.hexadecimal
        created = session.created.iso8601
        expires = session.expires.iso8601
    }

    func session() throws(AccessStore.FormatError) -> Session {
        Session(
            hash: try .read(hash), created: try .read("created", created), expires: try .read("expires", expires))
    }
}

extension AccessDocument.ShareRecord {
    init(_ share: Share) {
        hash = share.hash.hexadecimal
        label = share.label
        created = share.created.iso8601
        expires = share.expires.iso8601
        since = share.since?.iso8601
        precision = share.precision
        delay = share.delay.inSeconds
    }

    func share() throws(AccessStore.FormatError) -> Share {
        guard delay >= 0, delay <= Share.delays.upperBound.inSeconds else { throw .member("delay", "\(delay)") }
        var since: Timestamp?
        if let text = self.since { since = try .read("since", text) }
        let share = Share(
            hash: try .read(hash), label: label, created: try .read("created", created),
            expires: try .read("expires", expires), since: since, precision: precision,
            delay: .milliseconds(Int64((delay * 1000).rounded())))
        if let fault = share.validationError { throw AccessStore.FormatError(description: "a share in it: \(fault)") }
        return share
    }
}

extension AccessStore.FormatError {
    fileprivate static func member(_ name: String, _ value: String) -> Self {
        Self(description: "its \(name) \(value.quoted) makes no sense")
    }
}

extension SecretHash {
    fileprivate static func read(_ text: String) throws(AccessStore.FormatError) -> SecretHash {
        guard let hash = SecretHash(hexadecimal: text) else { throw .member("hash", text) }
        return hash
    }
}

extension Timestamp {
    fileprivate static func read(_ name: String, _ text: String) throws(AccessStore.FormatError) -> Timestamp {
        guard let time = Timestamp(iso8601: text) else { throw .member(name, text) }
        return time
    }
}
