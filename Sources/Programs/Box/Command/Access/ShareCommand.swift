import APIClient
import Basics
import CommandLine
import Configuration
import JSON
import Location
import Pages
import QRCode

/// `whereismy share`: create, list and revoke links that show others this machine's position for a limited time.
enum ShareCommand: Subcommand {
    static let name = "share"

    enum Action: String, CaseIterable {
        case add
        case list
        case revoke
    }

    static let table = OptionTable(
        usage: "whereismy share [OPTION]... [add|list|revoke ID|LABEL|NOTE]",
        summary: "Create, list and revoke links that show others the live page for a limited time.",
        defaultAction: "add",
        options: NewShareOptions.options + [ShareRevocation.all, .quiet, OutputFormat.option, .units]
            + CommandProgram.sharedOptions,
        operand: .words { Action.allCases.map(\.rawValue) })

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let (action, id) = try action(Action.self, of: options) { action in
            let isNamed = action == .revoke && !options.contains(ShareRevocation.all)
            return isNamed ? "name: an ID, a label or a note of share list, or --all" : nil
        }
        if action != .revoke, options.contains(ShareRevocation.all) { throw UsageError("--all is only for revoke") }
        if action != .add, let odd = NewShareOptions.options.first(where: options.contains) {
            throw UsageError("--\(odd.name) is only for a new share")
        }
        let content = try NewShareOptions.encode(options, in: context)
        let settings = try context.settings(options)
        let client = DaemonClient(settings, in: context)
        switch action {
        case .add: return try add(content, client: client, format: format, in: context)
        case .list: return try list(client, format, in: context)
        case .revoke:
            let report = ChangeReport(options, isJSON: format == .json)
            let revocation = ShareRevocation(client: client, report: report)
            return options.contains(ShareRevocation.all) ? try revocation.revokeAll() : try revocation.revoke(id)
        }
    }

    private static func add(
        _ content: [UInt8], client: DaemonClient, format: OutputFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        let request = ClientRequest(method: .post, target: "/v1/shares", content: content)
        let (made, bytes) = try client.document(SharedLink.self, request)
        let diagnostics = made.reachabilityWarning ?? ""
        let url = made.url ?? ""
        let links = links(to: url, client, in: context) + [url]
        let first = PrintableText.sanitized(links[0])
        guard format == .text else {
            return CommandResult(output: document(bytes, links), diagnostics: diagnostics)
        }
        guard let columns = context.columns() else {
            return CommandResult(text: first + "\n", diagnostics: diagnostics)
        }
        let others = links.dropFirst().map { "or: \(PrintableText.sanitized($0))\n" }.joined()
        let text =
            "\(first)\n\(QRText.drawing(first, columns: columns) ?? "")\(others)\(made.description(in: context))\n"
        return CommandResult(text: text, diagnostics: diagnostics)
    }

    /// Returns the daemon's document, with all links as `urls` if there are others than its own.
    private static func document(_ bytes: [UInt8], _ links: [String]) -> [UInt8] {
        guard links.count > 1, let end = bytes.lastIndex(of: UInt8(ascii: "}")) else { return bytes }
        return Array(bytes[..<end]) + [UInt8(ascii: ",")] + JSONWriter.line { $0.strings("urls", links) }.dropFirst()
    }

    /// Returns the link with the addresses of this machine in its network if it has only the name of this machine, which
    /// few phones can resolve; otherwise none.
    private static func links(to url: String, _ client: DaemonClient, in context: Context) -> [String] {
        let network = context.network()
        guard let name = network.hostName, !name.contains("."), url.hasPrefix("http://\(name):"),
            let listeners = try? ReachableAddresses.listeners(client)
        else { return [] }
        return ReachableAddresses(listeners, in: network).links(url)
    }

    private static func list(
        _ client: DaemonClient, _ format: OutputFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        let (listed, bytes) = try client.document(SharedLinks.self, ClientRequest(target: "/v1/shares"))
        guard format == .text else { return CommandResult(output: bytes) }
        guard !listed.shares.isEmpty else { return CommandResult(diagnostics: SharedLinks.none, code: .nothingKnown) }
        return CommandResult(text: TextTable.text(listed.shares.map { $0.row(in: context) }))
    }
}

struct SharedLinks: Decodable {
    /// The message for an empty list.
    static let none = "there are no shares"

    let shares: [SharedLink]
}

struct SharedLink: Decodable {
    let id: String
    /// The title that the holders of the link see; nil without one.
    let label: String?
    /// What only the owner sees; nil without one.
    let note: String?
    let expires: String
    let precision: Double?
    let delay: Double?
    /// The link; nil in lists, because the daemon does not store it.
    let url: String?

    func row(in context: Context) -> [String] {
        [id, "until \(context.localTime(iso8601: expires))", how(in: context) ?? "exact", name]
    }

    /// The title, and the note in parentheses; empty without both.
    private var name: String { [label, note.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ") }

    /// The content of the link and its expiry, for people.
    fileprivate func description(in context: Context) -> String {
        let how = how(in: context) ?? "exact position"
        let end = "\(how), until \(context.localTime(iso8601: expires)), or: whereismy share revoke \(id)"
        return PrintableText.sanitized(end)
    }

    /// The precision and the delay of the shown position, such as `to 100 m, 30 min late`; nil if it is exact.
    fileprivate func how(in context: Context) -> String? {
        let rounded = precision.map { "to \(DistanceText.text($0, context.display.units))" }
        let late = delay.flatMap { $0 < 1e9 ? "\(AgeText.span(.seconds($0))) late" : nil }
        let parts = [rounded, late].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// A warning if others cannot open the link; nil if they can.
    var reachabilityWarning: String? {
        guard let url, url.hasPrefix("http") else {
            return
                "the daemon does not listen on TCP, so the link cannot be opened; fix: set listen in [http]"
        }
        let isLocal = ["localhost", "127.", "[::1]"].contains { url.dropFirst("http://".count).hasPrefix($0) }
        return isLocal ? "only this machine can open the link; to allow others, set listen in [http]" : nil
    }
}

/// Draws QR codes with terminal characters of two modules each.
enum QRText {
    /// Black on white in any colour scheme; many readers do not accept inverted codes.
    private static let (begin, end) = ("\u{1B}[30;47m", "\u{1B}[0m")

    /// Draws a code for a text; nil if the code is too wide or the text too long.
    static func drawing(_ text: String, columns: Int) -> String? {
        guard let code = try? QRCode(text), code.width <= columns else { return nil }
        let range = -QRCode.quietZone..<code.size + QRCode.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            begin + range.map { symbol(upper: code[row, $0], lower: code[row + 1, $0]) }.joined() + end + "\n"
        }.joined()
    }

    private static func symbol(upper: Bool, lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "\u{2588}"
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (false, false): " "
        }
    }
}
