import Cryptography
public import Linux

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
        for old in try quarantinedNames().dropLast(Self.maxDamaged - 1) { try? DirectoryEntry.remove("\(damaged)/\(old)") }
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
