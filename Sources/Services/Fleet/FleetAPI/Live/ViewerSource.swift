import Basics
import FleetProtocol
import FleetStore
import PostgreSQL

/// The devices that a member sees, followed by the versions of the database.
struct ViewerSource: EventSource {
    /// The interval at which the viewer's devices are counted.
    private static let countInterval: Duration = .seconds(5)

    private let viewer: FleetViewer
    private let json: DeviceJSON
    /// The place in the stream of changes; nil before the beginning.
    private var version: StoreVersion?
    /// The last items sent, which the database may return again: some transaction was still running.
    private var (sentDevices, sentEvents): (Set<FleetDevice>, Set<Int64>) = ([], [])
    /// The devices that the streams show.
    private var shown: Set<DeviceName> = []
    private var nextCount: Duration = .zero

    init(_ viewer: FleetViewer, json: DeviceJSON) { (self.viewer, self.json) = (viewer, json) }

    mutating func beginning(
        for selection: StreamSelection, isFirst: Bool, at moment: Moment, _ connection: PostgresConnection
    ) throws -> EventBatch {
        let now = moment.wallClock
        let reader = FleetReader(connection, as: viewer)
        let (devices, version) = try reader.snapshot(at: now)
        if isFirst {
            (self.version, sentDevices, sentEvents) = (version, Set(devices), [])
            (shown, nextCount) = (Set(devices.map(\.name)), moment.uptime + Self.countInterval)
        }
        return batch(devices, as: .devices, for: selection, at: now)
    }

    mutating func changes(
        for selection: StreamSelection, at moment: Moment, _ connection: PostgresConnection
    ) throws -> EventBatch {
        guard let version else { return EventBatch() }
        let now = moment.wallClock
        let reader = FleetReader(connection, as: viewer)
        let changes = try reader.changes(since: version, at: now)
        let events = try reader.events(since: version)
        self.version = changes.version
        let devices = changes.devices.filter { !sentDevices.contains($0) }
        var batch = devices.isEmpty ? EventBatch() : self.batch(devices, as: .change, for: selection, at: now)
        sentDevices = Set(changes.devices)
        shown.formUnion(changes.devices.map(\.name))
        if let rest = try devicesIfSomeAreGone(reader, at: moment) {
            batch = self.batch(rest, as: .devices, for: selection, at: now)
            batch.gone = shown.subtracting(rest.map(\.name))
            (sentDevices, shown) = (Set(rest), shown.subtracting(batch.gone))
        }
        for event in events where !sentEvents.contains(event.id) { batch.add(event) }
        sentEvents = Set(events.map(\.id))
        return batch
    }

    /// Returns all devices if some of those that are shown have been removed, or are not for the viewer any more.
    private mutating func devicesIfSomeAreGone(_ reader: FleetReader, at moment: Moment) throws -> [FleetDevice]? {
        guard moment.uptime >= nextCount else { return nil }
        nextCount = moment.uptime + Self.countInterval
        guard try reader.deviceCount() < shown.count else { return nil }
        return try reader.devices(at: moment.wallClock)
    }

    /// Serializes devices: as a list, and as the report of each for the stream of that device.
    private func batch(
        _ devices: [FleetDevice], as event: EventType, for selection: StreamSelection, at now: Timestamp
    ) -> EventBatch {
        var batch = EventBatch()
        if selection.hasAll { batch.all = [event.bytes(json.list(devices, at: now))] }
        for device in devices where selection.devices.contains(device.name) {
            batch.byDevice[device.name] = [EventType.report.bytes(json.report(device.report(at: now)))]
        }
        return batch
    }
}

extension EventBatch {

    fileprivate mutating func add(_ event: DeviceEvent) {
        all.append(EventType.event.bytes(DeviceEventJSON.encode(event)))
        byDevice[event.device, default: []].append(EventType.place.bytes(DeviceEventJSON.encode(event)))
    }
}
