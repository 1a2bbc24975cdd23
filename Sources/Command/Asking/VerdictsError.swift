import Configuration
import Linux
import Wire

/// Why the daemon's verdicts cannot be told.
struct VerdictsError: Error, Hashable, CustomStringConvertible {
    /// One line: what is wrong and what would work.
    let description: String
    /// What a program is told about it.
    let code: ExitCode

    /// The socket cannot be read.
    init(_ error: SystemError, daemonRuns: Bool) {
        let subject = "\(error.subject): \(error.reason)"
        if error.isDenial {
            (description, code) = ("\(subject), members of the group whereismy may ask", .failure)
        } else if daemonRuns {
            (description, code) = ("the daemon runs and does not answer: \(subject)", .unreachable)
        } else {
            (description, code) = (Answer.noDaemon, .unreachable)
        }
    }

    /// What was told makes no sense.
    init(path: String, damaged error: ReportJSONError) {
        (description, code) = ("\(path): \(error)", .failure)
    }

    /// What was told is only a part.
    init(cut path: String) {
        (description, code) = ("\(path): the answer broke off, ask again", .failure)
    }
}
