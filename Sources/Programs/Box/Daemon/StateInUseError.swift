import Configuration
import Linux
import Systemd

/// Another daemon with another runtime directory writes the same history.
struct StateInUseError: Error, Hashable, CustomStringConvertible {
    /// One line: what is wrong and the fix.
    let description: String
}

extension DirectoryLock {
    /// Locks the state directory against other daemons; nil where that is not possible, as on a full disk, which keeps no
    /// daemon from showing the position.
    static func ofState(_ settings: Settings) throws(StateInUseError) -> DirectoryLock? {
        // A daemon that root runs leaves a file that the service can lock.
        try? FileOwner.createForDirectoryOwner(settings.stateLockFile, mode: 0o600)
        do throws(LockError) {
            return try DirectoryLock(settings.stateLockFile)
        } catch .held(_, let process) {
            let other = "another whereismyd\(process.map { " (process \($0))" } ?? "") keeps its state here"
            throw StateInUseError(
                description: "\(settings.stateDirectory): \(other); fix: stop it, or --state-directory DIR")
        } catch {
            Log.write(.warning, "the state directory is not locked: \(error)")
            return nil
        }
    }
}
