import Cryptography
public import Linux

/// The queue on the disk: one file for each entry, named by ``QueueName``.
public struct QueueDirectory: Sendable {
    /// The names in the queue, without hidden ones: partial files, which systemd ignores too.
    public struct Names: Hashable, Sendable {
        /// The entries in order.
        public var entries: [QueueName] = []
        /// The names that are no entry's, sorted.
        public var invalid: [String] = []

        /// True if there is nothing for which systemd starts the sender.
        public var isEmpty: Bool { entries.isEmpty && invalid.isEmpty }
    }

    /// The maximum number of quarantined files, which may never be cleared.
    public static let maxDamaged = 100

    /// The path of the queue.
    public let path: String
    /// The directory of damaged entries, outside the queue, which would never be empty otherwise.
    public let damaged: String

    /// Creates a queue; the directories may be missing.
    public init(path: String, damaged: String) {
        self.path = path
        self.damaged = damaged
    }

    var exists: Bool { (try? FileStatus(of: path)) != nil }

    /// Creates both directories and removes the partial files of a crash of their only writer.
    ///
    /// The sender, which removes entries, is another user of the same group.
    ///
    /// - Throws: ``SystemError`` with the path.
    func prepare() throws(SystemError) {
        for directory in [path, damaged] { try Directory.createForGroup(directory) }
        for name in try DirectoryListing.names(in: path) where name.hasPrefix(".") && name.hasSuffix(".new") {
            // One that stays only takes space.
            try? DirectoryEntry.remove("\(path)/\(name)")
        }
    }

    /// The names in the queue; empty if there is no directory.
    ///
    /// A name that is not UTF-8 is removed, or hidden where it is a directory that is not empty.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func names() throws(SystemError) -> Names {
        var names = Names()
        do throws(SystemError) {
            for text in try openDirectory().names(atMost: .max) {
                if let name = QueueName(text) { names.entries.append(name) } else { names.invalid.append(text) }
            }
        } catch {
            guard error.isNotFound else { throw error }
        }
        names.entries.sort()
        names.invalid.sort()
        return names
    }

    /// Writes an entry; it is on the disk on return.
    func write(_ entry: QueueEntry, as name: QueueName) throws(SystemError) {
        try AtomicFile.replace("\(path)/\(name)", with: entry.bytes, mode: 0o640, durable: true)
    }

    /// Reads an entry.
    ///
    /// - Throws: ``SystemError`` if it cannot be read, ``InvalidEntryError`` if it is no entry.
    public func read(_ name: QueueName) throws -> QueueEntry {
        do {
            return try QueueEntry(decoding: FileContents.read("\(path)/\(name)", limit: QueueEntry.maxBytes))
        } catch let error as SystemError where !error.isNotRegularFile && !error.isFileTooLarge {
            throw error
        } catch {
            throw InvalidEntryError()
        }
    }

    /// A file that is no entry.
    public struct InvalidEntryError: Error {}

    /// Removes an entry, if there is one.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func remove(_ name: QueueName) throws(SystemError) {
        try DirectoryEntry.remove("\(path)/\(name)")
    }

    /// Opens the directory, through links in its path.
    func openDirectory() throws(SystemError) -> DirectoryHandle { try DirectoryHandle("\(path)/.") }
}

extension QueueDirectory {
    /// The outcome of quarantining an invalid file.
    public enum Disposition: Hashable, Sendable {
        /// The file is in the directory of damaged entries.
        case quarantined
        /// The file was too long or not regular, and was removed.
        case removed
        /// A directory that is not empty now has a hidden name, which is ignored.
        case hidden
    }

    /// Moves an invalid file out of the queue; the oldest quarantined files make room.
    ///
    /// - Returns: the outcome; the file is out of the queue in any case.
    /// - Throws: ``SystemError`` with the path where the file has to stay.
    public func quarantine(_ name: String) throws(SystemError) -> Disposition {
        try Directory.create(damaged, mode: 0o750)
        // Directories stay.
        for old in try DirectoryListing.names(in: damaged).sorted().dropLast(Self.maxDamaged - 1) {
            try? DirectoryEntry.remove("\(damaged)/\(old)")
        }
        do throws(SystemError) {
            try DirectoryEntry.move("\(path)/\(name)", to: "\(damaged)/\(name)")
            return .quarantined
        } catch {
            // In the sender's sandbox the two directories are separate mounts.
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
}
