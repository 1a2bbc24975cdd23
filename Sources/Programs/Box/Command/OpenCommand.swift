import APIClient
import CommandLine
import Configuration
import Pages

/// `whereismy open`: open the live page or a map in the browser.
enum OpenCommand: Subcommand {
    static let name = "open"

    private static let provider = Option(
        "provider", value: "PROVIDER", .each(of: MapProvider.self),
        help: "on a map of " + MapProvider.allCases.map(\.rawValue).joined(separator: ", "))
    private static let print = Option("print", help: "print the address instead of opening it")

    static let table = OptionTable(
        usage: "whereismy open [OPTION]...",
        summary: "Open the live page in the browser, or print a link that signs a browser in.",
        options: [print, provider] + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let provider: MapProvider? = try options.choice(of: provider)
        let settings = try context.settings(options)
        let browser = options.contains(print) ? nil : Browser(context)
        if let provider { return try map(provider, settings: settings, browser: browser, in: context) }
        do throws(DaemonError) {
            let client = DaemonClient(settings, in: context)
            let link = try SignInLink.make(client)
            if browser?.signIn(by: link) ?? false { return CommandResult() }
            // A link that is printed is most often for another machine.
            let listeners = try? ReachableAddresses.listeners(client)
            let addresses = ReachableAddresses(listeners ?? [], in: context.network())
            return CommandResult(text: (addresses.links(link.url).first ?? link.url) + "\n")
        } catch {
            var result = try map(.openstreetmap, settings: settings, browser: browser, in: context)
            let why = "no live page: \(error)"
            result.diagnostics = result.diagnostics.isEmpty ? why : "\(why)\n\(result.diagnostics)"
            return result
        }
    }

    private static func map(
        _ provider: MapProvider, settings: Settings, browser: Browser?, in context: Context
    ) throws -> CommandResult {
        let current = try context.currentReport(settings)
        let diagnostics = current.code == .success ? "" : current.summary
        guard let url = current.fix.flatMap({ MapLink.url(provider, for: $0) }) else {
            return CommandResult(diagnostics: diagnostics, code: current.code)
        }
        let isShown = browser?.open(url) ?? false
        return CommandResult(text: isShown ? "" : url + "\n", diagnostics: diagnostics, code: current.code)
    }
}
