import FleetProtocol

/// Values of tokens that expire; their number is bounded.
struct TokenTable<Value> {
    /// The maximum number of tokens.
    static var maxCount: Int { 20_000 }

    private var entries: [String: (value: Value, end: Duration)] = [:]

    /// Returns the value of a token; nil for an unknown or expired one.
    func value(of token: String, at now: Duration) -> Value? {
        entries[token].flatMap { now < $0.end ? $0.value : nil }
    }

    /// Sets the value of a token for a time.
    mutating func set(_ value: Value, of token: String, for time: Duration, at now: Duration) {
        if entries.count >= Self.maxCount, entries[token] == nil {
            entries = entries.filter { now < $0.value.end }
            if entries.count >= Self.maxCount { entries = [:] }
        }
        entries[token] = (value, now + time)
    }

    /// Removes a token.
    mutating func remove(_ token: String) { entries[token] = nil }
}

/// The devices of tokens that were looked up recently, so that not each upload needs a query.
struct TokenCache {
    /// The time for which a token is known: a revoked one ends within it.
    static let knownFor = Duration.seconds(30)
    /// The time for which an unknown token is rejected without a query.
    static let unknownFor = Duration.seconds(10)

    private var devices = TokenTable<DeviceName?>()

    /// Returns the device of a token, looked up if it is not cached; nil for an unknown token.
    mutating func device<Failure: Error>(
        of token: String, at now: Duration, lookUp: (String) throws(Failure) -> DeviceName?
    ) throws(Failure) -> DeviceName? {
        if let device = devices.value(of: token, at: now) { return device }
        let device = try lookUp(token)
        devices.set(device, of: token, for: device == nil ? Self.unknownFor : Self.knownFor, at: now)
        return device
    }
}
