import Basics
import FleetProtocol
import FleetStore
import PostgreSQL

/// The devices that the holders of a link see: all are read again each time, and only differences are sent.
struct ShareSource: EventSource {
    private let share: FleetShare
    private let json: DeviceJSON
    private var sent: [DeviceName: PublicDevice] = [:]
    /// The positions of a link with a delay, which come from the history.
    private var positions = DelayedPositions()
    private var nextChanges: Duration = .zero

    init(_ share: FleetShare, json: DeviceJSON) { (self.share, self.json) = (share, json) }

    mutating func beginning(
        for _: StreamSelection, isFirst: Bool, at moment: Moment, _ connection: PostgresConnection
    ) throws -> EventBatch {
        let devices = try read(at: moment, connection)
        if isFirst { sent = Dictionary(devices.map { ($0.name, $0.core) }) { first, _ in first } }
        return batch(devices, by: .devices, at: moment.wallClock)
    }

    mutating func changes(
        for _: StreamSelection, at moment: Moment, _ connection: PostgresConnection
    ) throws -> EventBatch {
        guard share.delay == .zero || moment.uptime >= nextChanges else { return EventBatch() }
        nextChanges = moment.uptime + DelayedPositions.interval
        let devices = try read(at: moment, connection)
        let changed = devices.filter { sent[$0.name] != $0.core }
        // A device that left the team is not shown any more.
        let isShorter = !Set(sent.keys).isSubset(of: devices.map(\.name))
        sent = Dictionary(devices.map { ($0.name, $0.core) }) { first, _ in first }
        if isShorter { return batch(devices, by: .devices, at: moment.wallClock) }
        return changed.isEmpty ? EventBatch() : batch(changed, by: .change, at: moment.wallClock)
    }

    private mutating func read(at moment: Moment, _ connection: PostgresConnection) throws -> [PublicDevice] {
        positions.expire(at: moment.uptime)
        return try ShareView(share, at: moment.wallClock).devices(connection, knowing: &positions)
    }

    /// A team's page shows a list, a device's page a report.
    private func batch(_ devices: [PublicDevice], by event: EventType, at now: Timestamp) -> EventBatch {
        guard share.isOfTeam else {
            return EventBatch(all: devices.map { EventType.report.bytes(json.report($0.report)) })
        }
        return EventBatch(all: [event.bytes(json.list(devices, at: now))])
    }
}
