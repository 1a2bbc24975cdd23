public import Linux

/// The queue on the disk: one file an entry, named by ``QueueName``.
public struct QueueDirectory: Sendable {
    /// What is in there, but for what is hidden: half-written files, which systemd does not see either.
    public struct Names: Hashable, Sendable {
        /// The entries, in their order.
        public var entries: [QueueName] = []
        /// The names that are none of an entry, sorted.
        public var foreign: [String] = []

        /// Whether systemd would let the sender be.
        public var isEmpty: Bool { entries.isEmpty && foreign.isEmpty }
    }

    /// What is put aside at most: nobody may ever look.
    public static let mostDamaged = 100

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
            try DirectoryEntry.remove("\(path)/\(name)")
        }
    }

    /// What is in there; nothing where there is no directory.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func names() throws(SystemError) -> Names {
        var names = Names()
        do throws(SystemError) {
            for text in try DirectoryListing.names(in: path) where !text.hasPrefix(".") {
                if let name = QueueName(text) { names.entries.append(name) } else { names.foreign.append(text) }
            }
        } catch {
            guard error.isAbsence else { throw error }
        }
        names.entries.sort()
        names.foreign.sort()
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
    /// - Throws: ``SystemError`` where it is not there or is no file of that size, ``Damage`` where it is no entry.
    public func read(_ name: QueueName) throws -> QueueEntry {
        let bytes = try FileContents.read("\(path)/\(name)", limit: QueueEntry.mostBytes)
        do { return try QueueEntry(decoding: bytes) } catch { throw Damage() }
    }

    /// An entry that makes no sense.
    public struct Damage: Error {}

    /// Takes an entry away; where there is none, all is well.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func remove(_ name: QueueName) throws(SystemError) {
        try DirectoryEntry.remove("\(path)/\(name)")
    }

    /// Puts a file aside that is no entry, by its name; the oldest of those aside make room.
    ///
    /// - Throws: ``SystemError`` with the path where it has to stay.
    public func putAside(_ name: String) throws(SystemError) {
        // A directory among them stays.
        for old in try asideNames().dropLast(Self.mostDamaged - 1) { try? DirectoryEntry.remove("\(damaged)/\(old)") }
        let (from, to) = ("\(path)/\(name)", "\(damaged)/\(name)")
        do throws(SystemError) {
            try DirectoryEntry.move(from, to: to)
        } catch {
            // The unit shows the sender both directories as mounts of their own.
            guard error.isAcrossFileSystems else { throw error }
            try AtomicFile.replace(to, with: try FileContents.read(from), mode: 0o640, durable: true)
            try DirectoryEntry.remove(from)
        }
    }

    private func asideNames() throws(SystemError) -> [String] {
        try Directory.create(damaged, mode: 0o750)
        return try DirectoryListing.names(in: damaged).sorted()
    }
}
