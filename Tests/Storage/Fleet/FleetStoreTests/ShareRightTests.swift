import Access
import Basics
import FleetProtocol
import FleetStore
import PostgreSQL
import TestSupport
import Testing

/// A link shows what its maker may share, and nothing once the maker may not.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct ShareRightTests {
    private let database: FleetTestDatabase
    private let administration: FleetAdministration
    private let connection: PostgresConnection
    private let now: Timestamp
    /// Of the device by a member, of the member's team, and of the device by the command.
    private let shares: [(share: FleetShare, secret: Secret)]

    init() throws {
        database = try FleetTestDatabase()
        (administration, connection) = (try database.administration(), try database.connect())
        let row = try connection.query("SELECT (extract(epoch FROM now()) * 1000)::bigint").first
        now = Timestamp(milliseconds: try #require(row?.integer(at: 0)))
        try database.add("van")
        let van = try FleetTestDatabase.name("van")
        for team in ["red", "blue"] { try administration.addTeam(team, at: now) }
        try administration.addMember("ann", at: now)
        try administration.setRole(.share, of: "ann", inTeam: "red", at: now)
        try administration.add(van, toTeam: "red", at: now)
        shares = [
            try administration.addShare(of: .device(van), ShareOptions(), member: "ann", at: now),
            try administration.addShare(of: .team("red"), ShareOptions(), member: "ann", at: now),
            try administration.addShare(of: .device(van), ShareOptions(), at: now),
        ]
    }

    /// Which of the links the service accepts.
    private func accepted() throws -> [Bool] {
        try shares.map { try FleetAccess(connection).share(of: SecretHash($0.secret), at: now) != nil }
    }

    /// Which of the links the database shows the device.
    private func showing() throws -> [Bool] {
        try shares.map { try FleetReader(connection, as: FleetViewer($0.share)).devices(at: now).count == 1 }
    }

    @Test func aLinkEndsWithTheRoleOfItsMaker() throws {
        #expect(try accepted() == [true, true, true] && showing() == [true, true, true])
        try administration.setRole(.history, of: "ann", inTeam: "red", at: now)
        #expect(try accepted() == [false, false, true] && showing() == [false, false, true])
        try connection.query("UPDATE whereismy.member SET is_admin = true")
        #expect(try accepted() == [true, true, true] && showing() == [true, true, true])
        try connection.query("UPDATE whereismy.member SET is_admin = false")
        try administration.setRole(.admin, of: "ann", inTeam: "red", at: now)
        #expect(try accepted() == [true, true, true])
        try administration.removeRole(of: "ann", inTeam: "red", at: now)
        #expect(try accepted() == [false, false, true] && showing() == [false, false, true])
    }

    @Test func aLinkToADeviceEndsWhenTheDeviceLeavesTheTeam() throws {
        let van = try FleetTestDatabase.name("van")
        try administration.add(van, toTeam: "blue", at: now)
        try administration.remove(van, fromTeam: "red", at: now)
        #expect(try accepted() == [false, true, true] && showing() == [false, false, true])
        try administration.setRole(.share, of: "ann", inTeam: "blue", at: now)
        #expect(try accepted() == [true, true, true] && showing() == [true, false, true])
    }
}
