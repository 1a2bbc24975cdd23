import Basics
import CommandLine
import FleetProtocol
import FleetStore
import History
import Location

/// `whereismy-fleet import`: store the history of a device that has been recorded so far.
enum FleetImportCommand: Subcommand {
    static let name = "import"

    /// The number of fixes of a commit: whole hours of one device are encoded once.
    private static let batchSize = 20_000

    static let table = OptionTable(
        usage: "whereismy-fleet import [OPTION]... DEVICE FILE",
        summary: "Import the history.db of a device; what is stored already is not stored twice.",
        options: [.quiet] + FleetProgram.sharedOptions, operand: .files)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let names = try options.requireOperands(["device", "file"], of: name)
        let device = try DeviceName(operand: names[0])
        let history = try SQLiteHistory(path: names[1], access: .foreign)
        let ingest = UploadStore(try context.connect(options))
        var importer = HistoryImporter(device, ingest, at: context.now(), batchSize: batchSize)
        let damaged = try history.forEachPoint(PointQuery(showsContradicted: true)) { try importer.add($0) }
        try history.forEachPlaceEvent(TimeSpan(from: nil, to: nil), place: nil) { try importer.add($0) }
        try importer.flush()
        var result = CommandResult.change(
            "imported \(importer.stored) fixes and events of \(device), \(importer.refused) refused", options)
        if !damaged.isEmpty {
            result.diagnostics = "\(damaged.count) damaged hours are missing; fix: whereismy history verify"
            result.code = .failure
        }
        return result
    }
}

/// Stores points and events in commits of many.
private struct HistoryImporter {
    private let device: DeviceName
    private let ingest: UploadStore
    private let received: Timestamp
    private let batchSize: Int
    private var content = UploadedItems()
    private(set) var stored = 0
    private(set) var refused = 0

    init(_ device: DeviceName, _ ingest: UploadStore, at received: Timestamp, batchSize: Int) {
        (self.device, self.ingest, self.received, self.batchSize) = (device, ingest, received, batchSize)
    }

    mutating func add(_ point: TrackPoint) throws {
        // A batch ends with an hour, so that each hour is encoded once; unless it has more than a segment holds.
        let lastHour = content.points.last.map { Hour(containing: $0.timestamp) }
        let isFull = content.points.count >= batchSize && lastHour != Hour(containing: point.timestamp)
        if isFull || content.points.count >= 2 * SegmentStore.maxPointCount { try flush() }
        content.points.append(point)
    }

    mutating func add(_ event: PlaceEvent) throws {
        content.events.append(event)
        if content.events.count >= batchSize { try flush() }
    }

    /// Stores what is left.
    ///
    /// - Throws: ``AdministrationError`` if there is no such device, or it is disabled; `PostgresError`.
    mutating func flush() throws {
        guard !content.points.isEmpty || !content.events.isEmpty else { return }
        let answers = try ingest.store([DeviceUpload(device: device, content: content, received: received)])
        content = UploadedItems()
        switch answers.first {
        case .stored(let count, let refusals):
            stored += count
            refused += refusals.count
        case .rejected(let reason), .forbidden(let reason), .unavailable(let reason):
            throw AdministrationError(.invalid, "\(device): \(reason); fix: whereismy-fleet device list")
        case nil: break
        }
    }
}
