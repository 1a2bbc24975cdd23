import History
import Linux

/// A history that this user has no permission to write.
struct HistoryAccessError: Error, Hashable, CustomStringConvertible {
    /// The database.
    let path: String
    /// The user with write permission, such as that of the daemon; nil when unknown.
    let owner: String?

    /// One line: what is wrong and the fix.
    var description: String {
        let who = owner.map { "sudo -u \($0) whereismy import" } ?? "run it as the owner"
        return "\(path): this user cannot write the history; fix: \(who)"
    }

    /// Runs an operation on a history; explains missing permissions.
    static func explaining<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where isDenial(error) {
            guard let owner = FileOwner.name(ofNearest: path) else { throw error }
            throw HistoryAccessError(path: path, owner: owner)
        }
    }

    private static func isDenial(_ error: any Error) -> Bool {
        switch error {
        case let error as SystemError: error.isPermissionDenied
        case let error as HistoryError: error.inaccessiblePath.map { !FileOwner.mayWrite(nearest: $0) } ?? false
        default: false
        }
    }
}
