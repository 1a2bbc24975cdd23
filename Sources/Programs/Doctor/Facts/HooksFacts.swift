import Hooks
import Linux

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
