import Basics
import Hooks
import Linux

struct HooksFacts: Hashable, Sendable {
    struct File: Hashable, Sendable {
        let name: String
        let file: HookFile
        let status: FileStatus
    }

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

struct WebhooksFacts: Sendable {
    var visibility = Visibility.absent
    /// The waiting events by the name of the webhook; without empty ones.
    var waiting: [String: QueueFacts] = [:]
    var damaged = 0
    /// The configured secrets and certificates by path.
    var files: [String: Result<FileStatus, SystemError>] = [:]
}

/// The files that wait in a queue directory.
struct QueueFacts: Hashable, Sendable {
    var visibility = Visibility.visible
    var count = 0
    /// The time of the oldest one; nil for none.
    var since: Timestamp?
}

enum Visibility: Hashable, Sendable {
    case visible
    case absent
    /// The caller may not see it; the reason.
    case inaccessible(String)
}
