import Basics
import Location
import Testing

@testable import Access

/// What is valid to the last millisecond, metre and character, and what is not.
struct AccessLimitsTests {
    /// Returns the reason for which a share is rejected; nil for a valid one.
    private func reason(_ options: ShareOptions) -> String? {
        var store = AccessStore()
        do throws(AccessError) {
            _ = try store.addShare(options, secret: .random(), at: .start)
            return nil
        } catch { return error.description }
    }

    @Test(
        "a share lasts a minute to 366 days",
        arguments: [
            (Duration.milliseconds(59_999), "invalid lifetime of 59.999 s"), (.seconds(60), nil), (.days(366), nil),
            (.days(366) + .milliseconds(1), "invalid lifetime of 31622400.001 s"),
        ] as [(Duration, String?)])
    func lifetimes(lifetime: Duration, expected: String?) {
        for end in [ShareOptions.End.after(lifetime), .at(.start + lifetime)] {
            let reason = reason(ShareOptions(end: end))
            #expect(
                (reason == nil) == (expected == nil) && reason?.hasPrefix(expected ?? "") ?? true, "\(reason ?? "")")
        }
    }

    @Test("an end that is now is in the past", arguments: [(0, true), (1, false)])
    func past(milliseconds: Int64, isPast: Bool) {
        let reason = reason(ShareOptions(end: .at(.start + .milliseconds(milliseconds))))
        #expect(reason?.contains("is in the past") == isPast)
    }

    @Test(
        "a share is at most 30 days late, rounded to 1 m to 100 km, and begins before it ends",
        arguments: [
            (ShareOptions(delay: .days(30)), nil), (ShareOptions(delay: .days(30) + .milliseconds(1)), "invalid delay"),
            (ShareOptions(delay: .milliseconds(-1)), "invalid delay"), (ShareOptions(precision: 1), nil),
            (ShareOptions(precision: 0.999), "invalid precision"), (ShareOptions(precision: 100_000), nil),
            (ShareOptions(precision: 100_000.1), "invalid precision"),
            (ShareOptions(since: .start + .minutes(120)), "the start 2026-01-01T02:00:00"),
            (ShareOptions(since: .start + .minutes(120) + .milliseconds(-1)), nil),
        ] as [(ShareOptions, String?)])
    func options(options: ShareOptions, expected: String?) {
        let reason = reason(options)
        #expect((reason == nil) == (expected == nil) && reason?.hasPrefix(expected ?? "") ?? true, "\(reason ?? "")")
    }

    @Test("a text has at most 100 characters", arguments: [(100, true), (101, false)])
    func texts(count: Int, isGood: Bool) {
        let text = String(repeating: "é", count: count)
        #expect(
            (reason(ShareOptions(label: text)) == nil) == isGood && (reason(ShareOptions(note: text)) == nil) == isGood)
    }

    @Test("a share at its limits survives its file")
    func file() throws {
        var store = AccessStore()
        let text = String(repeating: "a", count: 100)
        let options = ShareOptions(
            end: .after(.days(366)), since: .start, precision: 100_000, delay: .days(30), label: text, note: text)
        _ = try store.addShare(options, secret: .random(), at: .start)
        _ = try store.addShare(ShareOptions(delay: .milliseconds(1)), secret: .random(), at: .start)
        #expect(try AccessStore(decoding: store.encoded()) == store)
    }

    @Test("a file has at most as many entries as a store", arguments: ["sessions", "shares"])
    func counts(kind: String) throws {
        var store = AccessStore()
        let limit = kind == "sessions" ? AccessStore.limits.sessions : AccessStore.limits.shares
        for number in 0..<limit {
            if kind == "sessions" { store.addSession(.random(), named: "phone\(number)", at: .start) }
            if kind == "shares" { _ = try store.addShare(ShareOptions(), secret: .random(), at: .start) }
        }
        let text = String(decoding: store.encoded(), as: UTF8.self)
        #expect(try AccessStore(decoding: Array(text.utf8)) == store)
        let list = try #require(text.firstRange(of: "\"\(kind)\":["))
        let end = try #require(text[list.upperBound...].firstIndex(of: "}"))
        let more = text[...end] + "," + text[list.upperBound...]
        let error = #expect(throws: AccessStore.FormatError.self) { try AccessStore(decoding: Array(more.utf8)) }
        #expect(error?.description == "\(limit + 1) \(kind) exceed the limit of \(limit)")
    }

    @Test("a session is renewed once it is a day old, and ends after 30 days")
    func renewal() throws {
        var store = AccessStore()
        store.addSession(try secret(1), named: "phone", at: .start)
        let session = try #require(store.sessions.first)
        let times: [Duration] = [.days(1), .days(1) + .milliseconds(1), .days(30) + .milliseconds(-1), .days(30)]
        #expect(times.map { session.isRenewalDue(at: .start + $0) } == [false, true, true, true])
        #expect(times.map { session.isActive(at: .start + $0) } == [true, true, true, false])
        #expect(session.expires == .start + Session.lifetime)
    }

    @Test(
        "a message lists up to eight names", arguments: [(1, "known are t0"), (8, "t6, t7"), (9, ", t8 is one of 9")])
    func names(count: Int, expected: String) throws {
        var store = AccessStore()
        for number in 0..<count {
            try store.addToken(named: "t\(number)", scopes: [.read], secret: .random(), at: .start)
        }
        let error = #expect(throws: AccessError.self) { try store.revokeToken(named: "x") }
        #expect(error?.description.hasSuffix(expected) == true)
    }

    @Test("a message has at most 80 characters of what was given", arguments: [79, 80, 81])
    func quoted(count: Int) {
        #expect(String(repeating: "a", count: count).quoted.count == min(count, 80) + 2)
    }

    @Test("of the cookies of a name, four are read", arguments: [(3, true), (4, false)])
    func cookies(others: Int, isFound: Bool) throws {
        let names = try (0..<others).map { try secret(UInt8($0 + 2)).text } + [secret(1).text]
        let header = names.map { "\(SessionCookie.daemon.name)=\($0)" }.joined(separator: ";\t ")
        #expect(try SessionCookie.daemon.secrets(in: header).secrets.contains(secret(1)) == isFound)
    }

    @Test("a store has 64 tokens, 64 sessions and 256 shares at most")
    func counts() throws {
        var store = AccessStore()
        for number in 0..<65 { store.addSession(.random(), named: "phone", at: .start + .seconds(number)) }
        for number in 0..<64 { try store.addToken(named: "\(number)", scopes: [.read], secret: .random(), at: .start) }
        for _ in 0..<256 { _ = try store.addShare(ShareOptions(), secret: .random(), at: .start) }
        #expect(throws: AccessError.self) {
            try store.addToken(named: "a", scopes: [.read], secret: .random(), at: .start)
        }
        #expect(throws: AccessError.self) { try store.addShare(ShareOptions(), secret: .random(), at: .start) }
        #expect(store.sessions.count == 64 && store.tokens.count == 64 && store.shares.count == 256)
    }

    @Test("a secret that is too short opens nothing, even if its hash is listed")
    func shortSecret() throws {
        let hash = SecretHash(of: "abc").hexadecimal
        let credential = try TokenCredential(decoding: Array("a read sha256:\(hash)".utf8), store: AccessStore())
        var store = AccessStore()
        store.replaceCredentialTokens(with: credential)
        #expect(credential.tokens.count == 1 && store.token(matching: "abc") == nil)
    }

    @Test("a code that ends now makes room for the next")
    func codes() throws {
        var links = SignInLinks()
        for number in 0..<UInt8(32) { try links.issue(try secret(number), at: .zero) }
        #expect(links.count == 32)
        try links.issue(try secret(40), at: .seconds(300) - .milliseconds(1))
        #expect(links.count == 32)
        try links.issue(try secret(41), at: .seconds(300))
        #expect(links.count == 2)
    }

    @Test(
        "of what a browser says about itself, 512 characters are read", arguments: [(508, "linux"), (509, "browser")])
    func userAgent(blanks: Int, name: String) {
        let text = String(repeating: " ", count: blanks - 1) + "Linux"
        #expect(SessionName.suggestion(forUserAgent: text) == name)
    }

    @Test(
        "a token of a credential has 32 to 512 characters",
        arguments: [(31, false), (32, true), (512, true), (513, false)])
    func credential(count: Int, isGood: Bool) throws {
        let secret = String(repeating: "a", count: count)
        let credential = try? TokenCredential(decoding: Array("a read \(secret)".utf8), store: AccessStore())
        #expect((credential != nil) == isGood)
        var store = AccessStore()
        store.replaceCredentialTokens(with: credential ?? TokenCredential())
        #expect((store.token(matching: secret) != nil) == isGood)
    }

    @Test(
        "of the bytes, a credential's secret has those of a bearer token",
        arguments: (UInt8(0x21)...0x7E).map { $0 })
    func characters(byte: UInt8) {
        let isGood =
            Array("-._~+/=".utf8).contains(byte) || "0"..."9" ~= Character(Unicode.Scalar(byte))
            || "a"..."z" ~= Character(Unicode.Scalar(byte | 0x20)) && byte > 0x40
        let line = Array("a read ".utf8) + Array(repeating: byte, count: 40)
        #expect(((try? TokenCredential(decoding: line, store: AccessStore())) != nil) == isGood, "\(byte)")
    }

    @Test("a host has at most 261 characters, and a port at most five digits")
    func hosts() {
        let rule = HostRule()
        let name = String(repeating: "a", count: 251) + ".localhost"
        #expect(rule.allows(name) && rule.allows("localhost:65535") && rule.allows("[::1]:65535"))
        #expect(!rule.allows("a" + name) && !rule.allows("localhost:655350") && !rule.allows("[::1]:655350"))
        #expect(HostRule.name(in: "A_b-9.z.:8947") == "a_b-9.z" && HostRule.name(in: "1.2.3.4") == nil)
        for other in ["a/b", "a:b", "a@b", "a[b", "a`b", "a{b", "a!b"] { #expect(HostRule.name(in: other) == nil) }
    }

    @Test("a token that was admitted is known again, on the network and whole")
    func recent() throws {
        var store = AccessStore()
        try store.addToken(named: "a", scopes: [.read], secret: try secret(1), at: .start)
        store.addSession(try secret(2), named: "phone", at: .start)
        let text = "Bearer \(try secret(1).text)"
        let credentials = Credentials(origin: .network, authorization: text)
        let recent = try #require(RecentToken(credentials, store.admission(of: credentials, mode: .token, at: .start)))
        #expect(recent.matches(credentials))
        for other in [Credentials(origin: .local, authorization: text), Credentials(origin: .network)] {
            #expect(!recent.matches(other))
        }
        #expect(!recent.matches(Credentials(origin: .network, authorization: text + "a")))
        let cookie = "\(SessionCookie.daemon.name)=\(try secret(2).text)"
        let browser = Credentials(origin: .network, authorization: "Basic a", cookie: cookie)
        let admission = store.admission(of: browser, mode: .token, at: .start)
        #expect(admission.grant == .owner && RecentToken(browser, admission) == nil)
    }
}
