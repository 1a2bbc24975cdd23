import Configuration
import History
import Places
import Queries

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

/// `--within`: where points lie.
enum AreaOption {
    static let option = Option(
        "within", value: "S,W,N,E", help: "only within this box, its edges in degrees north and east")

    /// The box; nil where it is not given.
    ///
    /// - Throws: `UsageError` where it is none.
    static func area(_ options: ParsedOptions) throws(UsageError) -> Area? {
        guard let text = options.value(of: option) else { return nil }
        guard let area = Area(text) else {
            throw UsageError(
                "--within: \(String(text.prefix(80)).debugDescription) is no box, understood is \(Area.example)")
        }
        return area
    }
}

/// `--place`: which of the owner's places is meant.
enum PlaceOption {
    static let option = Option("place", value: "NAME", .places, help: "at this place of your own")

    /// The place; nil where none is asked for.
    ///
    /// - Throws: ``UnknownPlaceError``, `PlaceFileError`, or what is wrong with the configuration.
    static func place(_ options: ParsedOptions, in context: Context) throws -> Place? {
        guard let name = options.value(of: option) else { return nil }
        let settings = try options.settings(environment: context.environment, files: context.files)
        return try OwnPlaces(places: try OwnPlaces.read(settings)).place(named: name).place
    }
}

/// Segments that could not be read, for standard error: what was written lacks them.
struct DamageReport {
    let damaged: [DamagedSegment]

    /// A line each.
    var message: String { damaged.map { "not read: \($0)" }.joined(separator: "\n") }

    /// An answer that lacks something is no success.
    func code(_ code: ExitCode = .success) -> ExitCode { damaged.isEmpty ? code : .failure }
}
