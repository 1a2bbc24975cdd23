import Basics
import Configuration
import Delivery
import FleetProtocol
import Linux
import Location
import PublishFormats

/// Turns the points and reports of one destination into the content of its messages.
struct MessageEncoder: Sendable {
    /// The format of a message.
    private enum Encoder {
        case ownTracks(OwnTracksEncoder)
        case overland(OverlandEncoder)
        case traccar(TraccarEncoder)
        case homeAssistant(HomeAssistantEncoder)
        case fleet
    }

    private let filter: PublishFilter
    private let encoder: Encoder

    /// Creates an encoder; nil for a format of another program.
    init?(_ settings: PublishSettings, filter: PublishFilter) {
        self.filter = filter
        switch settings.format {
        case .owntracks: encoder = .ownTracks(OwnTracksEncoder(tid: settings.trackerID, device: settings.deviceName))
        case .overland: encoder = .overland(OverlandEncoder(device: settings.deviceName))
        case .traccar: encoder = .traccar(TraccarEncoder(device: settings.deviceName))
        case .homeAssistant:
            encoder = .homeAssistant(HomeAssistantEncoder(device: settings.deviceName, version: Product.version))
        case .fleet: encoder = .fleet
        case .nmea, .geoclue, .webhook: return nil
        }
    }

    /// True if a point may leave the machine; of the claims of a contradicted receiver only a fleet receives any.
    func mayPublish(_ point: TrackPoint) -> Bool {
        if case .fleet = encoder { filter.point(point) != nil } else { filter.fix(point) != nil }
    }

    /// True if a report has something for the destination: a current fix, or its absence where that is shown.
    func mayPublish(_ report: Report) -> Bool {
        if case .homeAssistant = encoder { return true }
        if case .fleet = encoder { return filter.point(of: report) != nil }
        return filter.report(report).live != nil
    }

    /// Returns the content of a message with points of the backlog, of which each may be published.
    func content(of points: [TrackPoint], sent: Timestamp) -> [UInt8] {
        if case .fleet = encoder { return UploadBody.encode(points.compactMap(filter.point)) }
        return content(of: points.compactMap(filter.fix), sent: sent)
    }

    /// Returns rejected points as people read them: as they were sent, or lines in place of a segment.
    func text(of points: [TrackPoint], sent: Timestamp) -> [UInt8] {
        guard case .fleet = encoder else { return content(of: points, sent: sent) }
        return UploadBody.encodeLines(points.compactMap(filter.point)).dropLast()
    }

    /// Returns the content of a message with the newest report; nil if nothing of it may be published.
    func content(of report: Report, sent: Timestamp) -> [UInt8]? {
        if case .fleet = encoder { return filter.point(of: report).map { UploadBody.encode([$0]) } }
        let published = filter.report(report)
        if case .homeAssistant(let encoder) = encoder { return encoder.attributes(published) }
        return published.live.map { content(of: [$0], sent: sent) }
    }

    /// Returns the content of a message with an event at a place; nil if it may not be published, or the format has none.
    func content(of event: PlaceEvent) -> [UInt8]? {
        if case .fleet = encoder {
            return (filter.trust(event) ?? filter.transition(event).map { _ in event }).map(UploadBody.encode)
        }
        guard case .ownTracks(let encoder) = encoder else { return nil }
        return filter.transition(event).map(encoder.transition)
    }

    /// Returns why a message is too long to be sent, so that it is divided; nil if it is not.
    ///
    /// A broker would drop it without a word.
    func excess(of content: [UInt8]) -> String? {
        guard case .fleet = encoder, content.count > UploadBody.maxByteCount else { return nil }
        return "\(content.count) bytes in a message, the maximum is \(UploadBody.maxByteCount)"
    }

    private func content(of fixes: [PublishedFix], sent: Timestamp) -> [UInt8] {
        switch encoder {
        case .overland(let encoder): encoder.batch(fixes)
        case .ownTracks(let encoder): fixes.first.map { encoder.location($0, sent: sent) } ?? []
        case .traccar(let encoder): fixes.first.map(encoder.position) ?? []
        case .homeAssistant, .fleet: []
        }
    }
}

extension DeliveryRules {
    /// The messages of a window: a broker keeps their order, and requests that are sent at once have none.
    private static let brokerWindow = 100
    /// Of the four messages that a fleet's protocol permits one is left for the newest position.
    private static let fleetWindow = 3
    private static let fleetTimeout = Duration.seconds(10)

    /// The rules of a destination; without a history only the newest reports are sent.
    init(_ settings: PublishSettings, hasHistory: Bool) {
        self.init()
        let isBroker = settings.isForBroker
        batch = settings.format.batchSize
        window = isBroker ? Self.brokerWindow : 1
        sendsState = settings.format == .homeAssistant
        sendsHistory = hasHistory && !sendsState
        sendsEvents = sendsHistory && [.owntracks, .fleet].contains(settings.format)
        isConnected = isBroker
        (interval, restInterval) = (settings.interval, settings.restInterval)
        rate = settings.rate
        rewind = isBroker && sendsHistory && settings.format != .fleet ? settings.rewind : nil
        if settings.format == .fleet {
            endsAtHours = true
            (window, maxUnconfirmed) = (Self.fleetWindow, Self.fleetWindow + 1)
            answerTimeout = isBroker ? Self.fleetTimeout : nil
        }
        (retryMin, retryMax) = (settings.retryMin, settings.retryMax)
        selection = settings.selection
    }
}

extension PublishFormat {
    /// The number of fixes in a message of the backlog: for a fleet a little more than an hour has.
    fileprivate var batchSize: Int {
        switch self {
        case .overland: OverlandEncoder.batchSize
        case .fleet: 4000
        default: 1
        }
    }
}

extension PublishSettings {
    /// The name of this device at the destination.
    var deviceName: String { device ?? HostName.current ?? "whereismy" }

    /// True if the messages go to a broker of MQTT.
    var isForBroker: Bool { if case .mqtt = to { true } else { false } }
}
