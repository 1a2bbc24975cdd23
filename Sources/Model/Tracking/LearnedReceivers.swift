import Basics

/// The statistics of each receiver, to be stored across restarts; they contain no position.
public struct LearnedReceivers: Hashable, Sendable {
    /// The age at which it is forgotten: the device may be another receiver by then, or have another place.
    private static let maxAge: Duration = .seconds(30 * 86_400)
    /// The time that the clock of a machine without a battery may be behind when the daemon starts.
    private static let maxClockLag: Duration = .seconds(86_400)

    /// The statistics by the path of the device.
    let receivers: [String: ReceiverStatistics]

    /// Nothing learnt yet.
    public init() { receivers = [:] }

    init(_ receivers: [String: ReceiverStatistics]) {
        self.receivers = receivers
    }

    /// True if nothing has been learnt.
    public var isEmpty: Bool { receivers.isEmpty }

    /// Returns what still counts at a time: that of the receivers used last, without what depends on the present.
    func lasting(at now: Timestamp) -> [String: ReceiverStatistics] {
        let times = (now + (.zero - Self.maxAge))...(now + Self.maxClockLag)
        let recent = receivers.filter { $0.value.lastUsed.map(times.contains) ?? false }
        let newest = recent.sorted { $1.value.isOlder(than: $0.value) }
        let kept = newest.prefix(PositionEstimator.maxReceivers).map { ($0.key, $0.value.lasting) }
        return Dictionary(uniqueKeysWithValues: kept)
    }
}

extension ReceiverStatistics {
    /// Returns true if it was last used before another; one that was never used is the oldest.
    func isOlder(than other: ReceiverStatistics) -> Bool {
        (lastUsed?.milliseconds ?? .min) < (other.lastUsed?.milliseconds ?? .min)
    }

    /// A copy without what is learnt again within a minute or depends on the present sky.
    var lasting: ReceiverStatistics {
        let new = ReceiverStatistics()
        var copy = self
        copy.minRadius = new.minRadius
        (copy.derivedSpeed, copy.contradictedSpeed) = (new.derivedSpeed, new.contradictedSpeed)
        return copy
    }
}
