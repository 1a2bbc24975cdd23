/// What the names in the directory of orders mean.
public struct InboxListing: Hashable, Sendable {
    /// The most names that are looked at in one round.
    public static let maxNames = 256

    /// Whether the places that one is in are told.
    public let hasPlaces: Bool
    /// Whether they were told before, and not all was done about that.
    public let hasTakenPlaces: Bool
    /// The events that hooks are to be run for, the first one first.
    public let hooks: [HookNumber]
    /// What does not belong there, and would have systemd look again and again.
    ///
    /// What is hidden is being written, and systemd passes over it. But where there is so much that not all of it can
    /// be looked at, orders may be behind it, and so it has to go.
    public let unexpected: [String]

    /// Sorts names, of which there are no more than ``mostNames``.
    public init(_ names: [String]) {
        hasPlaces = names.contains(PlaceOrder.fileName)
        hasTakenPlaces = names.contains(PlaceOrder.takenName)
        hooks = names.compactMap(HookNumber.init(fileName:)).sorted()
        let isFull = names.count >= Self.maxNames
        unexpected = names.filter { name in
            let isOrder = name == PlaceOrder.fileName || name == PlaceOrder.takenName
            guard !isOrder, HookNumber(fileName: name) == nil else { return false }
            return isFull || !name.hasPrefix(".")
        }
    }
}
