import Access
import Basics
import FleetPages
import FleetProtocol
import FleetStore
import Linux
import Location
import Pages
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@testable import FleetAPI

/// A fleet's server over a fresh database: team `a` with `ada` (admin), `sam` (share) and `lara` (last position), devices
/// `a-1` and `a-2`; and, unless it is left out, the other team.
final class TestFleet: Sendable {
    static let isPossible = PostgresServer.isInstalled

    let database: PostgresDatabase
    let api: FleetAPI
    /// The time of day, which stands still.
    let now: Timestamp
    /// The lines of the journal.
    let lines = JournalLines()
    /// The number of requests sent.
    let requests = Atomic(0)
    private let secrets: [Caller: Secret]
    /// The links of the own device and the own team.
    let links: (device: Secret, team: Secret)
    /// The identifiers of shares: an own one, and one of the other team.
    let shareNames: (own: String, other: String)

    /// Creates a fleet.
    ///
    /// - Parameters:
    ///   - hasOtherTeam: true for the other team with its devices, member, share and events too.
    ///   - fleet: a fleet whose time and whose other team's share to have too; nil for none.
    ///   - server: a server of its own; nil for the one that tests share.
    ///   - configure: changes the configuration of the server.
    /// - Throws: what the database throws.
    init(
        hasOtherTeam: Bool = true, like fleet: TestFleet? = nil, on server: PostgresServer? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        let template = try server.map(FleetTemplate.make) ?? FleetTemplate.database.get()
        let database = try PostgresDatabase(on: template.server, template: template.name)
        let now = fleet?.now ?? SystemClock.now().wallClock
        (self.database, self.now) = (database, now)
        let contents = try FleetContents(Self.connect(database), now: now)
        (secrets, links) = (try contents.addTeam(), try contents.addLinks())
        let own = try contents.addShare()
        let other = hasOtherTeam ? try contents.addOtherTeam() : nil
        shareNames = (own, other ?? fleet?.shareNames.other ?? "0123456789")
        var configuration = ServerConfiguration(
            names: ["fleet.example"], address: "https://fleet.example", proxyHeader: "X-Remote-User",
            tiles: "https://tiles.example/{z}/{x}/{y}.png", assets: FleetPages.assets(.builtIn), version: "1.2.3")
        configure(&configuration)
        api = try FleetAPI(
            configuration,
            connect: { timeout throws(PostgresError) in try Self.connect(database, statementTimeout: timeout) },
            clock: { Moment(uptime: SystemClock.uptime, wallClock: now) }, log: { [lines] in lines.append($0) })
    }

    deinit { api.stop() }

    /// Connects as the service, with a limit for each statement.
    static func connect(
        _ database: PostgresDatabase, statementTimeout: Duration = .seconds(30)
    ) throws(PostgresError) -> PostgresConnection {
        try FleetDatabase.connect(database.conninfo(user: "api_service"), statementTimeout: statementTimeout)
    }

    /// Who sends a request.
    enum Caller: Hashable, Sendable, CaseIterable {
        /// The session of `ada`.
        case member
        /// The session of `lara`, who may see the newest position alone.
        case newestOnly
        /// A program of `ada`.
        case program
        /// `ada` by a reverse proxy.
        case proxy
        /// The token of the device `a-1`.
        case device
        /// Nobody.
        case visitor

        /// All but the device, which reads nothing.
        static let all = [Caller.member, .newestOnly, .program, .proxy, .visitor]
    }

    /// Returns the headers of a caller.
    func headers(of caller: Caller) -> [(String, String)] {
        switch caller {
        case .proxy: [("X-Remote-User", "ada")]
        case .visitor: []
        case .member, .newestOnly: [("Cookie", "whereismy-fleet=\(secrets[caller]?.text ?? "")")]
        case .program, .device: [("Authorization", "Bearer \(secrets[caller]?.text ?? "")")]
        }
    }

    /// Stores a fix of a device, so many seconds after those before.
    func report(device: String, at seconds: Int) throws {
        try FleetContents(Self.connect(database), now: now).report(device, at: [seconds])
    }

    /// Stores an event of a device at a place.
    func addEvent(device: String, place: String) throws {
        try FleetContents(Self.connect(database), now: now).addEvent(device, place: place)
    }

    /// Returns an administration of the fleet.
    func administration() throws -> FleetAdministration {
        FleetAdministration(try Self.connect(database), actor: "test")
    }

    /// Returns the share of a link, as the routes need it.
    func share(of secret: Secret) throws -> (share: FleetShare, hash: SecretHash) {
        let hash = SecretHash(secret)
        return (try #require(try FleetAccess(Self.connect(database)).share(of: hash, at: now)), hash)
    }

    /// Returns a viewer by name.
    func viewer(_ name: String) throws -> FleetViewer {
        try #require(try FleetAccess(Self.connect(database)).member(named: name))
    }

    /// Returns the number of rows that a viewer gets without any condition.
    func count(_ table: String, as viewer: FleetViewer) throws -> Int64? {
        let connection = try Self.connect(database)
        return try connection.transaction {
            try FleetReader.restrict(connection, to: viewer)
            return try connection.query("SELECT count(*) FROM whereismy.\(table)").first?.integer(at: 0)
        }
    }
}

/// A database with the schema, built once and then copied.
enum FleetTemplate {
    static let database = Result { try make(on: #require(PostgresServer.shared)) }

    static func make(on server: PostgresServer) throws -> PostgresDatabase {
        let database = try PostgresDatabase(on: server)
        let connection = try PostgresConnection(database.conninfo())
        try FleetSchema.createRoles(connection)
        _ = try FleetSchema.migrate(connection)
        try FleetSchema.restrictFunctions(connection)
        try connection.execute("CREATE ROLE api_service LOGIN")
        try FleetSchema.grantService(to: "api_service", connection)
        return database
    }
}

/// The lines that a server has written to the journal.
final class JournalLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
