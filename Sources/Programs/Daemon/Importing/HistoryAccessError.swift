import History
import Linux

/// A history that this user may not write.
struct HistoryAccessError: Error, Hashable, CustomStringConvertible {
    /// The database.
    let path: String
    /// Who may write it, such as the user of the daemon; nil when unknown.
    let owner: String?

    /// One line: what is wrong and what would work.
    var description: String {
        let who = owner.map { "the user \($0) may: sudo -u \($0) whereismy import" } ?? "its owner may"
        return "\(path): this user may not write the history; \(who)"
    }

    /// Does something to a history; a refusal for want of permission says who has it.
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
