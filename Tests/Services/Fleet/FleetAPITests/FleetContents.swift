import Access
import Basics
import FleetProtocol
import FleetStore
import Location
import PostgreSQL
import Testing

/// Fills a fleet's database for tests.
struct FleetContents {
    private let connection: PostgresConnection
    private let administration: FleetAdministration
    private let ingest: UploadStore
    private let now: Timestamp

    init(_ connection: PostgresConnection, now: Timestamp) {
        (self.connection, self.now) = (connection, now)
        administration = FleetAdministration(connection, actor: "test")
        ingest = UploadStore(connection)
    }

    /// Adds the own team with its devices, their past, and its members; returns the secrets of the callers.
    func addTeam() throws -> [TestFleet.Caller: Secret] {
        try administration.addTeam("a", at: now)
        let device = try add("a-1", toTeam: "a")
        _ = try add("a-2", toTeam: "a")
        for (name, role) in [("ada", TeamRole.admin), ("sam", .share), ("lara", .last)] {
            try add(name, role, inTeam: "a")
        }
        // Some of it older than two hours, which may be stored in another way.
        try report("a-1", at: Array(stride(from: -90_000, to: 0, by: 600)))
        try report("a-2", at: [-30])
        try addEvent("a-1", place: "Depot")
        let program = try administration.addToken("program", of: "ada", at: now)
        return [
            .member: try session(of: "ada"), .newestOnly: try session(of: "lara"), .program: program, .device: device,
        ]
    }

    /// Adds links to a device and to the team; returns their secrets.
    func addLinks() throws -> (device: Secret, team: Secret) {
        let options = ShareOptions(end: .after(.seconds(3600)), since: now + .seconds(-100_000))
        return (
            try administration.addShare(of: .device(Self.name("a-1")), options, member: "ada", at: now).secret,
            try administration.addShare(of: .team("a"), options, member: "ada", at: now).secret
        )
    }

    /// Adds one more share; returns its identifier.
    func addShare() throws -> String {
        try administration.addShare(of: .device(Self.name("a-1")), ShareOptions(), member: "ada", at: now).share.name
    }

    /// Adds another team with a member, devices, events, a program, a session and a share; returns that share's
    /// identifier.
    ///
    /// A device of the own team is in the other team too, which the own team must not notice.
    func addOtherTeam() throws -> String {
        try administration.addTeam("other-team", at: now)
        _ = try add("secret-van", toTeam: "other-team")
        _ = try administration.addDevice(Self.name("lonely-van"), at: now)
        try administration.add(Self.name("a-2"), toTeam: "other-team", at: now)
        try add("bob", .admin, inTeam: "other-team")
        try report("secret-van", at: Array(stride(from: -90_000, to: 0, by: 600)))
        try addEvent("secret-van", place: "Hideout")
        _ = try administration.addToken("logger", of: "bob", at: now)
        _ = try session(of: "bob")
        return try administration.addShare(of: .team("other-team"), ShareOptions(), member: "bob", at: now).share.name
    }

    private func add(_ device: String, toTeam team: String) throws -> Secret {
        let token = try administration.addDevice(Self.name(device), at: now)
        try administration.add(Self.name(device), toTeam: team, at: now)
        return token
    }

    private func add(_ member: String, _ role: TeamRole, inTeam team: String) throws {
        try administration.addMember(member, at: now)
        try administration.setRole(role, of: member, inTeam: team, at: now)
    }

    private func session(of member: String) throws -> Secret {
        let link = try administration.addSignInLink(for: member, at: now)
        return try #require(
            try FleetAccess(connection).beginSession(link: SecretHash(link), name: "test", at: now)
        ).secret
    }

    /// Stores fixes of a device, at seconds after now.
    func report(_ device: String, at seconds: [Int]) throws {
        let points = try seconds.map { seconds in
            var fix = Fix(device: device, mode: .threeDimensional)
            fix.timestamp = now + .seconds(seconds)
            fix.coordinate = Coordinate(latitude: 47.5 + Double(seconds) / 1e6, longitude: 8.5)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .estimate)
            fix.speed = 3
            return try #require(TrackPoint(fix, motion: .moving))
        }
        try store(device, UploadedItems(points: points, events: []))
    }

    /// Stores an event of a device at a place.
    func addEvent(_ device: String, place: String) throws {
        let event = PlaceEvent(.enter, place: place, moment: now + .seconds(-10), since: now + .seconds(-20))
        try store(device, UploadedItems(points: [], events: [event]))
    }

    private func store(_ device: String, _ content: UploadedItems) throws {
        let answers = try ingest.store([
            DeviceUpload(device: Self.name(device), content: content, received: now)
        ])
        #expect(answers == [.stored(content.points.count + content.events.count, refused: [])])
    }

    static func name(_ text: String) throws -> DeviceName { try #require(DeviceName(text)) }
}
