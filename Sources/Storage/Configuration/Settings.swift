public import Languages
public import Location

/// The settings of the programs, merged from all sources.
public struct Settings: Hashable, Sendable {
    /// The address of gpsd.
    public var gpsd = GPSDAddress(host: "localhost")
    /// The only receiver to use, by its path in gpsd; nil for the best one.
    public var device: String?
    /// The maximum age of a current fix.
    public var staleAfter: Duration = .seconds(10)
    /// The platform of the receiver, which limits plausible motion.
    public var platform = Platform.any
    /// The maximum accuracy radius in metres of a usable fix; nil for no limit.
    public var maxAccuracy: Double?
    /// True if simulated fixes are accepted.
    public var allowsSimulated = false
    /// The history.
    public var history = HistorySettings()
    /// The HTTP server.
    public var http = HTTPSettings()
    /// The map.
    public var map = MapSettings()
    /// The gazetteer.
    public var places = PlacesSettings()
    /// The form of positions, lengths and speeds in the output of `whereismy`.
    public var display = DisplayStyle()
    /// The language of the static page; nil for English, until it can be recognised.
    public var language: Language?
    /// The privacy zones as read so far.
    var zoneSections: [PrivacyZoneSection] = []
    /// The own places of the configuration as read so far.
    var placeSections: [PlaceSection] = []
    /// The webhooks as read so far.
    var webhookSections: [WebhookSection] = []
    /// The destinations as read so far.
    var publishSections: [PublishSection] = []
    /// True if journal lines about changes of state contain coordinates.
    public var logsPositions = false
    /// The file name of the page's template.
    public var pageTemplate = "current-location.html"
    /// The directory of the page, the report and the lock.
    public var runtimeDirectory = "/run/whereismy"
    /// The directory of persistent data.
    public var stateDirectory = "/var/lib/whereismy"
    /// The directory of the configuration file and the administrator's templates.
    public var configurationDirectory = "/etc/whereismy"

    /// The directory of systemd's credentials; nil for none.
    public var credentialsDirectory: String?

    /// The built-in defaults.
    public init() {}

    /// The directories of templates in search order, before the built-in ones: the administrator's, those installed
    /// with the program, Debian's.
    ///
    /// - Parameter program: the directory of the program's file, such as `/usr/local/bin`, beside which `make install`
    ///   puts `share`; nil when unknown.
    /// - Returns: the paths, which need not exist.
    public func templateDirectories(installedWith program: String?) -> [String] {
        ["\(configurationDirectory)/templates"] + Self.sharedFiles("templates", installedWith: program)
    }

    /// The files of the outlines of land in order of preference: one that was converted on this machine, those installed
    /// with the program, Debian's.
    ///
    /// - Parameter program: as for ``templateDirectories(installedWith:)``.
    /// - Returns: the paths, which need not exist.
    public func landFiles(installedWith program: String?) -> [String] {
        ["\(stateDirectory)/land"] + Self.sharedFiles("land", installedWith: program)
    }

    /// Returns the paths of a file that packages install for all programs of one, in order of preference.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - package: the folder below `share`.
    ///   - program: as for ``templateDirectories(installedWith:)``.
    /// - Returns: the paths, which need not exist.
    public static func sharedFiles(
        _ name: String, of package: String = "whereismy", installedWith program: String?
    ) -> [String] {
        let system = "/usr"
        let prefix = program.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
        let prefixes = prefix.map { $0 == system ? [system] : [$0, system] } ?? [system]
        return prefixes.map { "\($0)/share/\(package)/\(name)" }
    }

    /// The privacy zones, in the order of the configuration.
    public var privacyZones: [PrivacyZone] { zoneSections.compactMap(\.zone) }

    /// The webhooks, in the order of the configuration, and last the destinations that are webhooks.
    public var webhooks: [WebhookSettings] {
        webhookSections.compactMap(\.settings) + publish.compactMap(\.webhook)
    }

    /// The destinations of positions, in the order of the configuration.
    public var publish: [PublishSettings] { publishSections.compactMap(\.settings) }

    /// The report of a running daemon.
    public var reportFile: String { "\(runtimeDirectory)/fix.json" }
    /// The last report with a position, across restarts.
    public var lastReportFile: String { "\(stateDirectory)/last-fix.json" }
    /// The statistics of the receivers, across restarts.
    public var receiversFile: String { "\(stateDirectory)/receivers.json" }
    /// The history.
    public var historyFile: String { "\(stateDirectory)/history.db" }
    /// The gazetteer.
    public var gazetteerFile: String { "\(stateDirectory)/places.db" }
    /// The owner's places.
    public var ownPlacesFile: String { "\(stateDirectory)/own-places.json" }
    /// The states of the places, across restarts.
    public var placeStatesFile: String { "\(stateDirectory)/place-standings.json" }
    /// The anchor watch, across restarts; absent without one.
    public var anchorFile: String { "\(stateDirectory)/anchor.json" }
    /// The file that is closed after writing whenever points were committed to the history; its content has no meaning.
    ///
    /// It has its own directory, whose watchers wake for nothing else.
    public var historyTick: String { "\(historyTickDirectory)/tick" }
    /// The directory of ``historyTick``.
    public var historyTickDirectory: String { "\(runtimeDirectory)/commits" }
    /// The directory of files from which the daemon learns what `whereismy-publish` has read, one for each destination.
    public var publishCursors: String { "\(publishStateDirectory)/cursors" }
    /// The directory of persistent data of `whereismy-publish`.
    public var publishStateDirectory: String { "\(stateDirectory)-publish" }
    /// The directory of the status of `whereismy-publish`.
    public var publishRuntimeDirectory: String { "\(runtimeDirectory)-publish" }
    /// The queue of webhook deliveries.
    public var webhookQueue: String { "\(stateDirectory)/webhooks" }
    /// The damaged entries of the queue.
    public var damagedWebhooks: String { "\(stateDirectory)/webhooks-damaged" }
    /// The inbox of the unit that starts targets and hooks; without it, nothing is requested.
    ///
    /// It is beside the runtime directory and not in it, so that the daemon cannot replace it.
    public var orderInbox: String { "\(runtimeDirectory)-orders/new" }
    /// The directory of hooks.
    public var hookDirectory: String { "\(configurationDirectory)/hooks.d" }
    /// The access file: tokens, sessions and shares.
    public var accessFile: String { "\(stateDirectory)/access.json" }
    /// The tokens passed by systemd, which may be absent; nil without credentials.
    public var tokenCredential: String? { credentialsDirectory.map { "\($0)/whereismy.tokens" } }
    /// The Unix socket of the API.
    public var apiSocket: String { "\(runtimeDirectory)/api.sock" }
    /// The lock of the running daemon.
    public var lockFile: String { "\(runtimeDirectory)/whereismyd.lock" }
    /// The lock of the daemon that writes the state directory.
    public var stateLockFile: String { "\(stateDirectory)/whereismyd.lock" }
}
