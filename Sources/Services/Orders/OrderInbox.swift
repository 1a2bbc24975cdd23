import Linux

/// The directories of orders and events; an untrusted user writes the first, and root reads it.
///
/// Files are renamed before they are read, so that later writes belong to the next run; links are not followed. Both
/// directories lie in one of root's, so that no other user can replace them.
public struct OrderInbox {
    /// The maximum size of an event in bytes.
    public static let maxEventBytes = 4096

    /// The directory of new orders and events.
    let inbox: String
    /// The directory of events whose hooks wait or run.
    let spool: String
    /// Returns an unused hidden name, for entries that cannot be removed.
    let newName: () -> String

    func listing() throws(SystemError) -> InboxListing {
        InboxListing(try DirectoryHandle(inbox).names(atMost: InboxListing.maxNames))
    }

    /// Dequeues and parses the order.
    ///
    /// The file keeps another, visible name until the order is completed, so that systemd starts the helper again after
    /// a run that was killed or had no answer from systemd. An invalid order is removed.
    ///
    /// - Parameter isNew: whether there is a new order, which replaces an uncompleted one since it lists all places.
    /// - Returns: the order; nil if the file is missing.
    /// - Throws: `SystemError` where the file cannot be read, ``PlaceOrderError`` if it is no order.
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

    /// Removes the completed order.
    func completePlaces() throws(SystemError) {
        try discard(PlaceOrder.takenName)
    }

    /// The maximum number of events whose hooks wait or run at once; others wait in the inbox.
    static let maxConcurrent = 64

    /// The number of events that still fit into the spool.
    var freeSlots: Int {
        get throws(SystemError) {
            // Only events count: nothing else in the spool ever ends.
            let names = try DirectoryHandle(spool).names(atMost: InboxListing.maxNames)
            return Self.maxConcurrent - names.count { HookNumber(fileName: $0) != nil }
        }
    }

    /// Returns the events in the spool whose hooks an earlier run was killed before starting, and removes marks without
    /// an event.
    func interrupted() throws(SystemError) -> [HookNumber] {
        let directory = try DirectoryHandle(spool)
        let names = try directory.names(atMost: InboxListing.maxNames)
        var found: [HookNumber] = []
        for name in names where name.hasSuffix(HookNumber.markSuffix) {
            if let number = HookNumber(markName: name), names.contains(number.fileName) {
                found.append(number)
            } else {
                try discard(name, in: directory)
            }
        }
        return found.sorted()
    }

    /// Removes the mark of an event whose hooks are being run.
    func unmark(_ number: HookNumber) throws(SystemError) {
        try discard(number.markName, in: try DirectoryHandle(spool))
    }

    /// Moves an event to the spool, if it is a regular file of a valid size.
    ///
    /// A mark in the spool, by which the next run finds the event if this one is killed, stays until ``unmark(_:)``.
    func moveToSpool(_ number: HookNumber) throws(SystemError) {
        let source = try DirectoryHandle(inbox)
        let target = try DirectoryHandle(spool)
        try target.create(number.markName)
        do throws(SystemError) {
            try source.move(number.fileName, to: target, as: number.fileName)
            // Checked only in the spool, where no other user can replace it.
            _ = try target.contents(of: number.fileName, limit: Self.maxEventBytes)
        } catch {
            try? discard(number.markName, in: target)
            expel(number, from: target, to: source)
            try? discard(number.fileName, in: source)
            throw error
        }
    }

    /// Removes what is no event from the spool; a directory that is not empty returns to the inbox, hidden, so that the
    /// user who made it pays for it.
    private func expel(
        _ number: HookNumber, from spool: borrowing DirectoryHandle, to inbox: borrowing DirectoryHandle
    ) {
        do throws(SystemError) { try spool.remove(number.fileName) } catch {
            try? spool.move(number.fileName, to: inbox, as: newName())
        }
    }

    /// Removes an event whose hooks will not run.
    func removeFromSpool(_ number: HookNumber) throws(SystemError) {
        try discard(number.markName, in: try DirectoryHandle(spool))
        try discard(number.fileName, in: try DirectoryHandle(spool))
    }

    func discard(_ name: String) throws(SystemError) {
        try discard(name, in: try DirectoryHandle(inbox))
    }

    /// Removes an entry, or hides a directory that is not empty.
    private func discard(_ name: String, in directory: borrowing DirectoryHandle) throws(SystemError) {
        do throws(SystemError) { try directory.remove(name) } catch {
            guard !error.isNotFound else { return }
            try directory.move(name, to: directory, as: newName())
        }
    }
}

/// The names in the directory of orders, sorted by their meaning.
public struct InboxListing: Hashable, Sendable {
    /// The maximum number of names examined in one run.
    public static let maxNames = 256

    /// True if there is a new order.
    public let hasPlaces: Bool
    /// True if an earlier order was not completed.
    public let hasTakenPlaces: Bool
    /// The events for hooks, the oldest first.
    public let hooks: [HookNumber]
    /// The unexpected names, which would make systemd start the helper again and again.
    ///
    /// Hidden files, which are being written or cannot be removed, are not listed, and systemd ignores them.
    public let unexpected: [String]

    /// Sorts at most ``maxNames`` names.
    public init(_ names: [String]) {
        hasPlaces = names.contains(PlaceOrder.fileName)
        hasTakenPlaces = names.contains(PlaceOrder.takenName)
        hooks = names.compactMap(HookNumber.init(fileName:)).sorted()
        unexpected = names.filter { name in
            name != PlaceOrder.fileName && name != PlaceOrder.takenName && HookNumber(fileName: name) == nil
        }
    }
}
