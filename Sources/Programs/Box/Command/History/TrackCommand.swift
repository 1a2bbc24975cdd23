import CommandLine
import Configuration
import History
import Location
import Pages
import Places
import Privacy
import Queries
import Tracks

/// `whereismy track`: export the track in common formats.
enum TrackCommand: Subcommand {
    static let name = "track"

    private static let simplify = Option(
        "simplify", value: "DISTANCE", help: "simplify lines within this tolerance (from 10m on without speeds)")

    private static let showsContradicted = Option(
        "contradicted", help: "with the claims of a contradicted receiver, marked as such")

    private static let isPublic = Option(
        "public", help: "without privacy zones and names of receivers")

    static let table = OptionTable(
        usage: "whereismy track [OPTION]...",
        summary: "Export the track of a period; by default today.",
        options: [
            Period.from, Period.to, Period.day, .device, AreaOption.option, PlaceOption.option, simplify, isPublic,
            showsContradicted, TrackFormatOption.option,
        ] + Option.display + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: TrackFormatOption = try options.choice(of: TrackFormatOption.option) ?? .text
        let withClaims = options.contains(showsContradicted)
        guard format.marksContradicted || !withClaims else {
            throw UsageError("\(format.rawValue) cannot mark contradicted fixes; fix: another --format")
        }
        let period = try Period(options, in: context)
        let place = try PlaceOption.place(options, in: context)
        let query = PointQuery(
            from: period.first, to: period.last, device: options.value(of: .device),
            within: try AreaOption.area(options) ?? place.flatMap { Area(around: $0.shape) },
            showsContradicted: withClaims)
        var result = TrackQuery(query, isGroupedByReceiver: format.groupsByReceiver || options.contains(simplify))
        result.tolerance = try options.value(of: simplify, as: tolerance)
        result.usesOutlines = format.drawsLines
        result.transform = try view(options, place?.shape, in: context)
        let history = try context.history(options)
        let (rest, count, damaged) = try result.write(
            from: history,
            by: format.encoder(isSimplified: result.tolerance != nil, showsIntegrity: withClaims, in: context),
            to: context.write)
        let isEmpty = count == 0 && damaged.isEmpty
        let emptyMessage =
            isEmpty ? period.emptyMessage(device: query.device, place: place?.name.text, in: context) : ""
        let damage = DamageReport(damaged: damaged)
        return CommandResult(
            output: rest, diagnostics: emptyMessage + damage.message, code: damage.code(isEmpty: isEmpty))
    }

    /// Returns a filter that hides or changes points; nil for none.
    private static func view(
        _ options: ParsedOptions, _ shape: PlaceShape?, in context: Context
    ) throws -> ((TrackPoint) -> TrackPoint?)? {
        guard options.contains(isPublic) else {
            return shape.map { shape in { shape.contains($0.coordinate) ? $0 : nil } }
        }
        let settings = try context.settings(options)
        let view = PublicView(zones: PrivacyZones(settings.privacyZones))
        return { shape?.contains($0.coordinate) ?? true ? view.point($0) : nil }
    }

    private static let tolerance = ValueSyntax.distance(
        "a distance above 0, such as 10m", within: Double.leastNonzeroMagnitude...21e6)
}

enum TrackFormatOption: String, CaseIterable {
    case text
    case json
    case geojson
    case gpx
    case kml
    case csv
    case nmea
    case html
    case svg

    static let option = Option(
        "format", value: "FORMAT", .each(of: TrackFormatOption.self),
        help: "text, json (lines), geojson, gpx, kml, csv, nmea, html or svg (text)")

    /// True for formats that draw a line per receiver instead of a chronological list.
    var drawsLines: Bool { [.geojson, .gpx, .kml, .html, .svg].contains(self) }

    /// True if receivers follow one another: each has its own line, or the format cannot name a point's receiver.
    var groupsByReceiver: Bool { drawsLines || self == .nmea }

    /// True for formats that can mark the claims of a contradicted receiver.
    var marksContradicted: Bool { ![.kml, .html, .svg].contains(self) }

    func encoder(isSimplified: Bool, showsIntegrity: Bool, in context: Context) -> any TrackEncoder {
        switch self {
        case .text:
            TextEncoder(style: TextEncoder.Style(context.display)) { [clock = context.clock] in
                LocalTimeText.text($0, clock: clock)
            }
        case .json: JSONLinesEncoder()
        case .geojson: GeoJSONEncoder()
        case .gpx: GPXEncoder()
        case .kml: KMLEncoder()
        case .csv: CSVEncoder(showsIntegrity: showsIntegrity)
        case .nmea: NMEAEncoder()
        case .html: document(.html, isSimplified, in: context)
        case .svg: document(.svg, isSimplified, in: context)
        }
    }
}

extension TrackFormatOption {
    private func document(_ kind: TrackDocument.Kind, _ isSimplified: Bool, in context: Context) -> any TrackEncoder {
        TrackDocument(kind, hasFigures: !isSimplified, style: context.display) { [clock = context.clock] in
            LocalTimeText.text($0, clock: clock)
        }
    }
}

extension TextEncoder.Style {
    /// The style of the configuration or the options.
    fileprivate init(_ style: DisplayStyle) {
        self.init()
        if style.coordinates != .decimal { position = { PositionText.text($0, style.coordinates) } }
        guard style.units != .metric else { return }
        let unit: LengthUnit = style.units == .imperial ? .foot : .metre
        altitude = { "\(FixedDecimalText.text($0 / unit.metres, decimals: 0)) \(unit.rawValue)" }
        length = { DistanceText.text($0, style.units) }
        speed = { SpeedText.text($0, style.units) }
    }
}
