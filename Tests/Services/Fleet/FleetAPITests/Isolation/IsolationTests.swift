import Access
import FleetStore
import HTTPServer
import Testing

@testable import FleetAPI

/// A member of one team gets no byte that depends on another team.
///
/// The same requests are sent to two fleets: one has both teams, the other only the member's own. Whatever the other
/// team has, its existence included, would make a difference.
@Suite(.enabled(if: TestFleet.isPossible)) struct IsolationTests {
    @Test(
        "no operation of the description returns a byte that depends on another team", arguments: TestFleet.Caller.all)
    func allOperations(caller: TestFleet.Caller) throws {
        let both = try TestFleet()
        let alone = try TestFleet(hasOtherTeam: false, like: both)
        let operations = try FleetDocument().operations
        #expect(operations.count > 45)
        // The end of the session would leave nothing to ask for.
        for operation in operations.filter({ $0.identifier != "signOut" }) {
            #expect(IsolationRequests.untried(operation).isEmpty, "\(operation.line)")
            for request in IsolationRequests(operation).all {
                let (one, other) = (try both.bytes(request, as: caller), try alone.bytes(request, as: caller))
                #expect(one == other, "\(operation.line) \(request.path) \(request.query)")
                #expect(!one.contains("too-many-failures"))
                for name in ["secret-van", "other-team", "Hideout"] where !request.mentions(name) {
                    #expect(!one.contains(name), "\(operation.line) names \(name)")
                }
            }
        }
    }

    @Test("a stream of events says nothing of what another team's devices do")
    func streams() throws {
        let both = try TestFleet()
        let alone = try TestFleet(hasOtherTeam: false, like: both)
        for (index, caller) in TestFleet.Caller.all.filter({ $0 != .visitor }).enumerated() {
            let streams = try [both, alone].map { try $0.stream("/v1/events", as: caller) }
            let first = try streams.map { try $0.event() }
            #expect(first[0] == first[1])
            try both.report(device: "secret-van", at: index + 1)
            try both.addEvent(device: "secret-van", place: "Hideout \(index)")
            for fleet in [both, alone] { try fleet.report(device: "a-1", at: index + 1) }
            // An event of the own team may be repeated: it is old, and not of the other team.
            let changes = try streams.map { try $0.events(until: "event: change") }
            #expect(changes[0].last == changes[1].last)
            for event in changes[0] { #expect(!event.contains("secret-van") && !event.contains("Hideout")) }
        }
    }

    @Test("a device and a team of others are as unknown as those that nobody has, to the byte and by the same queries")
    func nonexistence() throws {
        let fleet = try TestFleet()
        for suffix in ["", "/report", "/events", "/map", "/track", "/at?time=1h", "/stats", "/days", "/places/events"] {
            let others = try fleet.bytes(.init("/v1/devices/secret-van\(suffix)"), as: .member)
            let nobodys = try fleet.bytes(.init("/v1/devices/nowhere-van\(suffix)"), as: .member)
            #expect(others == nobodys)
            #expect(others.contains("404"))
        }
    }

    @Test("a member with the role last sees no history, neither by a route nor by a stream")
    func newestOnly() throws {
        let fleet = try TestFleet()
        for suffix in ["track", "at?time=1h", "stats", "days", "places/events"] {
            let response = try fleet.bytes(.init("/v1/devices/a-1/\(suffix)"), as: .newestOnly)
            #expect(response.contains("403") && !response.contains("latitude"))
        }
        let stream = try fleet.stream("/v1/events", as: .newestOnly)
        #expect(try stream.event().contains("a-1"))
        try fleet.addEvent(device: "a-1", place: "Depot")
        try fleet.report(device: "a-1", at: 1)
        let events = try stream.events(until: "event: change")
        #expect(events.count == 1)
    }

    @Test(
        "a token with a role gets what a member with that role gets, by every operation", arguments: TeamRole.allCases)
    func limitedToken(role: TeamRole) throws {
        let fleet = try TestFleet()
        let administration = try fleet.administration()
        try administration.addMember("abe", at: fleet.now)
        try administration.setRole(role, of: "abe", inTeam: "a", at: fleet.now)
        let tokens = try [("ada", role), ("abe", TeamRole?.none)].map { name, role in
            let token = try administration.addToken("t", of: name, role: role, at: fleet.now)
            return [HTTPField("Authorization", "Bearer \(token.text)")]
        }
        // Codes and links that do not exist count as attempts to guess one, whoever sends them.
        for operation in try FleetDocument().operations where operation.path.hasPrefix("/v1/") {
            for request in IsolationRequests(operation).all.prefix(9) {
                let bytes = try tokens.map { token in
                    try fleet.bytes(request, as: .visitor, headers: token).replacing("\"abe\"", with: "\"ada\"")
                }
                #expect(bytes[0] == bytes[1], "\(operation.line) \(request.path) \(request.query)")
            }
        }
        let track = try fleet.bytes(.init("/v1/devices/a-1/track"), as: .visitor, headers: tokens[0])
        #expect(track.hasPrefix(role == .last ? "403" : "200"))
    }

    @Test("the token of a device reads nothing")
    func deviceToken() throws {
        let fleet = try TestFleet()
        for operation in try FleetDocument().operations where operation.path.hasPrefix("/v1/") {
            guard operation.path != "/v1/health" else { continue }
            let path = operation.path.split(separator: "/").map { $0.hasPrefix("{") ? "a-1" : String($0) }
            let response = try fleet.bytes(
                .init("/" + path.joined(separator: "/"), method: operation.method), as: .device)
            #expect(response.hasPrefix("401"), "\(operation.line)")
        }
    }

    @Test("a query without any condition, as a viewer, shows no row of another team")
    func forgottenConditions() throws {
        let both = try TestFleet()
        let alone = try TestFleet(hasOtherTeam: false, like: both)
        let tables = [
            "device", "last", "event", "team", "team_device", "member", "team_member", "share", "recent", "segment",
        ]
        for table in tables {
            for name in ["ada", "sam", "lara"] {
                let rows = try both.count(table, as: both.viewer(name))
                #expect(rows == (try alone.count(table, as: alone.viewer(name))), "\(table) as \(name)")
            }
            for link in [\TestFleet.links.device, \TestFleet.links.team] {
                let (one, other) = try (both.share(of: both[keyPath: link]), alone.share(of: alone[keyPath: link]))
                let rows = try both.count(table, as: FleetViewer(one.share))
                #expect(rows == (try alone.count(table, as: FleetViewer(other.share))), "\(table) by a link")
            }
        }
        #expect(try both.count("recent", as: both.viewer("lara")) == 0)
        #expect(try both.count("segment", as: both.viewer("lara")) == 0)
        #expect(try both.count("device", as: both.viewer("ada")) == 2)
    }
}
