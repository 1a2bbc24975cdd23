/// The sender of an upload that waits.
struct IngestOrigin: Hashable, Sendable {
    /// The device or the token.
    let sender: String
    /// False if the sender has only shown a token that is yet to be looked up.
    let isVerified: Bool
}

/// The bytes that wait, by their senders.
struct IngestShares {
    private var senders: [String: Int] = [:]
    /// The bytes of all senders.
    private(set) var total = 0
    /// The bytes of those that are not verified.
    private(set) var unverified = 0

    /// The bytes of a sender.
    func bytes(of origin: IngestOrigin) -> Int { senders[origin.sender, default: 0] }

    /// Counts what is appended.
    mutating func add(_ bytes: Int, of origin: IngestOrigin) {
        total += bytes
        senders[origin.sender, default: 0] += bytes
        if !origin.isVerified { unverified += bytes }
    }

    /// Counts what leaves.
    mutating func remove(_ bytes: Int, of origin: IngestOrigin) {
        total -= bytes
        let rest = self.bytes(of: origin) - bytes
        senders[origin.sender] = rest > 0 ? rest : nil
        if !origin.isVerified { unverified -= bytes }
    }
}
