import Access
import HTTPServer
import Location
import Testing

@testable import API

struct IntegrityRoutesTests {
    private static let path = "/v1/integrity/trust"

    private static var contradicted: Report {
        var report = TestServer.live
        (report.state, report.claim) = (.contradicted, report.fix)
        report.integrity.level = .contradicted
        return report
    }

    @Test("the owner accepts the claim of a contradicted receiver, in the name of what sent it")
    func trust() throws {
        let server = try TestServer(report: Self.contradicted)
        #expect(server.sendLocally(Self.path, .post).status == .noContent)
        #expect(server.recorded.accepted == ["whereismy trust"])
        let open = try TestServer(access: .open, report: Self.contradicted)
        let origin = [HTTPField("Origin", "http://localhost:8947")]
        #expect(open.send(Self.path, .post, headers: origin).status == .noContent)
        #expect(open.recorded.accepted == ["a browser"])
        var away = Self.contradicted
        away.state = .noReceiver
        #expect(try TestServer(report: away).sendLocally(Self.path, .post).status == .noContent)
    }

    @Test("no token and no stranger does, and nothing is accepted without a contradiction")
    func refused() throws {
        let server = try TestServer(report: Self.contradicted)
        #expect(server.send(Self.path, .post).status == .unauthorized)
        #expect(server.send(Self.path, .post, headers: try server.bearer()).status == .forbidden)
        let trusted = try TestServer()
        let response = trusted.sendLocally(Self.path, .post)
        #expect(response.status == .conflict && response.text.contains(#""code":"not-contradicted""#))
        #expect(server.recorded.accepted.isEmpty && trusted.recorded.accepted.isEmpty)
    }
}
