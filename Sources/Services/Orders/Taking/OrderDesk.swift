import Linux

/// The directories of orders and events: one is written by a user who is not trusted, and read by root.
///
/// What is in it is taken by a new name before it is read, so that what is written meanwhile is the next round's; no
/// link is followed. Both lie in a directory of root's, so that nothing can be put in their place.
public struct OrderDesk {
    /// The most bytes of an event.
    public static let mostEventBytes = 4096

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
        InboxListing(try HeldDirectory(inbox).names(atMost: InboxListing.mostNames))
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
    /// - Throws: `SystemError` where it cannot be had, ``PlaceOrderFault`` where it is none.
    func takePlaces(isNew: Bool) throws -> PlaceOrder? {
        let directory = try HeldDirectory(inbox)
        do {
            if isNew {
                try clear(PlaceOrder.takenName, in: directory)
                try directory.move(PlaceOrder.fileName, to: directory, as: PlaceOrder.takenName)
            }
            return try PlaceOrder(reading: directory.contents(of: PlaceOrder.takenName, limit: PlaceOrder.mostBytes))
        } catch let error as SystemError where error.isAbsence {
            return nil
        } catch {
            try? clear(PlaceOrder.takenName, in: directory)
            throw error
        }
    }

    /// Takes the order away that was carried out.
    func settlePlaces() throws(SystemError) {
        try clear(PlaceOrder.takenName)
    }

    /// The most events whose hooks wait or run at once; others wait where they were put.
    static let mostAtOnce = 64

    /// How many events more may be handed over.
    var room: Int {
        get throws(SystemError) { Self.mostAtOnce - (try HeldDirectory(spool).names(atMost: Self.mostAtOnce).count) }
    }

    /// Moves an event to where its hooks find it, if it is one by all that can be seen from outside.
    func handOver(_ number: HookNumber) throws(SystemError) {
        let source = try HeldDirectory(inbox)
        let target = try HeldDirectory(spool)
        do throws(SystemError) {
            try source.move(number.fileName, to: target, as: number.fileName)
            // Looked at only here, where nobody can put something else in its place.
            _ = try target.contents(of: number.fileName, limit: Self.mostEventBytes)
        } catch {
            try? clear(number.fileName, in: target)
            try? clear(number.fileName, in: source)
            throw error
        }
    }

    /// Takes away an event that is not going to be told to hooks.
    func forget(_ number: HookNumber) throws(SystemError) {
        try clear(number.fileName, in: try HeldDirectory(spool))
    }

    /// Takes away what does not belong there.
    func clear(_ name: String) throws(SystemError) {
        try clear(name, in: try HeldDirectory(inbox))
    }

    /// A directory with something in it is hidden instead, which has to do.
    private func clear(_ name: String, in directory: borrowing HeldDirectory) throws(SystemError) {
        do throws(SystemError) { try directory.remove(name) } catch {
            guard !error.isAbsence else { return }
            try directory.move(name, to: directory, as: newName())
        }
    }
}
