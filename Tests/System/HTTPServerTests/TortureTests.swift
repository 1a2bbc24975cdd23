import FoundationEssentials
import Linux
import TestSupport
import Testing

@testable import HTTPServer

/// Slow tests, run by `make torture`.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["WHEREISMY_TORTURE"] != nil,
        "WHEREISMY_TORTURE is not set: make torture"),
    .serialized)
struct TortureTests {
    @Test("10,000 mutated requests")
    func mutations() throws {
        try Mutations.run(count: 10_000, seed: 6)
    }

    @Test("5,000 idle connections, and a request among them")
    func idle() throws {
        let server = try TestServer()
        let clients = try (0..<5000).map { _ in try RawClient(port: server.port) }
        #expect(try server.isAlive())
        #expect(clients.filter(\.isClosed).isEmpty)
    }

    @Test("500 clients that drip their headers are cut, while others get responses")
    func drip() throws {
        var limits = HTTPLimits()
        limits.request = .seconds(3)
        let server = try TestServer(limits: limits)
        let clients = try (0..<500).map { _ in try RawClient(port: server.port) }
        for _ in 0..<10 {
            for client in clients where !client.isClosed { client.send("x") }
            #expect(try server.isAlive())
            for client in clients { client.receive(within: .milliseconds(1)) }
        }
        for client in clients { #expect(client.isCut()) }
    }
}
