import Basics
import Location
import Testing

@testable import Access

struct AccessStoreTests {
    @Test("a token is valid until revoked, and names are unique")
    func token() throws {
        var store = AccessStore()
        let secret = try secret(1)
        try store.addToken(named: "home", scopes: [.read], secret: secret, at: .start)
        #expect(store.token(matching: secret.text)?.name == "home")
        let error = #expect(throws: AccessError.self) {
            try store.addToken(named: "home", scopes: [.metrics], secret: .random(), at: .start)
        }
        #expect(error?.kind == .exists)
        try store.revokeToken(named: "home")
        #expect(store.token(matching: secret.text) == nil && store.tokens.isEmpty)
        let absent = #expect(throws: AccessError.self) { try store.revokeToken(named: "home") }
        #expect(absent?.kind == .absent && absent?.description.contains("there are none") == true)
    }

    @Test(
        "a name is one path segment",
        arguments: [
            ("a", true), ("Home-Assistant_2.1", true), ("", false), (".", false), ("..", false), (".a", false),
            ("a/b", false), ("a b", false), ("é", false), ("a\n", false), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false),
        ])
    func names(name: String, isGood: Bool) {
        var store = AccessStore()
        var error: AccessError?
        do throws(AccessError) {
            try store.addToken(named: name, scopes: [.read], secret: .random(), at: .start)
        } catch let refusal { error = refusal }
        #expect((error == nil) == isGood)
        #expect(isGood || error?.kind == .invalid)
        #expect(error?.description.contains("\n") != true)
    }

    @Test("a token without a scope and one over the limit are rejected")
    func limits() throws {
        var store = AccessStore()
        let empty = #expect(throws: AccessError.self) {
            try store.addToken(named: "a", scopes: [], secret: .random(), at: .start)
        }
        #expect(empty?.kind == .invalid)
        for number in 0..<AccessStore.limits.tokens {
            try store.addToken(named: "t\(number)", scopes: [.read], secret: .random(), at: .start)
        }
        let full = #expect(throws: AccessError.self) {
            try store.addToken(named: "more", scopes: [.read], secret: .random(), at: .start)
        }
        #expect(full?.kind == .full)
        for _ in 0..<AccessStore.limits.shares { _ = try store.addShare(ShareOptions(), secret: .random(), at: .start) }
        let shares = #expect(throws: AccessError.self) {
            try store.addShare(ShareOptions(), secret: .random(), at: .start)
        }
        #expect(shares?.kind == .full)
        // Expired shares make room.
        _ = try store.addShare(ShareOptions(), secret: .random(), at: .start + .days(1))
        #expect(store.shares.count == 1)
    }

    @Test("a session lasts 30 days from its last renewal and ends at sign-out")
    func session() throws {
        var store = AccessStore()
        let secret = try secret(1)
        store.addSession(secret, named: "phone", at: .start)
        #expect(store.session(for: secret, at: .start + .days(29)) != nil)
        #expect(store.session(for: secret, at: .start + .days(30)) == nil)
        let renewals = [30, 29].map { store.renewSession(secret, at: .start + .days($0)) }
        #expect(renewals == [false, true])
        #expect(store.session(for: secret, at: .start + .days(58)) != nil)
        let ends = [secret, secret].map { store.endSession($0) }
        #expect(ends == [true, false])
        #expect(store.session(for: secret, at: .start) == nil)
    }

    @Test("at the limit, the session that expires first is removed")
    func manySessions() throws {
        var store = AccessStore()
        for number in 0..<UInt8(AccessStore.limits.sessions) {
            store.addSession(try secret(number), named: "phone", at: .start + .seconds(Int(number)))
        }
        _ = store.renewSession(try secret(0), at: .start + .days(2))
        store.addSession(try secret(200), named: "phone", at: .start + .days(2))
        #expect(store.sessions.count == AccessStore.limits.sessions)
        #expect(store.session(for: try secret(0), at: .start + .days(2)) != nil)
        #expect(store.session(for: try secret(1), at: .start + .days(2)) == nil)
        #expect(store.session(for: try secret(200), at: .start + .days(2)) != nil)
    }

    @Test("only expired entries are pruned")
    func prune() throws {
        var store = AccessStore()
        try store.addToken(named: "a", scopes: [.read], secret: .random(), at: .start)
        store.addSession(.random(), named: "phone", at: .start)
        _ = try store.addShare(ShareOptions(end: .after(.minutes(10))), secret: .random(), at: .start)
        #expect(!store.needsPruning(at: .start + .minutes(9)))
        let early = store.prune(at: .start + .minutes(9))
        #expect(!early)
        #expect(store.needsPruning(at: .start + .minutes(10)))
        let hadShares = store.prune(at: .start + .minutes(10))
        #expect(hadShares)
        #expect(store.shares.isEmpty && store.sessions.count == 1)
        let hadSessions = store.prune(at: .start + .days(31))
        #expect(hadSessions)
        #expect(store.sessions.isEmpty && store.tokens.count == 1)
    }
}
