import APIClient
import CommandLine
import Configuration
import History
import Places
import Queries

extension Context {
    func historyFile(_ options: ParsedOptions) throws -> String {
        try settings(options).historyFile
    }

    /// Opens the history for reading, after the daemon has written the fixes of the last seconds.
    func history(_ options: ParsedOptions) throws -> SQLiteHistory {
        let settings = try settings(options)
        // A state directory alone may be that of another daemon.
        if !options.contains(.stateDirectory) || options.contains(.runtimeDirectory) {
            // Without a daemon nothing is pending, and without its socket the file is still readable. The daemon responds
            // within 2 s, also if its disk hangs.
            _ = try? DaemonClient(settings, in: self, timeout: .seconds(3)).send(
                ClientRequest(method: .post, target: "/v1/history/flush"))
        }
        return try SQLiteHistory(path: settings.historyFile, access: .readOnly)
    }

    /// Opens the history for reading as it is on the disk.
    func writtenHistory(_ options: ParsedOptions) throws -> SQLiteHistory {
        try SQLiteHistory(path: historyFile(options), access: .readOnly)
    }
}

extension Option {
    /// The options common to all subcommands that read the history.
    static let historyOptions = shared + [help, version]
    static let device = Option("device", value: "DEVICE", help: "only this receiver, such as /dev/ttyUSB0")
}

/// `--within`: restricts points to a box.
enum AreaOption {
    static let option = Option(
        "within", value: "S,W,N,E", help: "only within this box, in degrees north and east")

    /// Returns the box; nil without the option.
    static func area(_ options: ParsedOptions) throws(UsageError) -> Area? {
        try options.value(of: option, as: ValueSyntax("a box; accepted: \(Area.example)") { Area($0) })
    }
}

/// `--place`: selects one of the user's places.
enum PlaceOption {
    static let option = Option("place", value: "NAME", .places, help: "only while at this place of yours")

    /// Returns the place; nil without the option.
    static func place(_ options: ParsedOptions, in context: Context) throws -> Place? {
        guard let name = options.value(of: option) else { return nil }
        let settings = try context.settings(options)
        return try OwnPlaces(places: try OwnPlaces.read(settings)).place(named: name).place
    }
}

/// Unreadable segments, which are missing from the output.
struct DamageReport {
    let damaged: [DamagedSegment]

    /// A line per segment, for standard error.
    var message: String { damaged.map { "unreadable: \($0)" }.joined(separator: "\n") }

    /// The exit code of a query: failure if segments are missing from the output, otherwise whether anything was found.
    func code(isEmpty: Bool) -> ExitCode { code(isEmpty ? .nothingKnown : .success) }

    /// Returns failure if segments are missing from the output, otherwise the given code.
    func code(_ code: ExitCode = .success) -> ExitCode { damaged.isEmpty ? code : .failure }
}
