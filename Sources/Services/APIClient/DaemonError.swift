import Basics
public import Configuration
public import Linux
import Location
public import Wire

/// Why the daemon has not done what it was asked.
public struct DaemonError: Error, Hashable, CustomStringConvertible {
    /// The message while no daemon runs.
    public static let noDaemon = "the daemon is not running"

    /// One line: what is wrong and what would work.
    public private(set) var description: String
    /// What a program is told about it.
    public let code: ExitCode
    /// The daemon's own word for it; nil where it has not come that far.
    public var problemCode: String?

    /// The socket cannot be used.
    public init(_ error: SystemError, daemonRuns: Bool) {
        let subject = "\(error.subject): \(error.reason)"
        if error.isPermissionDenied {
            (description, code) = ("\(subject), members of the group whereismy may ask", .failure)
        } else if daemonRuns {
            (description, code) = ("the daemon runs and does not answer: \(subject)", .unreachable)
        } else {
            (description, code) = (Self.noDaemon, .unreachable)
        }
    }

    /// What came back is no answer.
    public init(_ path: String, _ error: ResponseError) {
        (description, code) = ("\(path): \(error)", .failure)
    }

    /// What came back makes no sense.
    public init(_ path: String, damaged error: ReportJSONError) {
        (description, code) = ("\(path): \(error)", .failure)
    }

    /// The daemon refuses.
    public init(_ refusal: ErrorResponse) {
        // It goes to a terminal, and as one line.
        (description, code) = (PrintableText.sanitized(refusal.detail, limit: 1000), .failure)
        problemCode = refusal.code
    }

    /// The same, with the option that would work where the name of a place is taken.
    public var suggestingReplace: DaemonError {
        guard problemCode == "taken" else { return self }
        var error = self
        error.description += ", or say --replace"
        return error
    }
}
