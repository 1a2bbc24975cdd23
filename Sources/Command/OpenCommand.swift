import Configuration
import Pages

/// `whereismy open`: show the position on a map in the browser.
enum OpenCommand {
    private static let provider = Option(
        "provider", value: "PROVIDER",
        help: MapProvider.allCases.map(\.rawValue).joined(separator: ", ") + " (openstreetmap)")

    static let table = OptionTable(
        usage: "whereismy open [OPTION]...",
        summary: "Show the position on a map in the browser, or print the map's address.",
        options: [provider] + Option.shared + [.help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        try options.requireNoOperands()
        let provider: MapProvider = try options.choice(of: provider) ?? .openstreetmap
        let settings = try options.settings(environment: context.environment, files: context.files)
        let answer = try context.answer(settings)
        let complaint = answer.code == .success ? "" : answer.words
        guard let url = answer.fix.flatMap({ MapLink.url(provider, for: $0) }) else {
            return Outcome(complaint: complaint, code: answer.code)
        }
        return Outcome(text: shows(url, in: context) ? "" : url + "\n", complaint: complaint, code: answer.code)
    }

    /// Whether a browser shows it.
    private static func shows(_ url: String, in context: Context) -> Bool {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { context.environment[$0] }
        guard displays.contains(where: { !$0.isEmpty }) else { return false }
        do { return try context.show("xdg-open", [url]) ?? 0 == 0 } catch { return false }
    }
}
