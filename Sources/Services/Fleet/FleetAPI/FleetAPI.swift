public import Basics
public import HTTPServer
public import Linux
public import PostgreSQL
import Queries
public import Systemd
import Web

/// Responds to every request to a fleet's server: routing, authorization and content.
public final class FleetAPI: Sendable {
    private let clock: @Sendable () -> Moment
    private let hosts: HostCheck
    private let authorizer: Authorizer
    let router: Router
    let shares: ShareRouter
    private let feed: DeviceFeed
    private let delayedFeed: DeviceFeed
    private let pool: DatabasePool
    private let responses: ServerResponses

    /// Creates the routes and starts the threads.
    ///
    /// - Parameters:
    ///   - configuration: the server's addresses and the content of its pages.
    ///   - connect: opens a connection as the role of the service, with a limit for each statement; called by several threads.
    ///   - metrics: returns further numbers of the program by their names in `/v1/health`, for `/metrics`.
    ///   - clock: the clock.
    ///   - write: writes a warning to the journal.
    /// - Throws: `SystemError` if no file descriptor or thread is left.
    public init(
        _ configuration: ServerConfiguration,
        connect: @escaping @Sendable (_ statementTimeout: Duration) throws(PostgresError) -> PostgresConnection,
        metrics: @escaping @Sendable () -> [(name: String, value: Int, isCount: Bool)] = { [] },
        clock: @escaping @Sendable () -> Moment = { SystemClock.now() },
        log write: @escaping @Sendable (String) -> Void = { Log.write(.warning, $0) }
    ) throws(SystemError) {
        self.clock = clock
        hosts = HostCheck(names: configuration.names)
        let log = RequestLog(clock: clock, write: write)
        responses = ServerResponses(tiles: configuration.tiles, pages: .fleet(configuration.assets), log: log) {
            Problem(translating: $0)
        }
        let health = DatabaseHealth(write: write)
        let session: @Sendable () -> DatabaseSession = { DatabaseSession(connect: connect, health: health) }
        authorizer = Authorizer(proxyHeader: configuration.proxyHeader)
        let json = DeviceJSON(towns: NearestTowns(path: configuration.gazetteerFile))
        feed = try DeviceFeed(authorizer: authorizer, json: json, clock: clock, log: log, session: session)
        delayedFeed = try DeviceFeed(authorizer: authorizer, json: json, clock: clock, log: log, session: session)
        pool = try DatabasePool(threads: configuration.connections, session: session)
        let services = Services(
            authorizer: authorizer, feed: feed, delayedFeed: delayedFeed,
            pages: PageRoutes(configuration, log: log, write), json: json, workers: WorkerPool(log: log),
            connect: connect, health: health)
        let table = RouteTable(configuration, services: services, metrics: metrics)
        router = table.router
        shares = table.shares
    }

    /// Ends the streams and the threads; later requests get 503.
    public func stop() {
        feed.stop()
        delayedFeed.stop()
        pool.close()
    }

    /// Returns the response to a request, which is deferred if it needs the database.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - isFromProxy: true for requests on the Unix socket of the reverse proxy, whose header is believed.
    /// - Returns: the response.
    public func respond(to request: HTTPRequest, isFromProxy: Bool = false) -> HTTPResponse {
        let moment = clock()
        let request = isFromProxy ? request : authorizer.withoutProxyHeader(request)
        return responses.respond(to: request) { try handle(request, at: moment) }
    }

    /// Returns the response to a request that the server rejects before routing.
    public func errorResponse(_ status: HTTPStatus, detail: String) -> HTTPResponse {
        responses.refusal(status, detail: detail)
    }

    private func handle(_ request: HTTPRequest, at moment: Moment) throws -> HTTPResponse {
        try hosts.check(request)
        if let shared = try ShareRequest(request, below: ShareRouter.prefix) {
            return try deferred(request, repeats: true) { [shares] in
                try shares.respond(to: shared, at: moment, $0)
            }
        }
        let (route, segments) = try router.find(request.path)
        guard route.audience(of: request.method) != .anyone else {
            return try Router.run(
                route,
                RequestContext(request: request, segments: segments, moment: moment, admission: nil, database: nil))
        }
        return try deferred(request, repeats: !request.method.isChange) { [authorizer] connection in
            try authorizer.run(route, segments: segments, for: request, at: moment, connection)
        }
    }

    /// Returns the response that a thread with a connection to the database makes.
    private func deferred(
        _ request: HTTPRequest, repeats: Bool,
        _ work: @escaping @Sendable (PostgresConnection) throws -> HTTPResponse
    ) throws(Problem) -> HTTPResponse {
        let deferred = DeferredResponse()
        let isAccepted = pool.enqueue { [responses] session in
            deferred.send(responses.respond(to: request) { try session.run(repeats: repeats, work) })
        }
        guard isAccepted else { throw .busy }
        return HTTPResponse(body: .deferred(deferred))
    }
}
