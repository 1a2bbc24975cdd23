import API
import Access
import Basics
import Configuration
import HTTPServer
import History
import Linux
import Pages
import Privacy
import Systemd
import Tracking

/// The server and its live publisher, until the settings change.
struct RunningService {
    private let server: HTTPServer
    private let publisher: LivePublisher
    private let api: API

    /// Starts to serve; `run` distinguishes the events of shares from those of earlier runs.
    init(
        _ settings: Settings, _ daemon: DaemonAccess, listeners: Listeners, access: AccessController, run: String
    ) throws(SystemError) {
        var daemon = daemon
        daemon.info.listeners = listeners.info
        let api = API(
            daemon: daemon, access: access, configuration: ServerConfiguration(settings, listeners), run: run)
        self.api = api
        publisher = try LivePublisher(api, clock: daemon.clock)
        server = try HTTPServer(
            listeners.sockets, limits: Self.limits(settings.http), errorResponse: api.errorResponse,
            handler: api.respond)
    }

    /// A link that signs a browser in, once and within minutes; nil without TCP.
    var signInLink: String? { api.signInLink() }

    var pulses: [ThreadPulse] { [server.pulse, publisher.pulse] }

    /// Ends all streams and connections.
    func stop() {
        publisher.stop()
        server.stop()
    }

    private static func limits(_ settings: HTTPSettings) -> HTTPLimits {
        var limits = HTTPLimits()
        limits.connections = settings.connections
        limits.connectionsPerAddress = settings.connectionsPerAddress
        limits.fit(descriptors: DescriptorLimit.raise())
        if limits.connections < settings.connections {
            Log.write(
                .notice, "connections limited to \(limits.connections) by the limit of open files (ulimit -n)"
            )
        }
        return limits
    }
}

extension DaemonAccess {
    init(
        _ settings: Settings, _ outputs: TrackerOutputs, feed: LiveFeed, pages: SharedPages, places: PlaceService,
        started: Moment
    ) {
        self.init(
            feed: feed,
            verdicts: { [verdicts = outputs.verdicts] moment in
                let log = verdicts.snapshot
                return Verdicts(
                    records: log.entries(at: moment.uptime).map { $0.record(at: moment) },
                    forgottenUntil: log.discardedUntil(at: moment.uptime))
            },
            counts: { [counts = outputs.counts] in counts.snapshot },
            memory: { ProcessMemory.resident },
            staticPage: { [file = "\(settings.runtimeDirectory)/index.html"] in try? FileContents.read(file) },
            renderStaticPage: { pages.shareRenderer.render($0, at: $1).bytes }, clock: { SystemClock.now() },
            historyFile: settings.history.isEnabled ? settings.historyFile : nil,
            staleAfter: settings.staleAfter, version: Product.version)
        (self.places, anchor) = (places.places, places.anchor)
        acceptClaim = { [commands = places.commands] name in commands.update { $0.trust = name } }
        flushHistory = { [history = outputs.history] timeout in
            history?.writer?.flush(.pointsAndEvents, timeout: timeout)
        }
        historyOutage = { [history = outputs.history] in history?.writer?.outage }
        // The newest fix of a stay waits for a minute before it is enqueued.
        historyDelay = RecordingSettings(settings.history).stayInterval + .seconds(60)
        gazetteerFile = settings.gazetteerFile
        defaultNearestRadius = settings.places.searchRadius
        info.processID = ProcessEnvironment.processID
        info.started = started
        info.gpsd = settings.gpsd.description
    }
}

extension ServerConfiguration {
    init(_ settings: Settings, _ listeners: Listeners) {
        let own = HostName.current.map { [$0, "\($0).local", "\($0.prefix { $0 != "." }).local"] } ?? []
        self.init(
            names: own + settings.http.names, access: AccessMode(settings.http, listeners),
            zones: PrivacyZones(settings.privacyZones), address: listeners.address,
            publicAddress: listeners.publicAddress, map: MapSource(settings.map),
            templates: TemplateLibrary(directories: settings.templateDirectories(installedWith: Executable.directory)))
        landFiles = settings.landFiles(installedWith: Executable.directory)
    }
}

extension AccessMode {
    /// The access mode of the configuration; with a token where a passed socket would show the position to other
    /// machines without permission.
    init(_ http: HTTPSettings, _ listeners: Listeners) {
        guard let address = listeners.exposedAddress(http) else {
            self = http.access == .open ? .open : .token
            return
        }
        self = .token
        Log.write(
            .warning,
            "access = open is ignored: systemd listens on \(address), which other machines can reach; fix: access = token, "
                + "another ListenStream in whereismyd.socket, or allow-public = yes")
    }
}

extension MapSource {
    fileprivate init(_ settings: MapSettings) {
        self.init(
            tiles: settings.tiles, attribution: settings.attribution, attributionLink: settings.attributionLink,
            mbtiles: settings.mbtiles, isDark: settings.appearance == .dark)
    }
}
