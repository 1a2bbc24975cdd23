import Access
import Basics
import FleetProtocol
import FleetStore
import History
import Location
import PostgreSQL
import TestSupport
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct FleetReaderTests {
    private let database: FleetTestDatabase
    private let reader: FleetReader
    private let ingest: UploadStore

    init() throws {
        database = try FleetTestDatabase()
        try database.add("van-1", "van-2", "boat")
        let administration = try database.administration()
        try administration.addMember("boss", isAdmin: true, at: FleetTestDatabase.now)
        try administration.addTeam("vans", at: FleetTestDatabase.now)
        for name in ["van-1", "van-2"] {
            try administration.add(FleetTestDatabase.name(name), toTeam: "vans", at: FleetTestDatabase.now)
        }
        let connection = try database.connect()
        let boss = try #require(try FleetAccess(connection).member(named: "boss"))
        reader = FleetReader(connection, as: boss)
        ingest = UploadStore(try database.connect())
    }

    private var now: Timestamp { FleetTestDatabase.now }

    private func names(_ filter: DeviceFilter) throws -> [String] {
        try reader.devices(matching: filter, at: now).map(\.name.text)
    }

    private func store(_ device: String, latitude: Double, longitude: Double, secondsAgo: Int = 0) throws {
        var fix = Fix(device: device, mode: .twoDimensional)
        fix.timestamp = now + .seconds(-secondsAgo)
        fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        let point = try #require(TrackPoint(fix))
        let upload = DeviceUpload(
            device: try FleetTestDatabase.name(device), content: UploadedItems(points: [point]), received: now)
        _ = try ingest.store([upload])
    }

    @Test func filtersSelectByTeamNameAreaAndState() throws {
        try store("van-1", latitude: -37.8, longitude: 144.9)
        try store("van-2", latitude: 10, longitude: 179.9, secondsAgo: 5000)
        #expect(try names(DeviceFilter()) == ["boat", "van-1", "van-2"])
        #expect(try reader.devices(at: now).map(\.teams) == [[], ["vans"], ["vans"]])
        #expect(try reader.devices(matching: DeviceFilter(name: "van-1"), at: now).map(\.teams) == [["vans"]])
        #expect(try names(DeviceFilter(team: "vans")) == ["van-1", "van-2"])
        #expect(try names(DeviceFilter(team: "none")) == [])
        #expect(try names(DeviceFilter(name: "AN-2")) == ["van-2"])
        #expect(try names(DeviceFilter(name: "%")) == [])
        #expect(try names(DeviceFilter(within: Area(south: -38, west: 144, north: -37, east: 145))) == ["van-1"])
        #expect(try names(DeviceFilter(within: Area(south: 0, west: 179, north: 20, east: -179))) == ["van-2"])
        #expect(try names(DeviceFilter(state: .live)) == ["van-1"])
        #expect(try names(DeviceFilter(state: .stale)) == ["van-2"])
        #expect(try names(DeviceFilter(state: DeviceState.none)) == ["boat"])
    }

    @Test func aDeviceHasItsTeamsAndItsFix() throws {
        try store("van-1", latitude: -37.8, longitude: 144.9)
        let van = try #require(try reader.device(named: FleetTestDatabase.name("van-1"), at: now))
        #expect(van.teams == ["vans"])
        #expect(van.point?.coordinate.longitude == 144.9)
        #expect(van.state == .live)
        #expect(try reader.device(named: FleetTestDatabase.name("ghost"), at: now) == nil)
    }

    /// Devices that have not changed may be among them: transactions of other databases of the server count too.
    @Test func changesAreThoseSinceTheVersion() throws {
        var (all, version) = try reader.snapshot(at: now)
        #expect(all.count == 3)
        var changed: [FleetDevice]
        (_, version) = try reader.changes(since: version, at: now)
        try store("van-2", latitude: 1, longitude: 1)
        (changed, version) = try reader.changes(since: version, at: now)
        #expect(changed.first { $0.name.text == "van-2" }?.point?.coordinate.latitude == 1)
        try database.administration().setDisabled(true, FleetTestDatabase.name("boat"), at: now)
        (changed, version) = try reader.changes(since: version, at: now)
        #expect(changed.first { $0.name.text == "boat" }?.isDisabled == true)
    }

    /// A transaction that began before the version was asked for and commits after it must not be missed.
    @Test func aChangeThatCommitsLateIsNotMissed() throws {
        let slow = try database.connect()
        try slow.execute("BEGIN")
        try slow.query(
            """
            UPDATE whereismy.last SET received = 1, version = pg_current_xact_id()
            WHERE device = (SELECT id FROM whereismy.device WHERE name = 'boat')
            """)
        try store("van-1", latitude: 1, longitude: 1)
        let version = try reader.snapshot(at: now).version
        try store("van-2", latitude: 1, longitude: 1)
        try slow.execute("COMMIT")
        let changed = try reader.changes(since: version, at: now).devices.map(\.name.text)
        #expect(changed.contains("boat") && changed.contains("van-2"))
    }

    @Test func eventsArriveOnceAskedFor() throws {
        let version = try reader.snapshot(at: now).version
        let event = PlaceEvent(.leave, place: "Depot", moment: now, since: now + .seconds(-9))
        _ = try ingest.store([FleetTestDatabase.upload("boat", [0], events: [event])])
        let events = try reader.events(since: version)
        #expect(events.map(\.kind) == [.leave])
        #expect(events.first?.device.text == "boat" && events.first?.since == now + .seconds(-9))
        #expect(try reader.events(of: FleetTestDatabase.name("boat")).count == 1)
        #expect(try reader.events(of: FleetTestDatabase.name("van-1")).isEmpty)
        #expect(try reader.events(before: now).isEmpty)
    }

    /// Whoever asks for those before the last one gets each event once.
    @Test func theLastMomentOfAPageIsWhole() throws {
        let events = (0..<9).map { number in
            PlaceEvent(.enter, place: "Depot \(number)", moment: now + .seconds(number / 4), since: now)
        }
        _ = try ingest.store([FleetTestDatabase.upload("boat", [0], events: events)])
        for device in [nil, try FleetTestDatabase.name("boat")] {
            let pages = try [nil, now + .seconds(2), now + .seconds(1), now].map {
                try reader.events(of: device, before: $0, limit: 1).map(\.place)
            }
            #expect(pages.map(\.count) == [1, 4, 4, 0])
            #expect(Set(pages.joined()).count == 9 && pages[1].first == "Depot 7")
        }
        #expect(try reader.events(limit: 5).count == 5 && reader.events(limit: 6).count == 9)
        #expect(try reader.events(of: FleetTestDatabase.name("van-1")).isEmpty)
        #expect(try reader.events(of: FleetTestDatabase.name("ghost")).isEmpty)
    }

    @Test func moreEventsThanAPageAllArrive() throws {
        let version = try reader.snapshot(at: now).version
        let events = (0..<2500).map { PlaceEvent(.enter, place: "Depot", moment: now + .seconds($0), since: now) }
        for start in stride(from: 0, to: events.count, by: 500) {
            _ = try ingest.store([FleetTestDatabase.upload("boat", [0], events: Array(events[start..<start + 500]))])
        }
        #expect(try reader.events(since: version).map(\.time) == events.map(\.moment))
    }
}
