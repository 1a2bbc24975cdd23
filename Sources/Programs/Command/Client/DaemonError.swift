import Configuration
import Linux
import Location
import Wire

/// Why the daemon has not done what it was asked.
struct DaemonError: Error, Hashable, CustomStringConvertible {
    /// One line: what is wrong and what would work.
    private(set) var description: String
    /// What a program is told about it.
    let code: ExitCode
    /// The daemon's own word for it; nil where it has not come that far.
    var word: String?

    /// The socket cannot be used.
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

    /// What came back is no answer.
    init(_ path: String, _ error: ReplyError) {
        (description, code) = ("\(path): \(error)", .failure)
    }

    /// What came back makes no sense.
    init(_ path: String, damaged error: ReportJSONError) {
        (description, code) = ("\(path): \(error)", .failure)
    }

    /// The daemon refuses.
    init(_ refusal: Refusal) {
        // It goes to a terminal, and as one line.
        (description, code) = (PrintableText.text(refusal.detail, atMost: 1000), .failure)
        word = refusal.code
    }

    /// The same, with the option that would work where the name of a place is taken.
    var offeringReplacement: DaemonError {
        guard word == "taken" else { return self }
        var error = self
        error.description += ", or say --replace"
        return error
    }
}
