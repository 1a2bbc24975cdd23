import APIClient
import Access
import CommandLine
import Configuration

/// `whereismy pair`: sign in a phone or another device in the same network.
enum PairCommand: Subcommand {
    static let name = "pair"

    private static let sessionName = Option(
        "name", value: "NAME", help: "name of the session, such as phone (named after the browser)")
    private static let enable = Option(
        "enable", help: "as root: let devices in private networks open the live page first")

    static let table = OptionTable(
        usage: "whereismy pair [OPTION]...",
        summary: "Print a link and a QR code that sign in a phone in the same network.",
        options: [sessionName, enable] + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        try check(options)
        let settings = try context.settings(options)
        let (client, network) = (DaemonClient(settings, in: context), context.network())
        var (listeners, notices) = (try ReachableAddresses.listeners(client), [String]())
        if options.contains(enable) {
            let setup = PairingSetup(
                settings: settings, network: network, administration: context.administration, client: client)
            (listeners, notices) = try setup.run(listeners)
        }
        let addresses = ReachableAddresses(listeners, in: network)
        guard addresses.first != nil else {
            return CommandResult(diagnostics: PairingAdvice.text(listeners, in: network), code: .failure)
        }
        let link: SignInLink
        do throws(DaemonError) { link = try SignInLink.make(client, named: options.value(of: sessionName)) } catch {
            let lines = notices + [error.description]
            return CommandResult(diagnostics: lines.joined(separator: "\n"), code: error.code)
        }
        let text = text(addresses.links(link.url), in: context)
        return CommandResult(text: text, diagnostics: notices.joined(separator: "\n"))
    }

    /// Rejects a faulty command line before anything is changed.
    private static func check(_ options: ParsedOptions) throws(UsageError) {
        if options.contains(enable), let odd = Option.shared.first(where: options.contains) {
            throw UsageError("--enable and --\(odd.name) cannot be combined: the service has its own configuration")
        }
        guard let name = options.value(of: sessionName), !SessionName.isValid(name) else { return }
        throw UsageError(
            "--name: \(String(name.prefix(80)).debugDescription) is not a name of up to 64 letters, digits, hyphens, "
                + "underscores and dots, not beginning with a dot")
    }

    /// Returns the best link, and for people its QR code and the other ones.
    private static func text(_ urls: [String], in context: Context) -> String {
        guard let first = urls.first else { return "" }
        guard let columns = context.columns() else { return first + "\n" }
        let others = urls.dropFirst().map { "or: \($0)\n" }.joined()
        return "\(first)\n\(QRText.drawing(first, columns: columns) ?? "")\(others)"
            + "Open one of them on the phone within five minutes; it works once. To list devices: whereismy session\n"
    }
}
