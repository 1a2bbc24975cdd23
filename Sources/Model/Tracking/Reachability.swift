import Location

/// What is known of the way to a receiver.
enum Reachability: Hashable, Sendable {
    /// Nothing has been heard yet.
    case unknown
    /// gpsd cannot be reached, for that reason.
    case disconnected(reason: String)
    /// gpsd answers, and has these receivers.
    case connected(receivers: [String])

    /// Whether a receiver is there; with a name, that one.
    func hasReceiver(_ device: String?) -> Bool {
        guard case .connected(let receivers) = self else { return false }
        return device.map(receivers.contains) ?? !receivers.isEmpty
    }

    /// A receiver has delivered, so that it is there, listed or not.
    mutating func record(_ device: String) {
        guard !hasReceiver(device) else { return }
        guard case .connected(let receivers) = self else {
            self = .connected(receivers: [device])
            return
        }
        self = .connected(receivers: Array((receivers + [device]).suffix(32)))
    }
}
