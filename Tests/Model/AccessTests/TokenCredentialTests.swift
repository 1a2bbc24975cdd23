import Access
import Location
import Testing

/// A secret of the minimum length.
private let sample = "abcdefghijklmnopqrstuvwxyz234567"

struct TokenCredentialTests {
    private func faults(_ text: String, beside book: AccessStore = AccessStore()) -> [TokenCredential.Issue] {
        do {
            _ = try TokenCredential(decoding: Array(text.utf8), store: book)
            return []
        } catch {
            return error.faults
        }
    }

    private func admission(_ bearer: String, _ text: String) throws -> Grant {
        var book = AccessStore()
        book.replaceCredentialTokens(with: try TokenCredential(decoding: Array(text.utf8), store: book))
        let credentials = Credentials(origin: .network, authorization: "Bearer \(bearer)")
        return book.admission(of: credentials, mode: .token, at: .start).grant
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
            ("a read", "is not NAME SCOPE TOKEN"), (sample, "is not NAME SCOPE TOKEN"),
            ("a read \(sample) more", "is not NAME SCOPE TOKEN"), ("a/b read \(sample)", "is not a name of a token"),
            ("a write \(sample)", "\"write\" is no scope: one or more of read, metrics"),
            ("a read, \(sample)", "is no scope"),
            ("a read \(sample.dropLast())", "the token of a is neither 32 to 512"),
            ("a read \(sample)é", "the token of a is neither"), ("a read sha256:abc", "nor sha256: and 64 digits"),
            ("ok metrics \(sample)x", "ok is the name of a token above"),
            ("b read \(sample)1", "b has the same token as a name above"),
            ("made read \(sample)", "whereismy token add has made a token made"),
        ])
    func faulty(line: String, reason: String) throws {
        var book = AccessStore()
        try book.addToken(named: "made", scopes: [.read], secret: try secret(1), at: .start)
        let found = faults("ok read \(sample)1\n\n\(line)\n# end", beside: book)
        #expect(found.map(\.line) == [3])
        #expect(try #require(found.first).reason.contains(reason), "\(found)")
        #expect(try #require(found.first).reason.contains(sample.dropLast()) == false)
    }

    @Test("a generated secret is rejected, since it would outlive its revoked token")
    func made() throws {
        var book = AccessStore()
        let own = try secret(1)
        try book.addToken(named: "made", scopes: [.read], secret: own, at: .start)
        let found = faults("other metrics \(own.text)", beside: book)
        #expect(found.map(\.line) == [1])
        #expect(found.first?.reason.contains("made as made") == true)
    }

    @Test("all invalid lines are reported together, and no token is used")
    func all() {
        #expect(faults("x\na read \(sample)\n\u{1}b read \(sample)\n").map(\.line) == [1, 3])
        let many = (0...64).map { "t\($0) read \(sample)\($0)" }.joined(separator: "\n")
        #expect(faults(many).map(\.reason) == ["is one token too many, the most are 64"])
    }

    @Test("invalid UTF-8 is reported with its line")
    func bytes() {
        let error = #expect(throws: TokenCredential.FormatError.self) {
            try TokenCredential(decoding: Array("# a\n".utf8) + [0xFF, 0xFE], store: AccessStore())
        }
        #expect(error?.faults.map(\.line) == [2] && error?.faults.first?.reason == "is no text in UTF-8")
    }

    @Test("tokens of a credential are not stored, cannot be revoked, and reserve their names")
    func book() throws {
        var book = AccessStore()
        book.replaceCredentialTokens(with: try TokenCredential(decoding: Array("a read \(sample)".utf8), store: book))
        #expect(try AccessStore(decoding: book.encoded()) == AccessStore())
        let revoked = #expect(throws: AccessError.self) { try book.revokeToken(named: "a") }
        #expect(revoked?.kind == .fixed && revoked?.description.contains("whereismy.tokens") == true)
        let added = #expect(throws: AccessError.self) {
            try book.addToken(named: "a", scopes: [.read], secret: try secret(1), at: .start)
        }
        #expect(added?.kind == .exists)
        book.replaceCredentialTokens(with: TokenCredential())
        #expect(book == AccessStore())
    }
}
