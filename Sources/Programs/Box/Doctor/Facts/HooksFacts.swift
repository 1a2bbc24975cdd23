import Basics
import Hooks
import Linux
import Location

/// The directory of hooks.
struct HooksFacts: Hashable, Sendable {
    /// A hook.
    struct File: Hashable, Sendable {
        /// The name.
        let name: String
        /// The decision on it.
        let file: HookFile
        /// The file status.
        let status: FileStatus
    }

    /// The visibility of the directory.
    var visibility = Visibility.absent
    /// The status of the directory; nil if unknown.
    var directory: FileStatus?
    /// The reason why no hook is run; nil if it depends on the file.
    var fault: String?
    /// The hooks that are run or refused, sorted by name.
    var files: [File] = []
    /// Scripts and programs that are not executable, sorted.
    var notExecutable: [String] = []
    /// Files whose name alone keeps them from being run, sorted.
    var misnamed: [String] = []

    /// True if there is no hook and no file that was meant as one.
    var isEmpty: Bool { files.isEmpty && notExecutable.isEmpty && misnamed.isEmpty }
}

/// The files of webhooks.
struct WebhooksFacts: Sendable {
    /// The visibility of the queue.
    var visibility = Visibility.absent
    /// The waiting events by the name of the webhook; without empty ones.
    var waiting: [String: QueueFacts] = [:]
    /// The number of damaged entries.
    var damaged = 0
    /// The configured secrets and certificates by path.
    var files: [String: Result<FileStatus, SystemError>] = [:]
}

/// The files that wait in a queue directory.
struct QueueFacts: Hashable, Sendable {
    /// The visibility of the directory.
    var visibility = Visibility.visible
    /// The number of files.
    var count = 0
    /// The time of the oldest one; nil for none.
    var since: Timestamp?
}

/// The visibility of a file or directory.
enum Visibility: Hashable, Sendable {
    /// It exists.
    case visible
    /// It does not exist.
    case absent
    /// The caller may not see it; the reason.
    case inaccessible(String)
}
