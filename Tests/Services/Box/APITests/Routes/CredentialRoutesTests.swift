import HTTPServer
import TestSupport
import Testing

@testable import API

struct CredentialRoutesTests {
    @Test("tokens of systemd's credential are listed as such, grant access, and cannot be revoked here")
    func listed() throws {
        let server = try TestServer()
        let secret = "abcdefghijklmnopqrstuvwxyz234567-+"
        _ = try server.bearer()
        try server.directory.write("tokens", Array("ha read,metrics \(secret)\n".utf8))
        try server.controller.reload()
        let list = server.sendLocally("/v1/tokens").text
        #expect(list.hasPrefix("{\"tokens\":[{\"name\":\"t0\",\"scopes\":[\"read\"],\"created\":\""))
        #expect(list.hasSuffix(",{\"name\":\"ha\",\"scopes\":[\"metrics\",\"read\"],\"origin\":\"credential\"}]}\n"))
        #expect(!list.contains(secret))
        let bearer = [HTTPField("Authorization", "Bearer \(secret)")]
        #expect(server.send("/v1/report", .get, headers: bearer).status == .ok)
        let denied = server.sendLocally("/v1/tokens/ha", .delete)
        #expect(denied.status == .conflict && denied.text.contains("\"code\":\"fixed\""))
        #expect(denied.text.contains("in systemd's credential whereismy.tokens; fix: remove its line"))
        #expect(server.send("/v1/report", .get, headers: bearer).status == .ok)
    }

    @Test("a token has two long responses at a time, and leaves the others to the owner")
    func slowReader() throws {
        let server = try TestServer()
        let (slow, other) = (try server.bearer(), try server.bearer())
        // They are held, and not read.
        var responses = (0..<3).map { _ in server.send("/v1/verdicts", headers: slow) }
        #expect(responses.map(\.status) == [.ok, .ok, .serviceUnavailable])
        responses.append(server.send("/v1/verdicts", headers: other))
        responses.append(server.sendLocally("/v1/verdicts"))
        #expect(responses.suffix(2).map(\.status) == [.ok, .ok])
    }
}
