public import CommandLine

/// The options of an import.
extension DaemonOptions {
    /// `--import`.
    public static let importing = Option(
        "import", value: "FILE", help: "import a track file into the history and exit; may be repeated")
    /// `--import-via`.
    public static let importVia = Option(
        "import-via", value: "FORMAT", help: "let gpsbabel read the files, in this format")
    /// `--import-from`.
    public static let importFrom = Option(
        "import-from", value: "URL", help: "import from OwnTracks Recorder or Dawarich")
    /// `--columns`.
    public static let columns = Option(
        "columns", value: "LIST", help: "columns of CSV to import: timestamp,-,latitude,longitude")
    /// `--date`.
    public static let date = Option(
        "date", value: "DAY", help: "day (UTC) of the first sentence of an NMEA file without any date")
    /// `--add-weeks`.
    public static let addWeeks = Option(
        "add-weeks", value: "WEEKS", .words { ["1024", "2048"] },
        help: "add the weeks by which the receiver was behind: 1024 or 2048")
    /// `--dry-run`.
    public static let dryRun = Option("dry-run", help: "count the points to import and add none")
    /// `--token-file`.
    public static let tokenFile = Option(
        "token-file", value: "FILE", .files, help: "a file with the token for the service")
    /// `--user`.
    public static let user = Option("user", value: "NAME", help: "the user of the service")
    /// `--password-file`.
    public static let passwordFile = Option(
        "password-file", value: "FILE", .files, help: "a file with the password of that user")

    static let ofImport = [
        importing, importVia, importFrom, columns, date, addWeeks, dryRun, tokenFile, user, passwordFile,
    ]

    /// Returns the import that a command line requests; nil if it requests none.
    static func importRequest(_ options: ParsedOptions) throws(UsageError) -> ImportRequest? {
        let files = options.values(of: importing)
        let service = try service(options, url: options.value(of: importFrom))
        guard !files.isEmpty || service != nil else {
            guard let lone = ofImport.dropFirst().first(where: options.contains) else { return nil }
            throw UsageError("--\(lone.name) requires --import or --import-from")
        }
        let converter = options.value(of: importVia)
        if let converter { try ImportRequest.check(converter: converter) }
        guard service == nil || files.isEmpty && converter == nil else {
            throw UsageError("--import-from cannot be combined with files")
        }
        return ImportRequest(
            files: files, device: options.value(of: device), columns: options.value(of: columns),
            converter: converter, service: service,
            date: try options.value(of: date).map { text throws(UsageError) in try ImportRequest.day(text) },
            addedWeeks: try options.value(of: addWeeks).map { text throws(UsageError) in try ImportRequest.weeks(text)
            },
            isDryRun: options.contains(dryRun))
    }

    /// Returns the service that options name; nil without an address.
    public static func service(_ options: ParsedOptions, url: String?) throws(UsageError) -> ImportService? {
        let secrets = [tokenFile, user, passwordFile]
        guard let url else {
            guard let secret = secrets.first(where: options.contains) else { return nil }
            throw UsageError("--\(secret.name) requires the address of a service")
        }
        return try ImportService(
            url: url, tokenFile: options.value(of: tokenFile), user: options.value(of: user),
            passwordFile: options.value(of: passwordFile))
    }
}
