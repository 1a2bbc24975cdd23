import Basics
import Location

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
