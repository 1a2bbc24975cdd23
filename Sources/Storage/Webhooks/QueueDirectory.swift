import Cryptography
public import Linux

/// The queue on the disk: one file an entry, named by ``QueueName``.
public struct QueueDirectory: Sendable {
    /// What is in there, but for what is hidden: half-written files, which systemd does not see either.
    public struct Names: Hashable, Sendable {
        /// The entries, in their order.
        public var entries: [QueueName] = []
        /// The names that are none of an entry, sorted.
        public var invalid: [String] = []

        /// Whether systemd would let the sender be.
        public var isEmpty: Bool { entries.isEmpty && invalid.isEmpty }
    }

    /// What is put aside at most: nobody may ever look.
    public static let maxDamaged = 100

    /// Where it lies.
    public let path: String
    /// Where damaged entries are put: not in the queue, which would never be empty then.
    public let damaged: String

    /// Names a queue; nothing has to be there.
    public init(path: String, damaged: String) {
        self.path = path
        self.damaged = damaged
    }

    /// Makes both directories, and takes away what a crash of their only writer has left half-written.
    ///
    /// - Throws: ``SystemError`` with the path.
    func prepare() throws(SystemError) {
        for directory in [path, damaged] { try Directory.create(directory, mode: 0o750) }
        for name in try DirectoryListing.names(in: path) where name.hasPrefix(".") && name.hasSuffix(".new") {
            // One that stays takes room, and nothing else.
            try? DirectoryEntry.remove("\(path)/\(name)")
        }
    }

    /// What is in there; nothing where there is no directory.
    ///
    /// What has a name that is no UTF-8 is removed, or hidden where it is a directory with something in it.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func names() throws(SystemError) -> Names {
        var names = Names()
        do throws(SystemError) {
            for text in try openDirectory().names(atMost: .max) where !text.hasPrefix(".") {
                if let name = QueueName(text) { names.entries.append(name) } else { names.invalid.append(text) }
            }
        } catch {
            guard error.isNotFound else { throw error }
        }
        names.entries.sort()
        names.invalid.sort()
        return names
    }

    /// Writes an entry; it is on the disk when this returns.
    ///
    /// - Throws: ``SystemError`` with the path.
    func write(_ entry: QueueEntry, as name: QueueName) throws(SystemError) {
        try AtomicFile.replace("\(path)/\(name)", with: entry.bytes, mode: 0o640, durable: true)
    }

    /// Reads an entry.
    ///
    /// - Throws: ``SystemError`` where it cannot be read, ``InvalidEntryError`` where it is no entry.
    public func read(_ name: QueueName) throws -> QueueEntry {
        do {
            return try QueueEntry(decoding: FileContents.read("\(path)/\(name)", limit: QueueEntry.maxBytes))
        } catch let error as SystemError where !error.isNotRegularFile && !error.isFileTooLarge {
            throw error
        } catch {
            throw InvalidEntryError()
        }
    }

    /// An entry that makes no sense.
    public struct InvalidEntryError: Error {}

    /// Takes an entry away; where there is none, all is well.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func remove(_ name: QueueName) throws(SystemError) {
        try DirectoryEntry.remove("\(path)/\(name)")
    }

    /// The directory itself, wherever its path leads.
    func openDirectory() throws(SystemError) -> DirectoryHandle { try DirectoryHandle("\(path)/.") }
}

extension QueueDirectory {
    /// What has become of something that is no entry.
    public enum Disposition: Hashable, Sendable {
        /// It is where damaged entries are put.
        case quarantined
        /// It could not be put there, being too long or no file, and is gone.
        case removed
        /// It is a directory with something in it, and has a hidden name now, which nobody looks at.
        case hidden
    }

    /// Puts a file aside that is no entry, by its name; the oldest of those aside make room.
    ///
    /// - Returns: What has become of it: out of the queue in any case.
    /// - Throws: ``SystemError`` with the path where it has to stay.
    public func quarantine(_ name: String) throws(SystemError) -> Disposition {
        // A directory among them stays.
        for old in try quarantinedNames().dropLast(Self.maxDamaged - 1) {
            try? DirectoryEntry.remove("\(damaged)/\(old)")
        }
        do throws(SystemError) {
            try DirectoryEntry.move("\(path)/\(name)", to: "\(damaged)/\(name)")
            return .quarantined
        } catch {
            // The unit shows the sender both directories as mounts of their own.
            guard error.isCrossDevice else { throw error }
            return try copyToQuarantine(name)
        }
    }

    private func copyToQuarantine(_ name: String) throws(SystemError) -> Disposition {
        guard let contents = try? FileContents.read("\(path)/\(name)") else { return try discard(name) }
        try AtomicFile.replace("\(damaged)/\(name)", with: contents, mode: 0o640, durable: true)
        try DirectoryEntry.remove("\(path)/\(name)")
        return .quarantined
    }

    private func discard(_ name: String) throws(SystemError) -> Disposition {
        let directory = try openDirectory()
        do throws(SystemError) {
            try directory.remove(name)
            return .removed
        } catch {
            try directory.move(name, asNew: ".odd-\(Hexadecimal.encode(SecureRandom.bytes(8)))")
            return .hidden
        }
    }

    private func quarantinedNames() throws(SystemError) -> [String] {
        try Directory.create(damaged, mode: 0o750)
        return try DirectoryListing.names(in: damaged).sorted()
    }
}
