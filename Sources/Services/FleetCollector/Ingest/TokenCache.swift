import FleetProtocol

/// The devices of tokens that were looked up lately, so that the database is not asked with each upload.
struct TokenCache {
    /// How long a token is known: a revoked one ends within this time.
    static let knownFor = Duration.seconds(30)
    /// How long an unknown token is refused without a question.
    static let unknownFor = Duration.seconds(10)
    /// The maximum number of tokens.
    static let maxCount = 20_000

    private struct Entry {
        let device: DeviceName?
        let end: Duration
    }

    private var entries: [String: Entry] = [:]

    /// Returns the device of a token, looked up if it is not cached; nil for an unknown token.
    mutating func device<Failure: Error>(
        of token: String, at now: Duration, lookUp: (String) throws(Failure) -> DeviceName?
    ) throws(Failure) -> DeviceName? {
        if let entry = entries[token], now < entry.end { return entry.device }
        let device = try lookUp(token)
        if entries.count >= Self.maxCount { entries = entries.filter { now < $0.value.end } }
        if entries.count >= Self.maxCount { entries = [:] }
        entries[token] = Entry(device: device, end: now + (device == nil ? Self.unknownFor : Self.knownFor))
        return device
    }
}
