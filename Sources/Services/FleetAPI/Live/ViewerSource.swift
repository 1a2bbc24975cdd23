import Basics
import FleetProtocol
import FleetStore
import PostgreSQL
import Wire

/// What a member sees, followed by the versions of the database.
struct ViewerSource: FleetSource {
    /// The interval at which the viewer's devices are counted.
    private static let countInterval: Duration = .seconds(5)

    private let viewer: FleetViewer
    /// The place in the stream of changes; nil before the beginning.
    private var version: StoreVersion?
    /// What was sent last, since the database may return it again: a transaction of anybody was still running.
    private var (sentDevices, sentEvents): (Set<FleetDevice>, Set<Int64>) = ([], [])
    /// The devices that the streams show.
    private var shown: Set<DeviceName> = []
    private var nextCount: Duration = .zero

    init(_ viewer: FleetViewer) {
        self.viewer = viewer
    }

    mutating func beginning(
        for interest: FleetInterest, isFirst: Bool, at moment: Moment, _ connection: PostgresConnection
    ) throws -> FleetNews {
        let now = moment.wallClock
        let reader = FleetReader(connection, as: viewer)
        let (devices, version) = try reader.snapshot(at: now)
        if isFirst {
            (self.version, sentDevices, sentEvents) = (version, Set(devices), [])
            (shown, nextCount) = (Set(devices.map(\.name)), moment.uptime + Self.countInterval)
        }
        return FleetNews(devices, as: .devices, for: interest, at: now)
    }

    mutating func changes(
        for interest: FleetInterest, at moment: Moment, _ connection: PostgresConnection
    ) throws -> FleetNews {
        guard let version else { return FleetNews() }
        let now = moment.wallClock
        let reader = FleetReader(connection, as: viewer)
        let changes = try reader.changes(since: version, at: now)
        let events = try reader.events(since: version)
        self.version = changes.version
        let devices = changes.devices.filter { !sentDevices.contains($0) }
        var news = devices.isEmpty ? FleetNews() : FleetNews(devices, as: .change, for: interest, at: now)
        sentDevices = Set(changes.devices)
        shown.formUnion(changes.devices.map(\.name))
        if let rest = try devicesIfSomeAreGone(reader, at: moment) {
            news = FleetNews(rest, as: .devices, for: interest, at: now)
            news.gone = shown.subtracting(rest.map(\.name))
            (sentDevices, shown) = (Set(rest), shown.subtracting(news.gone))
        }
        for event in events where !sentEvents.contains(event.id) { news.add(event) }
        sentEvents = Set(events.map(\.id))
        return news
    }

    /// Returns all devices if some of those that are shown have been removed, or are not for the viewer any more.
    private mutating func devicesIfSomeAreGone(_ reader: FleetReader, at moment: Moment) throws -> [FleetDevice]? {
        guard moment.uptime >= nextCount else { return nil }
        nextCount = moment.uptime + Self.countInterval
        guard try reader.deviceCount() < shown.count else { return nil }
        return try reader.devices(at: moment.wallClock)
    }
}

extension FleetNews {
    /// Serializes devices: as a list, and as the report of each for the stream of that device.
    fileprivate init(
        _ devices: [FleetDevice], as event: FleetEvent, for interest: FleetInterest, at now: Timestamp
    ) {
        if interest.hasAll { all = [event.bytes(FleetDeviceJSON.list(devices, at: now))] }
        for device in devices where interest.devices.contains(device.name) {
            byDevice[device.name] = [FleetEvent.report.bytes(ReportJSON.encode(device.report(at: now)))]
        }
    }

    fileprivate mutating func add(_ event: DeviceEvent) {
        all.append(FleetEvent.event.bytes(FleetEventJSON.encode(event)))
        byDevice[event.device, default: []].append(FleetEvent.place.bytes(FleetEventJSON.encode(event)))
    }
}
