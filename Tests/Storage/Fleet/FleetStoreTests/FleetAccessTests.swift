import Access
import Basics
import FleetProtocol
import FleetStore
import Location
import PostgreSQL
import TestSupport
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct FleetAccessTests {
    private let database: FleetTestDatabase
    private let administration: FleetAdministration
    private let access: FleetAccess

    init() throws {
        database = try FleetTestDatabase()
        administration = try database.administration()
        access = FleetAccess(try database.connect())
        try administration.addMember("ann", at: FleetTestDatabase.now)
    }

    private var now: Timestamp { FleetTestDatabase.now }

    @Test func aDeviceTokenIsTheDevicesUntilItIsRevokedOrDisabled() throws {
        let name = try FleetTestDatabase.name("van")
        let first = try administration.addDevice(name, at: now)
        let second = try administration.addDeviceToken(name, at: now)
        let hashes = [SecretHash(first), SecretHash(.random()), SecretHash(second)]
        func devices() throws -> [SecretHash: DeviceName] { try access.devices(of: hashes, at: now) }
        #expect(try devices() == [hashes[0]: name, hashes[2]: name])
        try administration.setDisabled(true, name, at: now)
        #expect(try devices() == [:])
        try administration.setDisabled(false, name, at: now)
        #expect(try administration.revokeDeviceTokens(name, at: now) == 2)
        #expect(try devices() == [:])
    }

    @Test func aMemberWithALoginIsAddedWithTheRightsOfItOrNotAtAll() throws {
        let login = "clerk_\(UInt32.random(in: 0 ... .max))"
        #expect(throws: AdministrationError(.notFound, "no role \(login); fix: sudo -u postgres createuser \(login)")) {
            let owner = try database.superuser()
            try owner.execute("SET ROLE whereismy_collector")
            try FleetAdministration(owner, actor: "test").addMember("joe", login: login, at: now)
        }
        try database.superuser().execute("CREATE ROLE \(login) LOGIN")
        let failure = #expect(throws: AdministrationError.self) {
            try administration.addMember("joe", login: login, at: now)
        }
        #expect(failure?.description.contains("fix: sudo -u postgres whereismy-fleet member add") == true)
        #expect(try administration.members().map(\.name) == ["ann"])
        #expect(try database.auditEntries().count == 1)
        let owner = try database.superuser()
        try owner.execute("SET ROLE whereismy_collector")
        try FleetAdministration(owner, actor: "test").addMember("joe", login: login, at: now)
        #expect(try owner.query("SELECT current_user::text").first?.text(at: 0) == "whereismy_collector")
        let sql = "SELECT pg_has_role('\(login)', 'whereismy_analyst', 'member')"
        #expect(try owner.query(sql).first?.boolean(at: 0) == true)
        #expect(try administration.members().map(\.name) == ["ann", "joe"])
    }

    @Test func theFixesOfAWrongClockAreRemovedFromAFullHourOn() throws {
        let device = try FleetTestDatabase.name("van")
        _ = try administration.addDevice(device, at: now)
        let ingest = UploadStore(try database.connect())
        let ahead = 10 * 365 * 86_400
        let future = Array(stride(from: ahead, to: ahead + 3 * 86_400, by: 600))
        _ = try ingest.store([FleetTestDatabase.upload("van", [-10, 0] + future)])
        let end = Timestamp(milliseconds: now.milliseconds - 7_200_000)
        while try !SealingJob(database.connect()).run(before: end, atMost: 1000).isComplete {}
        // By its own clock the last two days are not full yet.
        #expect(try database.count("whereismy.recent") <= 2 + 2 * 144 + 6)
        #expect(try database.count("whereismy.segment") >= 23)
        let removed = try administration.removeFixes(of: device, after: now, at: now)
        #expect(removed == (Int64(future.count), 0))
        #expect(try database.count("whereismy.recent") == 2 && database.count("whereismy.segment") == 0)
        let rest = try #require(try administration.devices(at: now).first)
        #expect(rest.suspectTime == nil && rest.point?.timestamp == now)
        #expect(try administration.removeFixes(of: device, after: now + .seconds(-86_400), at: now) == (2, 0))
        #expect(try administration.devices(at: now).first?.point == nil)
    }

    @Test("after a removal the newest fix before it is the last one, of a row or of a segment")
    func lastAfterRemoval() throws {
        let device = try FleetTestDatabase.name("van")
        _ = try administration.addDevice(device, at: now)
        _ = try UploadStore(try database.connect()).store([FleetTestDatabase.upload("van", [-180_000, -5000, 0])])
        _ = try SealingJob(database.connect()).run(before: now + .seconds(-86_400), atMost: 9)
        #expect(try database.count("whereismy.segment") == 1)
        for (removed, rest) in [(-3600, -5000), (-90_000, -180_000)] {
            #expect(try administration.removeFixes(of: device, after: now + .seconds(removed), at: now) == (1, 0))
            let point = try administration.devices(at: now).first?.point
            #expect(try point == FleetTestDatabase.point("van", rest))
        }
    }

    @Test func aRemovedDeviceIsGoneWithAllThatItHad() throws {
        for name in ["van", "boat"] {
            let device = try FleetTestDatabase.name(name)
            _ = try administration.addDevice(device, at: now)
            _ = try administration.addShare(of: .device(device), ShareOptions(), at: now)
            try administration.addTeam("team-\(name)", at: now)
            try administration.add(device, toTeam: "team-\(name)", at: now)
            let events = [PlaceEvent(.enter, place: "Depot", moment: now, since: now)]
            let old = Array(stride(from: -90_000, to: -86_400, by: 10))
            let ingest = UploadStore(try database.connect())
            _ = try ingest.store([FleetTestDatabase.upload(name, old + [-10, 0], events: events)])
        }
        let tables = ["device", "last", "recent", "segment", "event", "team_device", "share", "token"]
        let before = try tables.map { try database.count("whereismy.\($0)") }
        let removed = try administration.removeDevice(FleetTestDatabase.name("van"), at: now)
        #expect(removed == (362, 1))
        #expect(try tables.map { try database.count("whereismy.\($0)") * 2 } == before)
        let entry = try #require(try database.auditEntries().first)
        #expect([entry.action, entry.subject, entry.detail] == ["device remove", "van", "362 fixes, 1 events"])
        #expect(throws: AdministrationError.self) {
            try administration.removeDevice(FleetTestDatabase.name("van"), at: now)
        }
        _ = try administration.addDevice(FleetTestDatabase.name("van"), at: now)
    }

    @Test func noSecretIsInTheDatabase() throws {
        let name = try FleetTestDatabase.name("van")
        let secrets = [
            try administration.addDevice(name, at: now), try administration.addToken("phone", of: "ann", at: now),
            try administration.addSignInLink(for: "ann", at: now),
            try administration.addShare(of: .device(name), ShareOptions(), at: now).secret,
        ]
        let rows = try database.superuser().query(
            """
            SELECT concat((SELECT jsonb_agg(t) FROM whereismy.token t), (SELECT jsonb_agg(s) FROM whereismy.share s),
                (SELECT jsonb_agg(a) FROM whereismy.audit a))
            """)
        let text = try #require(rows.first?.text(at: 0))
        for secret in secrets { #expect(!text.contains(secret.text)) }
    }

    @Test func aLinkSignsInOnceAndWithinFiveMinutes() throws {
        let link = try administration.addSignInLink(for: "ann", at: now)
        #expect(try access.beginSession(link: SecretHash(link), name: "x", at: now + .seconds(301)) == nil)
        let begun = try #require(try access.beginSession(link: SecretHash(link), name: "phone", at: now))
        #expect(begun.viewer.name == "ann")
        #expect(try access.beginSession(link: SecretHash(link), name: "phone", at: now) == nil)
        let hash = SecretHash(begun.secret)
        #expect(try access.viewer(session: hash, at: now)?.viewer == begun.viewer)
        #expect(try access.viewer(program: hash, at: now) == nil)
        #expect(try access.renewSession(hash, at: now) == false)
        #expect(try access.renewSession(hash, at: now + .seconds(90_000)) == true)
        #expect(try access.viewer(session: hash, at: now + .seconds(31 * 86_400)) != nil)
        #expect(try access.viewer(session: hash, at: now + .seconds(33 * 86_400)) == nil)
        try access.endSession(hash)
        #expect(try access.viewer(session: hash, at: now) == nil)
    }

    @Test func aProgramTokenHasTheRolesOfItsMemberUntilItExpires() throws {
        try administration.addTeam("red", at: now)
        try administration.setRole(.share, of: "ann", inTeam: "red", at: now)
        let secret = try administration.addToken("phone", of: "ann", expires: now + .seconds(60), at: now)
        #expect(try access.viewer(program: SecretHash(secret), at: now)?.roles == ["red": .share])
        #expect(try administration.tokens().first?.lastUsed == now)
        #expect(try access.viewer(program: SecretHash(secret), at: now + .seconds(60)) == nil)
        try administration.revokeToken("phone", of: "ann", at: now)
        #expect(try access.viewer(program: SecretHash(secret), at: now) == nil)
        #expect(throws: AdministrationError.self) { try administration.revokeToken("phone", of: "ann", at: now) }
    }

    @Test func aShareIsFoundByItsSecretUntilItEnds() throws {
        try administration.addTeam("red", at: now)
        try administration.setRole(.share, of: "ann", inTeam: "red", at: now)
        let options = ShareOptions(
            end: .after(.seconds(60)), precision: 100, delay: .seconds(30), label: "Customers", note: "Eve")
        let (share, secret) = try administration.addShare(of: .team("red"), options, member: "ann", at: now)
        #expect(try access.share(of: SecretHash(secret), at: now) == share)
        #expect(
            share.subject == .team("red") && share.member == "ann" && share.label == "Customers" && share.note == "Eve")
        #expect(share.precision == 100 && share.delay == .seconds(30) && share.expires == now + .seconds(60))
        #expect(try access.share(of: SecretHash(secret), at: now + .seconds(60)) == nil)
        #expect(try access.shares(of: "ann") == [share])
        #expect(throws: AdministrationError.self) { try administration.endShare(share.name, of: "bob", at: now) }
        try administration.endShare(share.name, of: "ann", at: now)
        #expect(try access.share(of: SecretHash(secret), at: now) == nil)
        #expect(throws: AdministrationError.self) { try administration.addShare(of: .team("blue"), options, at: now) }
        #expect(throws: AdministrationError.self) {
            try administration.addShare(of: .team("red"), ShareOptions(precision: 0.1), at: now)
        }
        #expect(throws: AdministrationError.self) {
            try administration.addShare(of: .team("red"), ShareOptions(note: "two\nlines"), at: now)
        }
    }

    @Test func namesThatAreTakenOrUnknownAreToldApart() throws {
        let van = try FleetTestDatabase.name("van")
        _ = try administration.addDevice(van, at: now)
        let taken = #expect(throws: AdministrationError.self) { try administration.addDevice(van, at: now) }
        #expect(taken?.kind == .exists)
        let unknown = #expect(throws: AdministrationError.self) {
            try administration.add(van, toTeam: "ghost", at: now)
        }
        #expect(unknown?.kind == .notFound)
        let invalid = #expect(throws: AdministrationError.self) { try administration.addTeam("no blanks", at: now) }
        #expect(invalid?.kind == .invalid)
    }

    @Test func eachChangeIsAudited() throws {
        _ = try administration.addDevice(FleetTestDatabase.name("van"), at: now)
        try administration.addTeam("red", at: now)
        #expect(throws: AdministrationError.self) { try administration.addTeam("red", at: now) }
        let entries = try database.auditEntries()
        #expect(entries.map(\.action) == ["team add", "device add", "member add"])
        #expect(entries.first?.actor == "test" && entries.first?.subject == "red")
    }

    @Test func whatHasExpiredIsRemoved() throws {
        _ = try administration.addSignInLink(for: "ann", at: now)
        _ = try administration.addToken("phone", of: "ann", at: now)
        #expect(try administration.removeExpired(at: now) == 0)
        #expect(try administration.removeExpired(at: now + .seconds(300)) == 1)
    }
}
