import Access
import Basics
import FleetProtocol
import FleetStore
import PostgreSQL

/// The streams of one visibility, used only by the feed's thread.
final class StreamGroup {
    /// The streams, those that have received the beginning first.
    private(set) var subscriptions: [DeviceFeed.Subscription] = []

    /// The number of streams that have received the beginning, and so receive changes.
    private var begunCount = 0
    private var source: any EventSource
    private var isSuspended = false

    init(_ visibility: Visibility, json: DeviceJSON) {
        switch visibility {
        case .viewer(let viewer): source = ViewerSource(viewer, json: json)
        case .share(let share): source = ShareSource(share, json: json)
        }
    }

    /// True if a stream waits for the beginning.
    var hasNewStreams: Bool { begunCount < subscriptions.count }

    func add(_ subscription: DeviceFeed.Subscription) { subscriptions.append(subscription) }

    /// Removes streams.
    func remove(_ isRemoved: (DeviceFeed.Subscription) -> Bool) {
        let begun = subscriptions.prefix(begunCount).filter { !isRemoved($0) }
        subscriptions = begun + subscriptions.dropFirst(begunCount).filter { !isRemoved($0) }
        begunCount = begun.count
    }

    /// Sends the same bytes to all streams.
    func send(_ bytes: [UInt8]) { for subscription in subscriptions { subscription.stream.send(bytes) } }

    /// Ends all streams.
    func end() {
        for subscription in subscriptions { subscription.stream.end() }
        subscriptions = []
        begunCount = 0
    }

    /// Says once that the database is away; all streams start again when it is back.
    func suspend() {
        if !isSuspended { send(EventType.unavailable.bytes(Array("{}".utf8))) }
        isSuspended = true
        begunCount = 0
    }

    /// Sends the changes of the last second, and the beginning to new streams.
    ///
    /// - Throws: `PostgresError`; then nothing was sent.
    func update(isRound: Bool, at moment: Moment, _ connection: PostgresConnection) throws {
        if isRound, begunCount > 0 {
            let changes = try source.changes(
                for: StreamSelection(subscriptions.prefix(begunCount)), at: moment, connection)
            for subscription in subscriptions.prefix(begunCount) {
                for event in changes.events(of: subscription.device) { subscription.stream.send(event) }
                if let device = subscription.device, changes.gone.contains(device) { subscription.stream.end() }
            }
        }
        guard hasNewStreams else { return }
        let beginning = try source.beginning(
            for: StreamSelection(subscriptions.dropFirst(begunCount)), isFirst: begunCount == 0, at: moment, connection)
        for subscription in subscriptions.dropFirst(begunCount) {
            for event in beginning.events(of: subscription.device) { subscription.stream.send(event) }
        }
        begunCount = subscriptions.count
        isSuspended = false
    }
}

/// Asks the database for what the streams of one visibility receive.
protocol EventSource {
    /// Returns everything, for new streams.
    ///
    /// With `isFirst`, ``changes(for:at:_:)`` has to return what changes from now on; without, other streams wait for
    /// earlier changes.
    ///
    /// - Throws: `PostgresError`.
    mutating func beginning(
        for selection: StreamSelection, isFirst: Bool, at moment: Moment, _ connection: PostgresConnection
    ) throws -> EventBatch

    /// Returns what has changed since the last call.
    mutating func changes(
        for selection: StreamSelection, at moment: Moment, _ connection: PostgresConnection
    ) throws -> EventBatch
}

/// The content of some streams: nothing else is serialized.
struct StreamSelection {
    /// True if one of them shows all devices.
    let hasAll: Bool
    /// The devices of those that show one.
    let devices: Set<DeviceName>

    init(_ subscriptions: some Sequence<DeviceFeed.Subscription>) {
        let shown = subscriptions.map(\.device)
        hasAll = shown.contains(nil)
        devices = Set(shown.compactMap(\.self))
    }
}

/// The events of one second, serialized once for all streams that receive them.
struct EventBatch {
    /// The events of a stream with all devices.
    var all: [[UInt8]] = []
    /// The events of a stream with one device.
    var byDevice: [DeviceName: [[UInt8]]] = [:]
    /// The devices that the viewer does not see any more, whose streams end.
    var gone: Set<DeviceName> = []

    /// Returns the events of a stream; nil for all devices.
    func events(of device: DeviceName?) -> [[UInt8]] { device.map { byDevice[$0] ?? [] } ?? all }
}

/// The identity by which the clients of some streams see devices: the streams of one identity share their queries.
enum Visibility: Hashable, Sendable {
    /// A member, in any browser or program.
    case viewer(FleetViewer)
    /// The holders of a link.
    case share(FleetShare)
}

/// The credential with which a stream was opened, to be checked again.
enum StreamCredential: Hashable, Sendable {
    case member(ViewerCredential)
    case link(SecretHash)
}
