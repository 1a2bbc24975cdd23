import Linux

/// The directories of orders and events: one is written by a user who is not trusted, and read by root.
///
/// What is in it is taken by a new name before it is read, so that what is written meanwhile is the next round's; no
/// link is followed. Both lie in a directory of root's, so that nothing can be put in their place.
public struct OrderInbox {
    /// The most bytes of an event.
    public static let maxEventBytes = 4096

    private let inbox: String
    private let spool: String
    private let newName: () -> String

    /// Names the directories.
    ///
    /// - Parameters:
    ///   - inbox: where orders and events are put.
    ///   - spool: where events are until their hooks have been run.
    ///   - newName: a hidden name that nothing has yet, for what cannot be removed.
    public init(inbox: String, spool: String, newName: @escaping () -> String) {
        self.inbox = inbox
        self.spool = spool
        self.newName = newName
    }

    /// What there is to do.
    func listing() throws(SystemError) -> InboxListing {
        InboxListing(try DirectoryHandle(inbox).names(atMost: InboxListing.maxNames))
    }

    /// Takes the order and reads it.
    ///
    /// It has another name until it is settled, so that a round that was killed, or in which systemd has not answered,
    /// is made up for by the next one: that name is not hidden, and systemd starts one because of it. One that makes no
    /// sense is gone then.
    ///
    /// - Parameter isNew: whether there is one that no round has taken yet. An order is all places, so that it takes the
    ///   place of one that was taken and not settled.
    /// - Returns: it; nil where it has gone already.
    /// - Throws: `SystemError` where it cannot be had, ``PlaceOrderError`` where it is none.
    func dequeuePlaces(isNew: Bool) throws -> PlaceOrder? {
        let directory = try DirectoryHandle(inbox)
        do {
            if isNew {
                try discard(PlaceOrder.takenName, in: directory)
                try directory.move(PlaceOrder.fileName, to: directory, as: PlaceOrder.takenName)
            }
            return try PlaceOrder(reading: directory.contents(of: PlaceOrder.takenName, limit: PlaceOrder.maxBytes))
        } catch let error as SystemError where error.isNotFound {
            return nil
        } catch {
            try? discard(PlaceOrder.takenName, in: directory)
            throw error
        }
    }

    /// Takes the order away that was carried out.
    func completePlaces() throws(SystemError) {
        try discard(PlaceOrder.takenName)
    }

    /// The most events whose hooks wait or run at once; others wait where they were put.
    static let maxConcurrent = 64

    /// How many events more may be handed over.
    var freeSlots: Int {
        get throws(SystemError) {
            Self.maxConcurrent - (try DirectoryHandle(spool).names(atMost: Self.maxConcurrent).count)
        }
    }

    /// Moves an event to where its hooks find it, if it is one by all that can be seen from outside.
    func moveToSpool(_ number: HookNumber) throws(SystemError) {
        let source = try DirectoryHandle(inbox)
        let target = try DirectoryHandle(spool)
        do throws(SystemError) {
            try source.move(number.fileName, to: target, as: number.fileName)
            // Looked at only here, where nobody can put something else in its place.
            _ = try target.contents(of: number.fileName, limit: Self.maxEventBytes)
        } catch {
            try? discard(number.fileName, in: target)
            try? discard(number.fileName, in: source)
            throw error
        }
    }

    /// Takes away an event that is not going to be told to hooks.
    func removeFromSpool(_ number: HookNumber) throws(SystemError) {
        try discard(number.fileName, in: try DirectoryHandle(spool))
    }

    /// Takes away what does not belong there.
    func discard(_ name: String) throws(SystemError) {
        try discard(name, in: try DirectoryHandle(inbox))
    }

    /// A directory with something in it is hidden instead, which has to do.
    private func discard(_ name: String, in directory: borrowing DirectoryHandle) throws(SystemError) {
        do throws(SystemError) { try directory.remove(name) } catch {
            guard !error.isNotFound else { return }
            try directory.move(name, to: directory, as: newName())
        }
    }
}

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
