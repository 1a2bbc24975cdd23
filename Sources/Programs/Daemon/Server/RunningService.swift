import API
import Access
import Basics
import Configuration
import HTTPServer
import Linux
import Location
import Pages
import Systemd
import Tracking

/// The server, and the thread that tells of what is new, as they are until the settings change.
struct RunningService {
    private let server: HTTPServer
    private let publisher: LivePublisher
    private let api: API

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - settings: for whom, with which map.
    ///   - machine: what can be asked.
    ///   - listeners: where it is asked.
    ///   - keeper: who may ask.
    ///   - run: tells the events of shares from those of earlier runs.
    /// - Throws: ``SystemError`` where the process lacks what it takes.
    init(
        _ settings: Settings, _ machine: DaemonAccess, _ listeners: Listeners, _ keeper: AccessController, run: String
    ) throws(SystemError) {
        var machine = machine
        machine.info.listeners = listeners.info
        let api = API(
            daemon: machine, access: keeper, configuration: ServerConfiguration(settings, listeners), run: run)
        self.api = api
        publisher = try LivePublisher(api, clock: machine.clock)
        server = try HTTPServer(
            listeners.sockets, limits: Self.limits(settings.http), errorResponse: api.errorResponse,
            handler: api.respond)
    }

    /// A link that lets a browser in, once and soon; nil where there is no TCP.
    var signInLink: String? { api.signInLink() }

    /// Ends all streams and connections, and waits for that.
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
                .notice, "\(limits.connections) connections at once are what the limit of open files (ulimit -n) leaves"
            )
        }
        return limits
    }
}

extension DaemonAccess {
    /// What the API can ask of a daemon with these settings.
    ///
    /// - Parameters:
    ///   - settings: what it goes by.
    ///   - outlets: what it finds out.
    ///   - feed: the newest report.
    ///   - pages: what draws pages.
    ///   - places: the owner's places, and the anchor.
    ///   - started: when it was started.
    init(
        _ settings: Settings, _ outlets: TrackerOutputs, _ feed: LiveFeed, _ pages: SharedPages, _ places: PlaceService,
        started: Moment
    ) {
        self.init(
            feed: feed,
            verdicts: { [verdicts = outlets.verdicts] moment in
                let log = verdicts.snapshot
                return Verdicts(
                    records: log.entries(at: moment.uptime).map { $0.record(at: moment) },
                    forgottenUntil: log.discardedUntil(at: moment.uptime))
            },
            counts: { [counts = outlets.counts] in counts.snapshot },
            memory: { ProcessMemory.resident },
            staticPage: { [file = "\(settings.runtimeDirectory)/index.html"] in try? FileContents.read(file) },
            renderStaticPage: { pages.shareRenderer.render($0, at: $1).bytes }, clock: { SystemClock.now() },
            historyFile: settings.history.isEnabled ? settings.historyFile : nil,
            staleAfter: settings.staleAfter, version: Product.version)
        (self.places, anchor) = (places.places, places.anchor)
        gazetteerFile = settings.gazetteerFile
        defaultNearestRadius = settings.places.searchRadius
        info.processID = ProcessEnvironment.processID
        info.started = started
        info.gpsd = settings.gpsd.description
    }
}

extension ServerConfiguration {
    /// What the configuration says about the server, served on these sockets.
    init(_ settings: Settings, _ listeners: Listeners) {
        let own = HostName.current.map { [$0, "\($0).local"] } ?? []
        self.init(
            names: own + settings.http.names, access: settings.http.access == .open ? .open : .token,
            zones: PrivacyZones(settings.privacyZones), address: listeners.address,
            publicAddress: listeners.publicAddress, map: MapSource(settings.map),
            templates: TemplateLibrary(directories: settings.templateDirectories(installedWith: Executable.directory)))
    }
}

extension MapSource {
    /// What the configuration says about the map.
    fileprivate init(_ settings: MapSettings) {
        self.init(
            tiles: settings.tiles, attribution: settings.attribution, attributionLink: settings.attributionLink,
            mbtiles: settings.mbtiles)
    }
}
