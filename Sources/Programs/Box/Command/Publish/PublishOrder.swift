import Basics
import CommandLine
import Configuration
import Linux
import PublishState

/// A request to the publisher, for one destination or all: send again since a moment, or give up what waits.
struct PublishOrder {
    private let kind: PublishRequest.Kind
    private let moment: Timestamp
    private let settings: Settings
    private let report: ChangeReport
    private let context: Context

    /// Creates a request.
    ///
    /// - Throws: `UsageError` for a moment in the future.
    init(
        _ kind: PublishRequest.Kind, _ moment: Timestamp, of settings: Settings, options: ParsedOptions,
        in context: Context
    ) throws(UsageError) {
        guard moment <= context.now() else {
            throw UsageError("--rewind: \(context.localTime(moment)) is in the future; fix: a moment that has passed")
        }
        self.kind = kind
        self.moment = moment
        self.settings = settings
        self.context = context
        let format: OutputFormat? = try options.choice(of: OutputFormat.option)
        report = ChangeReport(options, isJSON: format == .json)
    }

    private var paths: PublishPaths {
        PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
    }

    /// Writes a request for each destination; of several, those that receive the history.
    func give(to names: [String]) throws -> CommandResult {
        let chosen = settings.publish.filter { names.contains($0.name) }
        let able = chosen.filter(\.receivesHistory)
        guard !able.isEmpty else {
            let subject = names.count == 1 ? "\(names[0]) receives" : "the destinations receive"
            throw UsageError("\(subject) no history, so that there is nothing to \(verb)")
        }
        for destination in able {
            do throws(SystemError) {
                try PublishRequest(kind, name: destination.name, moment: moment).write(paths)
            } catch {
                throw PublishOrderError(error, paths)
            }
        }
        return able.map(confirmation).reduce(into: CommandResult()) { $0.output += $1.output }
    }

    private func confirmation(_ destination: PublishSettings) -> CommandResult {
        guard !report.isJSON else { return report.result(kind.rawValue, destination.name) }
        let time = context.localTime(moment)
        let text =
            switch kind {
            case .rewind: "everything since \(time) is sent again"
            case .skip: "what waits is given up; only fixes after \(time) are sent"
            }
        let start = context.isLocked(paths.lock) ? "" : ", when whereismy-publish starts"
        return report.text("\(destination.name): \(text)\(start)")
    }

    private var verb: String {
        switch kind {
        case .rewind: "send again"
        case .skip: "give up"
        }
    }
}

struct PublishOrderError: Error, CustomStringConvertible {
    /// One line with what would work.
    let description: String

    init(_ error: SystemError, _ paths: PublishPaths) {
        description =
            if error.isNotFound {
                "\(paths.requests) does not exist, because whereismy-publish does not run; "
                    + "fix: sudo systemctl start whereismy-publish, and repeat this command"
            } else if error.isPermissionDenied {
                "\(error); fix: use an account in the group whereismy, or sudo"
            } else {
                error.description
            }
    }
}
