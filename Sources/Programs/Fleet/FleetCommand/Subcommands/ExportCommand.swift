import CommandLine
import FleetProtocol
import FleetStore
import History
import Queries
import Tracks

/// `whereismy-fleet export`: write the track of a device in common formats.
enum ExportCommand: Subcommand {
    static let name = "export"

    /// The formats.
    enum Format: String, CaseIterable {
        case json, geojson, gpx, kml, csv, nmea

        /// True for formats that draw a line.
        var drawsLines: Bool { self == .geojson || self == .gpx || self == .kml }

        func encoder(showsIntegrity: Bool) -> any TrackEncoder {
            switch self {
            case .json: JSONLinesEncoder()
            case .geojson: GeoJSONEncoder()
            case .gpx: GPXEncoder()
            case .kml: KMLEncoder()
            case .csv: CSVEncoder(showsIntegrity: showsIntegrity)
            case .nmea: NMEAEncoder()
            }
        }
    }

    private static let format = Option(
        "format", value: "FORMAT", .each(of: Format.self),
        help: "json (a line per fix), geojson, gpx, kml, csv or nmea (json)")
    private static let showsContradicted = Option(
        "contradicted", help: "with the claims of a contradicted receiver, marked as such; not with kml")
    private static let from = Option("from", value: "TIME", help: "from this time on, such as 2h or 2026-01-31")
    private static let to = Option("to", value: "TIME", help: "up to this time")

    static let table = OptionTable(
        usage: "whereismy-fleet export [OPTION]... DEVICE",
        summary: "Write the track of a device to standard output; without --from and --to all of it.",
        options: [from, to, showsContradicted, format] + FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let name = try DeviceName(operand: options.requireOperands(["device"], of: name)[0])
        let format: Format = try options.choice(of: format) ?? .json
        let withClaims = options.contains(showsContradicted)
        guard format != .kml || !withClaims else {
            throw UsageError("kml cannot mark contradicted fixes; fix: another --format")
        }
        let first = try context.moment(of: from, in: options)
        let last = try context.moment(of: to, in: options)
        let connection = try context.connect(options)
        let devices = try FleetAdministration(connection, actor: "command").devices(at: context.now())
        guard let device = devices.first(where: { $0.name == name }) else {
            throw AdministrationError(.notFound, "no device \(name); fix: whereismy-fleet device list")
        }
        let history = DeviceHistory(connection, device: Int64(device.id), name: name.text)
        var query = TrackQuery(
            PointQuery(from: first, to: last, showsContradicted: withClaims), isGroupedByReceiver: format.drawsLines)
        query.usesOutlines = false
        let (rest, count, damaged) = try query.write(
            from: history, by: format.encoder(showsIntegrity: withClaims), to: context.write)
        var result = CommandResult(output: rest)
        if count == 0 { result = CommandResult(output: rest, diagnostics: "no fix of \(name)", code: .nothingKnown) }
        if !damaged.isEmpty {
            result = CommandResult(
                output: rest, diagnostics: "\(damaged.count) damaged hours are missing", code: .failure)
        }
        return result
    }
}
