import FleetStore
import HTTPServer
import Linux
import PostgreSQL
import TestSupport
import Testing

@testable import FleetAPI

@Suite(.enabled(if: TestFleet.isPossible)) struct AvailabilityTests {
    @Test("while the database is away, requests get 503 and streams say so; both recover within 10 s")
    func outage() throws {
        let server = try PostgresServer()
        let fleet = try TestFleet(on: server)
        let stream = try fleet.stream("/v1/events", as: .member)
        #expect(try stream.event().hasPrefix("event: devices"))
        server.kill()
        #expect(try stream.events(until: "event: unavailable").count <= 2)
        let response = try fleet.send(.init("/v1/devices"), as: .member)
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers.contains { $0.name == "Retry-After" })
        #expect(try fleet.send(.init("/assets/live.css"), as: .visitor).status == .ok)
        try server.start()
        let start = SystemClock.uptime
        #expect(try stream.event().hasPrefix("event: devices"))
        #expect(SystemClock.uptime - start < .seconds(10))
        #expect(try fleet.send(.init("/v1/devices"), as: .member).status == .ok)
        #expect(fleet.lines.all.filter { $0.contains("database unavailable") }.count == 1)
        #expect(fleet.lines.all.filter { $0.contains("the database is back") }.count == 1)
    }

    @Test("while the database does not answer, requests get 503 within 15 s, and later ones at once")
    func hanging() throws {
        let server = try PostgresServer()
        // With one, the request after the list has the connection that hangs.
        let fleet = try TestFleet(on: server) { $0.connections = 1 }
        #expect(try fleet.send(.init("/v1/devices"), as: .member).status == .ok)
        server.freeze()
        defer { server.thaw() }
        for limit in [15.0, 1, 1] {
            let start = SystemClock.uptime
            #expect(try fleet.send(.init("/v1/devices"), as: .member).status == .serviceUnavailable)
            #expect(SystemClock.uptime - start < .seconds(limit))
        }
        server.thaw()
        let deadline = SystemClock.uptime + .seconds(15)
        while try fleet.send(.init("/v1/devices"), as: .member).status != .ok, SystemClock.uptime < deadline {}
        #expect(try fleet.send(.init("/v1/devices"), as: .member).status == .ok)
    }

    @Test("a session that lost its connection while it was idle opens another for the next request")
    func restart() throws {
        let server = try PostgresServer()
        let fleet = try TestFleet(on: server)
        #expect(try fleet.send(.init("/v1/devices"), as: .member).status == .ok)
        server.stop()
        try server.start()
        #expect(try fleet.send(.init("/v1/devices"), as: .member).status == .ok)
    }
}
