import Access
import Location
import Testing

/// A secret of the minimum length.
private let sample = "abcdefghijklmnopqrstuvwxyz234567"

struct TokenCredentialTests {
    private func issues(_ text: String, beside store: AccessStore = AccessStore()) -> [TokenCredential.Issue] {
        do {
            _ = try TokenCredential(decoding: Array(text.utf8), store: store)
            return []
        } catch {
            return error.issues
        }
    }

    private func admission(_ bearer: String, _ text: String) throws -> Grant {
        var store = AccessStore()
        store.replaceCredentialTokens(with: try TokenCredential(decoding: Array(text.utf8), store: store))
        let credentials = Credentials(origin: .network, authorization: "Bearer \(bearer)")
        return store.admission(of: credentials, mode: .token, at: .start).grant
    }

    @Test("each line is a token, between comments and blank lines, with any line ends")
    func lines() throws {
        let hash = SecretHash(try #require(Secret(sample))).hexadecimal
        let text = """
            # for the monitor
            monitor\tmetrics   \(sample)+/=

              # more
            ha read,metrics sha256:\(hash)\r
            """
        let credential = try TokenCredential(decoding: Array(text.utf8), store: AccessStore())
        #expect(credential.tokens.map(\.name) == ["monitor", "ha"])
        #expect(credential.tokens.map(\.scopes) == [[.metrics], [.read, .metrics]])
        #expect(credential.tokens.allSatisfy { $0.origin == .credential && $0.created == nil })
        #expect(credential.tokens.last?.hash.hexadecimal == hash)
        #expect(try TokenCredential(decoding: [], store: AccessStore()).tokens == [])
    }

    @Test("a token of the credential grants its scopes alone, and similar text nothing")
    func admission() throws {
        let long = sample + "-._~+/="
        let hash = SecretHash(try #require(Secret(sample))).hexadecimal
        let text = "a read \(long)\nb metrics sha256:\(hash.uppercased())"
        #expect(try admission(long, text).allows(.read) && !admission(long, text).allows(.metrics))
        #expect(try admission(sample, text).allows(.metrics))
        for other in [String(long.dropLast()), long + "=", long.uppercased(), "", "sha256:", "a"] {
            #expect(try admission(other, text) == .none)
        }
    }

    @Test(
        "an invalid line is reported by number, with the fix and without the secret",
        arguments: [
            ("a read", "expected NAME SCOPE TOKEN"), (sample, "expected NAME SCOPE TOKEN"),
            ("a read \(sample) more", "expected NAME SCOPE TOKEN"), ("a/b read \(sample)", "invalid token name"),
            ("a write \(sample)", "invalid scopes \"write\"; fix: one or more of read, metrics"),
            ("a read, \(sample)", "invalid scopes"),
            ("a read \(sample.dropLast())", "invalid token of a; fix: 32 to 512"),
            ("a read \(sample)é", "invalid token of a"), ("a read sha256:abc", "or sha256: and 64 hexadecimal digits"),
            ("ok metrics \(sample)x", "duplicate name ok"),
            ("b read \(sample)1", "b repeats the token of another line"),
            ("made read \(sample)", "token made exists already"),
        ])
    func faulty(line: String, reason: String) throws {
        var store = AccessStore()
        try store.addToken(named: "made", scopes: [.read], secret: try secret(1), at: .start)
        let found = issues("ok read \(sample)1\n\n\(line)\n# end", beside: store)
        #expect(found.map(\.line) == [3])
        #expect(try #require(found.first).reason.contains(reason), "\(found)")
        #expect(try #require(found.first).reason.contains(sample.dropLast()) == false)
    }

    @Test("a generated secret is rejected, since it would outlive its revoked token")
    func made() throws {
        var store = AccessStore()
        let own = try secret(1)
        try store.addToken(named: "made", scopes: [.read], secret: own, at: .start)
        let found = issues("other metrics \(own.text)", beside: store)
        #expect(found.map(\.line) == [1])
        #expect(found.first?.reason.contains("generated token made") == true)
    }

    @Test("all invalid lines are reported together, and no token is used")
    func all() {
        #expect(issues("x\na read \(sample)\n\u{1}b read \(sample)\n").map(\.line) == [1, 3])
        let many = (0...64).map { "t\($0) read \(sample)\($0)" }.joined(separator: "\n")
        #expect(issues(many).map(\.reason) == ["more than 64 tokens"])
    }

    @Test("invalid UTF-8 is reported with its line")
    func bytes() {
        let error = #expect(throws: TokenCredential.FormatError.self) {
            try TokenCredential(decoding: Array("# a\n".utf8) + [0xFF, 0xFE], store: AccessStore())
        }
        #expect(error?.issues.map(\.line) == [2] && error?.issues.first?.reason == "invalid UTF-8")
    }

    @Test("tokens of a credential are not stored, cannot be revoked, and reserve their names")
    func store() throws {
        var store = AccessStore()
        store.replaceCredentialTokens(with: try TokenCredential(decoding: Array("a read \(sample)".utf8), store: store))
        #expect(try AccessStore(decoding: store.encoded()) == AccessStore())
        let revoked = #expect(throws: AccessError.self) { try store.revokeToken(named: "a") }
        #expect(revoked?.kind == .fixed && revoked?.description.contains("whereismy.tokens") == true)
        let added = #expect(throws: AccessError.self) {
            try store.addToken(named: "a", scopes: [.read], secret: try secret(1), at: .start)
        }
        #expect(added?.kind == .exists)
        store.replaceCredentialTokens(with: TokenCredential())
        #expect(store == AccessStore())
    }
}
