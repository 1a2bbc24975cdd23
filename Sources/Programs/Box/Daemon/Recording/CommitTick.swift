import Linux
import Synchronization
import Systemd

/// Notifies readers of the history of committed points: the file ``Settings/historyTick`` is closed after writing.
final class CommitTick: Sendable {
    /// As that of the other files in the runtime directory.
    private static let mode: UInt32 = 0o640

    private let path: String
    private let isFailing = Mutex(false)

    /// Creates the file with its directory; a failure is logged.
    init(_ path: String) {
        self.path = path
        raise()
    }

    /// Wakes the readers; the first of successive failures is logged.
    func raise() {
        do throws(SystemError) {
            try Directory.create(Self.directory(of: path), mode: 0o750)
            try DirectorySignal.raise(path, mode: Self.mode)
            isFailing.withLock { $0 = false }
        } catch {
            let isNew = isFailing.withLock { isFailing in
                defer { isFailing = true }
                return !isFailing
            }
            if isNew { Log.write(.warning, "history: programs that follow it do not notice new fixes: \(error)") }
        }
    }

    /// Wakes the readers if the daemon has created the directory and this user may write to it.
    static func raiseIfWatched(_ path: String) {
        // Without the directory nothing waits, and a reader that this user cannot wake finds the points later.
        try? DirectorySignal.raise(path, mode: mode)
    }

    private static func directory(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
}
