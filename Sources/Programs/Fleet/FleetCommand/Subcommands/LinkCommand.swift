import Access
import CommandLine
import Configuration
import FleetStore

/// `whereismy-fleet link`: a link that signs a browser in.
enum LinkCommand: Subcommand {
    static let name = "link"

    static let table = OptionTable(
        usage: "whereismy-fleet link [OPTION]... MEMBER",
        summary: "Print a link that signs in one browser of a member, once, within five minutes.",
        options: FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let member = try options.requireOperands(["member"], of: name)[0]
        let settings = try context.settings(options)
        let code = try context.administration(options).addSignInLink(for: member, at: context.now())
        return CommandResult(text: "\(settings.linkAddress)/sign-in?code=\(code.text)\n")
    }
}

extension FleetSettings {
    /// The address with which links begin: the public one, or that of the first port.
    var linkAddress: String {
        if let publicAddress { return publicAddress }
        for case .tcp(let address) in listen { return "http://\(address.urlHost):\(address.port)" }
        return "http://localhost:\(Self.defaultPort)"
    }
}
