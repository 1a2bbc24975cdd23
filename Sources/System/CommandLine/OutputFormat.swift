/// The output formats of subcommands.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// Text for people.
    case text
    /// JSON for programs.
    case json

    /// `--format`, of subcommands with both.
    public static let option = Option(
        "format", value: "FORMAT", .each(of: OutputFormat.self), help: "text for people or json for programs (text)")
}
