import Configuration
import FleetAPI
import FleetCollector
import FleetPages
import FleetStore
import HTTPServer
import Linux
import Pages
import PostgreSQL
import Systemd

/// The running parts of `serve`.
struct FleetService {
    private let collector: Collector
    private let api: FleetAPI
    private let servers: [HTTPServer]
    private let pulses: [ThreadPulse]

    /// Starts all threads.
    ///
    /// - Throws: `SystemError` if the process lacks a resource or an address; an error of `SecretFile`.
    init(_ settings: FleetSettings, passed: [ListeningSocket]) throws {
        let listeners = try FleetListeners(settings, passed: passed)
        let collector = try Collector(settings.completeCollector) { Log.write($0, $1) }
        let database = settings.collector.database
        let api = try FleetAPI(
            ServerConfiguration(settings),
            connect: { timeout throws(PostgresError) in
                try FleetDatabase.connect(database, statementTimeout: timeout)
            },
            metrics: { collector.metrics })
        (self.collector, self.api) = (collector, api)
        // The proxy has its own server: on any other socket, its header is a claim of the client.
        let groups = [(listeners.sockets, false), (listeners.proxySocket.map { [$0] } ?? [], true)]
        servers = try groups.filter { !$0.0.isEmpty }.map { sockets, isFromProxy in
            try HTTPServer(
                sockets, limits: Self.limits(settings), errorResponse: { api.errorResponse($0, detail: $1) },
                admission: { collector.admission(of: $0, length: $1) },
                handler: { collector.response(to: $0) ?? api.respond(to: $0, isFromProxy: isFromProxy) })
        }
        pulses = collector.pulses + servers.map(\.pulse)
    }

    /// Returns true if each thread has made a turn since the last call.
    func isAlive() -> Bool { pulses.map { $0.check() }.allSatisfy(\.self) }

    /// Stores what waits, answers, and ends all threads.
    func stop() {
        collector.stop()
        api.stop()
        for server in servers { server.stop() }
    }

    /// A stream is sent in chunks of half of it, and a day of fixes is 20 MB.
    ///
    /// Not more: after its first request a connection has touched all of it.
    private static let connectionMemory = 16_384

    private static func limits(_ settings: FleetSettings) -> HTTPLimits {
        var limits = HTTPLimits()
        limits.connectionMemory = connectionMemory
        limits.connections = settings.shared.http.connections
        limits.connectionsPerAddress = settings.shared.http.connectionsPerAddress
        limits.body = Collector.maxBodySize
        limits.localBody = Collector.maxBodySize
        limits.fit(descriptors: DescriptorLimit.raise())
        return limits
    }
}

extension ServerConfiguration {
    /// The configuration of the API and its pages.
    fileprivate init(_ settings: FleetSettings) {
        let machine = HostName.current.map { [$0, "\($0).local"] } ?? []
        let host = settings.publicAddress.flatMap { WebhookAddress($0)?.host }.map { name in
            String(name.prefix { $0 != ":" })
        }
        let map = settings.shared.map
        let templates = TemplateLibrary(
            directories: settings.shared.templateDirectories(installedWith: Executable.directory))
        self.init(
            names: machine + (host.map { [$0] } ?? []) + settings.shared.http.names, address: settings.publicAddress,
            proxyHeader: settings.proxySocket == nil ? nil : settings.proxyHeader, tiles: map.tiles,
            attribution: map.attribution, attributionLink: map.attributionLink, hasDarkTiles: map.appearance == .dark,
            assets: FleetPages.assets(templates), connections: settings.readers, version: Product.version)
        landFiles = settings.landFiles(installedWith: Executable.directory)
        gazetteerFile = settings.shared.gazetteerFile
    }
}
