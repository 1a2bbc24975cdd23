import Configuration
import FleetCollector
import Linux

/// The settings of `whereismy-fleet`.
struct FleetSettings: FileSettings {
    /// The directory of the configuration file.
    static let directory = "/etc/whereismy"
    /// The directory of what the fleet keeps beside its database, if systemd names none.
    static let stateDirectory = "/var/lib/whereismy-fleet"
    /// The directory in memory, if systemd names none.
    static let runtimeDirectory = "/run/whereismy-fleet"
    /// The port, if an address has none.
    static let defaultPort: UInt16 = 8948

    /// The settings of the collector: database, broker, limits, webhooks.
    var collector = CollectorSettings()
    /// The address of the broker as the configuration has it; nil for none.
    var broker: PublishAddress?
    /// The other settings of the broker, which have no effect without its address.
    var brokerOptions = CollectorSettings.Broker(host: "", port: 0, isEncrypted: false)
    /// The addresses to listen on.
    var listen: [FleetListener] = FleetListener("localhost").map { [$0] } ?? []
    /// The address by which people and devices reach the server, with the path below which it is; nil for none.
    var publicAddress: String?
    /// The Unix socket on which a reverse proxy names the verified user; nil for none.
    var proxySocket: String?
    /// The header in which it does.
    var proxyHeader = "X-Forwarded-User"
    /// The number of connections to the database for readers.
    var readers = 4
    /// The sections that the daemon has too: [map], and the names and connections of [http].
    var shared = Settings()
    /// The webhooks as read so far.
    var webhooks: [WebhookDraft] = []
    /// The directory of the configuration.
    var configurationDirectory = directory

    /// The defaults, with the directories that systemd names in the environment.
    init(environment: [String: String]) {
        let runtime = environment.directory("RUNTIME_DIRECTORY") ?? Self.runtimeDirectory
        collector.crashNote = CrashNote(path: "\(runtime)/broker-crashed")
        // The tests of the program cannot wait for minutes.
        if let milliseconds = environment["WHEREISMY_PROBE_INTERVAL"].flatMap({ Int64($0) }), milliseconds > 0 {
            collector.probeInterval = .milliseconds(milliseconds)
        }
        configurationDirectory = environment.directory("CONFIGURATION_DIRECTORY") ?? Self.directory
        shared.stateDirectory = environment.directory("STATE_DIRECTORY") ?? Self.stateDirectory
    }

    /// The files of the outlines of land in order of preference: one of its own, the one of its package, a box's.
    ///
    /// - Parameter program: as for `Settings.templateDirectories(installedWith:)`.
    /// - Returns: the paths, which need not exist.
    func landFiles(installedWith program: String?) -> [String] {
        let own = ["\(shared.stateDirectory)/land"]
        return own + Settings.sharedFiles("land", of: "whereismy-fleet", installedWith: program)
            + Settings.sharedFiles("land", installedWith: program)
    }

    /// The settings of the collector, with the broker and the webhooks that are complete.
    var completeCollector: CollectorSettings {
        var settings = collector
        settings.webhooks = webhooks.compactMap(\.webhook)
        guard case .mqtt(let place, let isEncrypted) = broker else { return settings }
        var broker = brokerOptions
        (broker.host, broker.port, broker.isEncrypted) = (place.host, place.port, isEncrypted)
        settings.broker = broker
        return settings
    }
}

/// An address to listen on: a port, or a Unix socket.
enum FleetListener: Hashable {
    /// A TCP port.
    case tcp(ListenAddress)
    /// A Unix socket by its full path.
    case unix(path: String)

    /// Parses `localhost:8948`, `[::1]:8948` or `unix:/run/…`; nil for anything else.
    init?(_ text: String) {
        if case .unix(let path) = PublishAddress(text) {
            self = .unix(path: path)
        } else if let address = ListenAddress(text, defaultPort: FleetSettings.defaultPort) {
            self = .tcp(address)
        } else {
            return nil
        }
    }

    /// The address as the configuration has it.
    var text: String {
        switch self {
        case .tcp(let address): address.description
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// A section [webhook NAME] as read so far.
struct WebhookDraft: NamedSection {
    let name: String
    var address: WebhookAddress?
    var secretFile: String?
    var authorityFile: String?
    var proxy: WebhookAddress?
    var events = Set(FleetWebhook.Event.allCases)
    var devices: Set<String>?

    /// The webhook; nil without an address.
    var webhook: FleetWebhook? {
        guard let address else { return nil }
        var webhook = FleetWebhook(name: name, address: address)
        (webhook.secretFile, webhook.authorityFile, webhook.proxy) = (secretFile, authorityFile, proxy)
        (webhook.events, webhook.devices) = (events, devices)
        return webhook
    }
}
