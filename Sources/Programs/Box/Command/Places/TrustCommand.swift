import APIClient
import CommandLine
import Configuration
import Pages

/// `whereismy trust here`: accept the claim of a receiver that is contradicted.
enum TrustCommand: Subcommand {
    static let name = "trust"

    enum Action: String, CaseIterable {
        case here
    }

    static let table = OptionTable(
        usage: "whereismy trust [OPTION]... here",
        summary: "Accept the position that a contradicted receiver claims: this machine is there.",
        options: [.quiet] + Option.display + CommandProgram.sharedOptions, operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        guard options.operands == [Action.here.rawValue] else {
            throw UsageError("trust needs here: this machine is where the receiver claims to be, see whereismy last")
        }
        let settings = try context.settings(options)
        let claim = (try? context.currentReport(settings).report).flatMap { IntegrityText.claim($0, context.display) }
        let client = DaemonClient(settings, in: context)
        do throws(DaemonError) {
            _ = try client.send(ClientRequest(method: .post, target: "/v1/integrity/trust"))
        } catch {
            guard error.problemCode == "not-contradicted" else { throw error }
            return CommandResult(diagnostics: error.description, code: .nothingKnown)
        }
        return .change("trusted: \(claim ?? "the receiver")", options)
    }
}
