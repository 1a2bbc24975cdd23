import Basics
import Configuration
import Curl
import Delivery
import FleetProtocol
import MQTT
import Places
import PlacesFiles
import PublishFormats
import PublishState
import Systemd

/// Creates the channels of the configuration, with the cursors on the disk.
struct ChannelFactory {
    let settings: Settings
    let paths: PublishPaths
    let transfers: Transfers
    let history: PublishedHistory
    let log: (Log.Priority, String) -> Void

    /// Creates the channels; what cannot be served is logged and left out.
    func channels(at moment: Moment) -> [Channel] {
        settings.publish.compactMap { destination in
            do {
                return try channel(destination, at: moment)
            } catch {
                log(.error, "publish \(destination.name): \(error); nothing is sent there until the next reload")
                return nil
            }
        }
    }

    /// Creates a channel; nil for a format of another program.
    private func channel(_ destination: PublishSettings, at moment: Moment) throws -> Channel? {
        guard let encoder = encoder(destination) else { return nil }
        let transport = try transport(destination)
        let rules = DeliveryRules(destination, hasHistory: settings.history.isEnabled)
        let saved = rules.sendsHistory ? try savedCursor(destination.name) : nil
        let cursor = saved ?? start(destination.since, at: moment)
        return Channel(
            destination, encoder: encoder, transport: transport, destination: Destination(rules, cursor: cursor),
            saved: saved)
    }

    /// Creates the encoder of a destination; nil for a format of another program.
    func encoder(_ destination: PublishSettings) -> MessageEncoder? {
        let places = destination.privacy == .exact ? [] : ownPlaces
        let filter = PublishFilter(destination.privacy, zones: settings.privacyZones, places: places)
        return MessageEncoder(destination, filter: filter)
    }

    /// Creates the transport of a destination; for a test the publisher may be connected at the same time.
    ///
    /// - Throws: `SecretFile.SecretError` if a password or token cannot be read, ``SystemError`` without threads.
    func transport(_ destination: PublishSettings, isTest: Bool = false) throws -> any Transport {
        let isFleet = destination.format == .fleet
        let device = isFleet ? DeviceName(destination.deviceName) : nil
        if isFleet, device == nil { throw DeviceNameError(name: destination.deviceName) }
        guard destination.isForBroker else { return try HTTPTransport(destination, transfers) }
        var broker = try MQTTSettings(destination, isTest: isTest)
        if !isTest { broker.crashNote = paths.crashNote(of: destination.name) }
        guard let device else { return try MQTTTransport(destination, broker, isTest: isTest) }
        return try FleetTransport(destination, broker, device: device, isTest: isTest)
    }

    /// A host name that is no name of a device.
    private struct DeviceNameError: Error, CustomStringConvertible {
        let name: String

        var description: String { "the host name \(name) is not a name in a fleet; fix: set device" }
    }

    /// The owner's places, which may be named where no zone hides them.
    private var ownPlaces: [Place] {
        let own = try? PlaceFile.read(settings.ownPlacesFile).places
        return ConfiguredPlaces(settings).places + (own ?? [])
    }

    /// The lead of a recorded time over the clock from which it is wrong.
    private static let maxLead: Duration = .seconds(24 * 3600)

    /// Reads a cursor; a damaged one is moved aside, and the destination starts again.
    private func savedCursor(_ name: String) throws -> DeliveryCursor? {
        let file = CursorFile(paths, name: name)
        do {
            return try file.open()
        } catch let error as CursorFileError {
            try file.setAside()
            log(.error, "publish \(name): \(error); moved aside, sending begins as configured by since")
            return nil
        }
    }

    /// The cursor of a destination that has none.
    private func start(_ start: PublishStart, at moment: Moment) -> DeliveryCursor {
        switch start {
        case .all: return DeliveryCursor()
        case .moment(let moment):
            return DeliveryCursor(end: FixPosition(time: moment, device: ""), since: moment)
        case .now:
            // The clock of a machine without a battery may be wrong at boot; the history knows better.
            let newest = history.newest(at: moment.uptime)
            let begin = newest?.time.flatMap { $0 > moment.wallClock + Self.maxLead ? nil : $0 } ?? moment.wallClock
            return DeliveryCursor(end: FixPosition(allUpTo: begin), since: begin, lateID: newest?.lateID ?? 0)
        }
    }
}
