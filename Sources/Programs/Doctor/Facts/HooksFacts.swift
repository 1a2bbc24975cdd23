import Basics
import Hooks
import Linux
import Location

/// What is in the directory of hooks.
struct HooksFacts: Hashable, Sendable {
    /// A file in it that is no mere note.
    struct File: Hashable, Sendable {
        /// What it is called.
        let name: String
        /// What becomes of it.
        let file: HookFile
        /// What the kernel knows about it.
        let status: FileStatus
    }

    /// Whether the directory can be looked into.
    var visibility = Visibility.absent
    /// What the kernel knows about the directory; nil where it cannot be asked.
    var directory: FileStatus?
    /// Why nothing in it is run; nil where that depends on each file.
    var fault: String?
    /// Those that are run, and those that are refused, sorted by their names.
    var files: [File] = []
    /// Scripts and programs that nobody may execute, sorted.
    var notExecutable: [String] = []
    /// What would be run if it were called otherwise, sorted.
    var misnamed: [String] = []

    /// Whether there is nothing that anybody could mean to be run.
    var isEmpty: Bool { files.isEmpty && notExecutable.isEmpty && misnamed.isEmpty }
}

/// What there is of webhooks on the disk.
struct WebhooksFacts: Sendable {
    /// Whether the queue can be looked into.
    var visibility = Visibility.absent
    /// What waits to be sent, by the webhooks' names; those with nothing are not among them.
    var waiting: [String: QueueFacts] = [:]
    /// How many entries were put aside since they cannot be read.
    var damaged = 0
    /// The secrets and certificates that the configuration names, by their paths.
    var files: [String: Result<FileStatus, SystemError>] = [:]
}

/// Files that wait in a directory until somebody takes them.
struct QueueFacts: Hashable, Sendable {
    /// Whether the directory can be looked into.
    var visibility = Visibility.visible
    /// How many there are.
    var count = 0
    /// When the first one came; nil where there is none.
    var since: Timestamp?
}

/// Whether what is looked for can be seen.
enum Visibility: Hashable, Sendable {
    /// It is there.
    case visible
    /// It is not there.
    case absent
    /// The caller may not look; why.
    case inaccessible(String)
}
