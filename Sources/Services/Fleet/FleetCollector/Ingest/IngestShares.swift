/// The sender of an upload that waits.
struct IngestOrigin: Hashable, Sendable {
    /// The device or the token.
    let sender: String
    /// False if the sender has only shown a token that is yet to be looked up.
    let isVerified: Bool
}

/// What waits, by its senders.
struct IngestShares {
    /// What waits of one sender.
    struct Share: Hashable {
        var bytes = 0
        var fixes = 0
    }

    private var senders: [String: Share] = [:]
    /// The bytes of all senders.
    private(set) var total = 0
    /// The bytes of those that are not verified.
    private(set) var unverified = 0

    /// What waits of a sender.
    subscript(origin: IngestOrigin) -> Share { senders[origin.sender] ?? Share() }

    /// Counts what is appended.
    mutating func add(_ bytes: Int, fixes: Int, of origin: IngestOrigin) {
        total += bytes
        senders[origin.sender, default: Share()].bytes += bytes
        senders[origin.sender]?.fixes += fixes
        if !origin.isVerified { unverified += bytes }
    }

    /// Counts what leaves.
    mutating func remove(_ bytes: Int, fixes: Int, of origin: IngestOrigin) {
        total -= bytes
        let share = self[origin]
        let rest = Share(bytes: share.bytes - bytes, fixes: share.fixes - fixes)
        senders[origin.sender] = rest.bytes > 0 ? rest : nil
        if !origin.isVerified { unverified -= bytes }
    }
}
