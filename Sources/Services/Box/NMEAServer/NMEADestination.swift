public import Configuration
import Location
import NMEA
import PublishFormats

/// A consumer, or a socket that consumers connect to.
public struct NMEADestination: Sendable {
    /// The name, which also names the stored sockets.
    let name: String
    /// The address: tcp or unix to listen on, udp to send to.
    let address: PublishAddress
    /// The consumer's interpretation of HDOP.
    let dialect: NMEADialect
    private let filter: PublishFilter

    /// Creates the destination of a section; nil for other formats.
    init?(_ settings: PublishSettings, zones: [PrivacyZone]) {
        switch settings.format {
        case .nmea: dialect = .nmea
        case .geoclue: dialect = .geoclue
        default: return nil
        }
        name = settings.name
        address = settings.to
        filter = PublishFilter(settings.privacy, zones: zones)
    }

    /// Returns the position of a current report as the destination may receive it; nil for none.
    func position(in report: Report) -> NMEAPosition? {
        filter.report(report).live.map { NMEAPosition($0) }
    }
}

extension NMEAPosition {
    fileprivate init(_ fix: PublishedFix) {
        self.init(time: fix.timestamp, coordinate: fix.coordinate)
        radius = fix.accuracy
        altitude = fix.altitude
        speed = fix.speed
        course = fix.course
        satellites = fix.satellites
    }
}

/// The settings of an ``NMEAServer``.
public struct NMEASettings: Sendable {
    /// The destinations, each with its own name.
    let destinations: [NMEADestination]
    /// The path of the daemon's Unix socket.
    let apiSocket: String
    /// The maximum age of a current fix.
    let staleAfter: Duration

    /// Takes the destinations in the formats nmea and geoclue from the configuration.
    public init(_ settings: Settings) {
        let zones = settings.privacyZones
        destinations = settings.publish.compactMap { NMEADestination($0, zones: zones) }
        apiSocket = settings.apiSocket
        staleAfter = settings.staleAfter
    }
}
