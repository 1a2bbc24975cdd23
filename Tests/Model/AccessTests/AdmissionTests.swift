import Access
import Basics
import Location
import Testing

struct AdmissionTests {
    private func store() throws -> AccessStore {
        var store = AccessStore()
        try store.addToken(named: "a", scopes: [.metrics], secret: try secret(1), at: .start)
        store.addSession(try secret(2), named: "phone", at: .start)
        _ = try store.addShare(ShareOptions(), secret: try secret(3), at: .start)
        return store
    }

    private func admission(
        _ authorization: String? = nil, cookie: String? = nil, origin: Credentials.Origin = .network,
        mode: AccessMode = .token, after time: Duration = .zero
    ) throws -> Admission {
        let credentials = Credentials(origin: origin, authorization: authorization, cookie: cookie)
        return try store().admission(of: credentials, mode: mode, at: .start + time)
    }

    @Test("the Unix socket and open access grant everything, whatever credentials are sent")
    func owner() throws {
        #expect(try admission(origin: .local).grant == .owner)
        #expect(try admission("Bearer nonsense", origin: .local).grant == .owner)
        #expect(try admission(mode: .open).grant == .owner)
        #expect(try admission("Bearer nonsense", cookie: "x", mode: .open).grant == .owner)
    }

    @Test("open access recognises a session, and ignores an invalid one")
    func openSession() throws {
        let found = try admission(cookie: "whereismy-session=\(secret(2).text)", mode: .open)
        #expect(try found.grant == .owner && found.session == secret(2))
        let unknown = try admission(cookie: "whereismy-session=\(secret(9).text)", mode: .open)
        #expect(unknown.grant == .owner && unknown.session == nil && !unknown.hasFailed)
    }

    @Test(
        "a bearer token follows RFC 6750",
        arguments: [
            ("Bearer ", true), ("bearer ", true), ("BEARER   ", true), ("Bearer", false), ("Token ", false),
            ("Bearer x", false), (" Bearer ", false), ("", false),
        ])
    func bearer(prefix: String, isGood: Bool) throws {
        let found = try admission(prefix + secret(1).text)
        #expect(found.grant == (isGood ? .token(try #require(try store().tokens.first)) : .none))
        #expect(!isGood || (found.grant.allows(.metrics) && !found.grant.allows(.read)))
    }

    @Test("a session is found by its cookie, also among others, and is renewed after a day")
    func session() throws {
        let cookie = "whereismy-session=\(try secret(2).text)"
        let found = try admission(cookie: "a=b; \(cookie);c=d")
        #expect(try found.grant == .owner && found.session == secret(2) && !found.isRenewalDue && !found.hasFailed)
        #expect(try admission(cookie: cookie, after: .days(2)).isRenewalDue)
        let tossed = try admission(cookie: "whereismy-session=x; whereismy-session=\(secret(9).text); \(cookie)")
        #expect(tossed.grant == .owner && !tossed.hasFailed)
        let ended = try admission(cookie: cookie, after: .days(30))
        #expect(ended.grant == .none && ended.hasFailed)
        #expect(
            SessionCookie.daemon.value(for: try secret(2), isSecure: false).hasPrefix(
                cookie + "; Path=/; Max-Age=2592000; HttpOnly; SameSite=")
        )
    }

    @Test("a proxy's password does not hide the session, a wrong token does")
    func both() throws {
        let cookie = "whereismy-session=\(try secret(2).text)"
        #expect(try admission("Basic dTpw", cookie: cookie).grant == .owner)
        let wrong = try admission("Bearer \(secret(2).text)", cookie: cookie)
        #expect(wrong.grant == .none && wrong.hasFailed)
    }

    @Test(
        "nothing valid grants nothing, and only invalid secrets count as failures",
        arguments: [
            (nil, nil, false), ("Basic x", nil, false), ("Bearer x", nil, true), (nil, "a=b", false),
            (nil, "whereismy-session=", true), (nil, "xwhereismy-session=1", false), (nil, ";;=;", false),
        ] as [(String?, String?, Bool)])
    func none(authorization: String?, cookie: String?, hasFailed: Bool) throws {
        let found = try admission(authorization, cookie: cookie)
        #expect(found.grant == .none && found.hasFailed == hasFailed && found.session == nil)
        #expect(!found.grant.allows(.read) && !found.grant.allows(.metrics))
    }

    @Test("a secret of one kind opens no other kind", arguments: [1, 2, 3] as [UInt8])
    func kinds(number: UInt8) throws {
        let text = try secret(number).text
        #expect((try admission("Bearer \(text)").grant == .none) == (number != 1))
        #expect((try admission(cookie: "whereismy-session=\(text)").grant == .none) == (number != 2))
        #expect((try store().share(for: text, at: .start) == nil) == (number != 3))
    }
}
