public import Location

/// What the programs go by, from all sources together.
public struct Settings: Hashable, Sendable {
    /// Where gpsd listens.
    public var gpsd = GPSDAddress(host: "localhost")
    /// The one receiver to listen to, by the path gpsd knows it by; nil for the best there is.
    public var device: String?
    /// How old the last accepted fix may be and still count as current.
    public var staleAfter: Duration = .seconds(10)
    /// What carries the receiver, and so which moves are believed.
    public var platform = Platform.any
    /// Metres: fixes with a larger radius are not used; nil for no limit.
    public var maxAccuracy: Double?
    /// Whether positions of a simulator count.
    public var allowsSimulated = false
    /// What is recorded, and how long it is kept.
    public var history = HistorySettings()
    /// The server for browsers and programs.
    public var http = HTTPSettings()
    /// The map under the position.
    public var map = MapSettings()
    /// The places of the world.
    public var places = PlacesSettings()
    /// The zones as far as they have been read.
    var zoneSections: [PrivacyZoneSection] = []
    /// The places of the owner's that the configuration has, as far as they have been read.
    var placeSections: [PlaceSection] = []
    /// The webhooks as far as they have been read.
    var webhookSections: [WebhookSection] = []
    /// Whether changes of state in the journal say where.
    public var logsPositions = false
    /// The file name of the page's template.
    public var pageTemplate = "current-location.html"
    /// Where the page, the report and the lock are.
    public var runtimeDirectory = "/run/whereismy"
    /// What outlives a restart of the machine.
    public var stateDirectory = "/var/lib/whereismy"
    /// Where the configuration file and the administrator's templates are.
    public var configurationDirectory = "/etc/whereismy"

    /// Where systemd passes credentials; nil where it passes none.
    public var credentialsDirectory: String?

    /// The built-in defaults.
    public init() {}

    /// Where templates are looked for, in this order, before the built-in ones: the administrator's, those installed
    /// with the program, Debian's.
    ///
    /// - Parameter program: the directory that holds the program's file, such as `/usr/local/bin`, beside which
    ///   `make install` puts `share`; nil when it is not known.
    /// - Returns: their paths; nothing has to be there.
    public func templateDirectories(installedWith program: String?) -> [String] {
        let system = "/usr"
        let prefix = program.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
        let prefixes = prefix.map { $0 == system ? [system] : [$0, system] } ?? [system]
        return ["\(configurationDirectory)/templates"] + prefixes.map { "\($0)/share/whereismy/templates" }
    }

    /// The places that are not shown to others, in the order of the configuration.
    public var privacyZones: [PrivacyZone] { zoneSections.compactMap(\.zone) }

    /// Where what happens at places is sent to, in the order of the configuration.
    public var webhooks: [WebhookSettings] { webhookSections.compactMap(\.settings) }

    /// The report of a running daemon.
    public var reportFile: String { "\(runtimeDirectory)/fix.json" }
    /// The last report that had a position, kept across restarts.
    public var lastReportFile: String { "\(stateDirectory)/last-fix.json" }
    /// The history.
    public var historyFile: String { "\(stateDirectory)/history.db" }
    /// The places of the world.
    public var gazetteerFile: String { "\(stateDirectory)/places.db" }
    /// The owner's places.
    public var ownPlacesFile: String { "\(stateDirectory)/own-places.json" }
    /// Where one stands with each of them, kept across restarts.
    public var placeStatesFile: String { "\(stateDirectory)/place-standings.json" }
    /// The anchor watch, kept across restarts; there is none where nothing is watched.
    public var anchorFile: String { "\(stateDirectory)/anchor.json" }
    /// What waits to be sent to webhooks.
    public var webhookQueue: String { "\(stateDirectory)/webhooks" }
    /// What was found in there and could not be read.
    public var damagedWebhooks: String { "\(stateDirectory)/webhooks-damaged" }
    /// Where the unit that starts targets and hooks looks for what it is asked for.
    ///
    /// Where that is not there, nobody is asked. It is beside the runtime directory and not in it, so that the daemon
    /// can put nothing in its place.
    public var orderInbox: String { "\(runtimeDirectory)-orders/new" }
    /// The executables that are run for events.
    public var hookDirectory: String { "\(configurationDirectory)/hooks.d" }
    /// Who may see what: tokens, sessions and shares.
    public var accessFile: String { "\(stateDirectory)/access.json" }
    /// The tokens that systemd passes, which need not be there; nil where it passes nothing.
    public var tokenCredential: String? { credentialsDirectory.map { "\($0)/whereismy.tokens" } }
    /// The socket on which the daemon answers this machine's own.
    public var apiSocket: String { "\(runtimeDirectory)/api.sock" }
    /// What the daemon holds locked as long as it runs.
    public var lockFile: String { "\(runtimeDirectory)/whereismyd.lock" }
}
