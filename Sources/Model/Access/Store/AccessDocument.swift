import Basics
import JSON

/// The JSON document of an ``AccessStore``.
struct AccessDocument: Decodable {
    /// The version written, and the newest one read.
    static let currentVersion = 1

    struct TokenRecord: Decodable {
        var name: String
        var hash: String
        var scopes: [String]
        var created: String
    }

    struct SessionRecord: Decodable {
        /// Nil in files of version 0.1, whose sessions had no names.
        var name: String?
        var hash: String
        var created: String
        var expires: String
    }

    struct ShareRecord: Decodable {
        var hash: String
        var label: String?
        /// Nil in files of versions whose shares had only a label.
        var note: String?
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

    /// Writes the members, sorted by their names.
    func write(to writer: inout JSONWriter) {
        writer.objects("sessions", sessions, members: Self.write)
        writer.objects("shares", shares, members: Self.write)
        writer.objects("tokens", tokens, members: Self.write)
        writer.integer("version", version)
    }

    private static func write(to writer: inout JSONWriter, _ session: SessionRecord) {
        writer.string("created", session.created)
        writer.string("expires", session.expires)
        writer.string("hash", session.hash)
        writer.string("name", session.name)
    }

    private static func write(to writer: inout JSONWriter, _ share: ShareRecord) {
        writer.string("created", share.created)
        writer.exactNumber("delay", share.delay)
        writer.string("expires", share.expires)
        writer.string("hash", share.hash)
        writer.string("label", share.label)
        writer.string("note", share.note)
        writer.exactNumber("precision", share.precision)
        writer.string("since", share.since)
    }

    private static func write(to writer: inout JSONWriter, _ token: TokenRecord) {
        writer.string("created", token.created)
        writer.string("hash", token.hash)
        writer.string("name", token.name)
        writer.strings("scopes", token.scopes)
    }
}

/// The only member that every version has.
struct AccessDocumentVersion: Decodable {
    var version: Int
}

extension AccessStore {
    /// Thrown for a file that holds no valid access store.
    public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, on one line.
        public let description: String
    }

    /// Returns the store as one line of JSON, with the line end.
    public func encoded() -> [UInt8] {
        let document = AccessDocument(
            version: AccessDocument.currentVersion, tokens: tokens.compactMap(AccessDocument.TokenRecord.init),
            sessions: sessions.map(AccessDocument.SessionRecord.init),
            shares: shares.map(AccessDocument.ShareRecord.init))
        return JSONWriter.line { document.write(to: &$0) }
    }

    /// Decodes what ``encoded()`` returns.
    ///
    /// - Throws: ``FormatError`` for anything invalid; a store is never decoded in part.
    public init(decoding bytes: [UInt8]) throws(FormatError) {
        let version = try Self.decode(AccessDocumentVersion.self, from: bytes).version
        guard version == AccessDocument.currentVersion else {
            let hint = "this whereismyd supports version \(AccessDocument.currentVersion); fix: use the newer one"
            throw FormatError(description: "unsupported version \(version), \(hint)")
        }
        let document = try Self.decode(AccessDocument.self, from: bytes)
        for members in document.tokens { tokens.append(try members.token()) }
        for members in document.sessions {
            sessions.append(try members.session(besides: Set(sessions.map(\.name))))
        }
        for members in document.shares { shares.append(try members.share()) }
        try checkCounts()
    }

    private static func decode<Document: Decodable>(
        _ type: Document.Type, from bytes: [UInt8]
    ) throws(FormatError) -> Document {
        do {
            return try SafeJSON.decode(type, from: bytes)
        } catch let DecodingError.keyNotFound(key, _) {
            throw FormatError(description: "missing \(key.stringValue)")
        } catch {
            throw FormatError(description: "not the JSON that whereismyd writes")
        }
    }

    private func checkCounts() throws(FormatError) {
        let counts = [
            ("tokens", tokens.count, Self.limits.tokens), ("sessions", sessions.count, Self.limits.sessions),
            ("shares", shares.count, Self.limits.shares),
        ]
        if let (name, count, limit) = counts.first(where: { $0.1 > $0.2 }) {
            throw FormatError(description: "\(count) \(name) exceed the limit of \(limit)")
        }
        guard Set(tokens.map(\.name)).count == tokens.count else {
            throw FormatError(description: "two tokens have the same name")
        }
    }
}

extension AccessDocument.TokenRecord {
    /// Returns nil for a token of a credential, which is not persisted.
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
        // A token with an ignored scope would permit something else than it states.
        guard !scopes.isEmpty, known.count == scopes.count else {
            throw .member("scopes", scopes.joined(separator: ","))
        }
        let time: Timestamp = try .read("created", created)
        return Token(name: name, hash: try .read(hash), scopes: Set(known), origin: .created(time))
    }
}

extension AccessDocument.SessionRecord {
    init(_ session: Session) {
        name = session.name
        hash = session.hash.hexadecimal
        created = session.created.iso8601
        expires = session.expires.iso8601
    }

    /// Returns the session; one without a name, or with one that another session has, gets one.
    func session(besides names: Set<String>) throws(AccessStore.FormatError) -> Session {
        let name = name ?? SessionName.unknown
        guard SessionName.isValid(name) else { throw .member("name", name) }
        return Session(
            name: SessionName.unique(name, among: names), hash: try .read(hash), created: try .read("created", created),
            expires: try .read("expires", expires))
    }
}

extension AccessDocument.ShareRecord {
    init(_ share: Share) {
        hash = share.hash.hexadecimal
        label = share.label
        note = share.note
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
            hash: try .read(hash), label: label, note: note, created: try .read("created", created),
            expires: try .read("expires", expires), since: since, precision: precision,
            delay: .milliseconds(Int64((delay * 1000).rounded())))
        if let error = share.validationError { throw AccessStore.FormatError(description: "invalid share: \(error)") }
        return share
    }
}

extension AccessStore.FormatError {
    fileprivate static func member(_ name: String, _ value: String) -> Self {
        Self(description: "invalid \(name) \(value.quoted)")
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
