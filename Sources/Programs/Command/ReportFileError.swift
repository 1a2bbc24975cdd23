import Linux
import Wire

/// A report that is there and cannot be read.
struct ReportFileError: Error, Hashable, CustomStringConvertible {
    /// One line: the path, what is wrong and what would work.
    let description: String

    init(unreadable error: SystemError) {
        let hint = error.isPermissionDenied ? ", members of the group whereismy may read it" : ""
        description = "\(error.subject): \(error.reason)\(hint)"
    }

    init(path: String, damaged error: ReportJSONError) {
        description = "\(path): \(error)"
    }
}
