import HTTPServer
import TestSupport
import Testing

@testable import API

struct CredentialRoutesTests {
    @Test("tokens of systemd's credential are listed as such, grant access, and cannot be revoked here")
    func listed() throws {
        let site = try TestSite()
        let secret = "abcdefghijklmnopqrstuvwxyz234567-+"
        _ = try site.bearer()
        try site.directory.write("tokens", Array("ha read,metrics \(secret)\n".utf8))
        try site.keeper.reload()
        let list = site.askLocally("/v1/tokens").text
        #expect(list.hasPrefix("{\"tokens\":[{\"name\":\"t0\",\"scopes\":[\"read\"],\"created\":\""))
        #expect(list.hasSuffix(",{\"name\":\"ha\",\"scopes\":[\"metrics\",\"read\"],\"origin\":\"credential\"}]}\n"))
        #expect(!list.contains(secret))
        let bearer = [HTTPField("Authorization", "Bearer \(secret)")]
        #expect(site.ask("/v1/report", .get, bearer).status == .ok)
        let refusal = site.askLocally("/v1/tokens/ha", .delete)
        #expect(refusal.status == .conflict && refusal.text.contains("\"code\":\"fixed\""))
        #expect(refusal.text.contains("in systemd's credential whereismy.tokens: take its line out"))
        #expect(site.ask("/v1/report", .get, bearer).status == .ok)
    }
}
