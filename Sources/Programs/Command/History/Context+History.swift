import Configuration
import History

extension Context {
    /// The file of the history.
    func historyFile(_ options: ParsedOptions) throws -> String {
        try options.settings(environment: environment, files: files).historyFile
    }

    /// The history, for reading.
    ///
    /// - Throws: what is wrong with the configuration, or `HistoryError`.
    func history(_ options: ParsedOptions) throws -> SQLiteHistory {
        try SQLiteHistory(path: historyFile(options), access: .readOnly)
    }
}

extension Option {
    /// What every subcommand takes that reads the history.
    static let historyOptions = [config, stateDirectory, help, version]
    /// `--device`, whose points are meant.
    static let device = Option("device", value: "DEVICE", help: "of this receiver alone, such as /dev/ttyUSB0")
}

/// How answers out of the history are written.
enum OutputFormat: String, CaseIterable {
    case text
    case json

    static let option = Option(
        "format", value: "FORMAT", .each(of: OutputFormat.self), help: "text for people or json for programs (text)")
}
