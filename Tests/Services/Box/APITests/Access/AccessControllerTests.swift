import Access
import FoundationEssentials
import Location
import TestSupport
import Testing

@testable import API

struct AccessControllerTests {
    private let directory: ScratchDirectory
    private let clock = ManualClock()

    init() throws {
        directory = try ScratchDirectory()
    }

    private func controller() -> AccessController {
        AccessController(files: AccessFiles(store: directory.file("access.json")), clock: { [clock] in clock.now })
    }

    private func admission(_ controller: AccessController, bearer: String? = nil, session: String? = nil) -> Admission {
        controller.admission(
            of: Credentials(
                origin: .network, authorization: bearer.map { "Bearer \($0)" },
                cookie: session.map { "\(SessionCookie.daemon.name)=\($0)" }),
            mode: .token)
    }

    @Test("generated tokens survive a restart, revoked ones do not")
    func restart() throws {
        let first = controller()
        #expect(first.loadError == nil && directory.names == [])
        let (token, secret) = try first.addToken(named: "a", scopes: [.read])
        let (share, link) = try first.addShare(ShareOptions(precision: 100, label: "x"))
        let revoked = try first.addToken(named: "b", scopes: [.metrics]).secret
        try first.revokeToken(named: "b")
        let second = controller()
        #expect(admission(second, bearer: secret.text).grant == .token(token))
        #expect(admission(second, bearer: revoked.text).grant == .none)
        #expect(second.share(for: link.text) == share)
        try second.revokeShare(share.id)
        #expect(second.share(for: link.text) == nil && controller().share(for: link.text) == nil)
        #expect(directory.names == ["access.json"])
        let text = String(decoding: try directory.bytes("access.json"), as: UTF8.self)
        #expect(!text.contains(secret.text) && !text.contains(link.text))
    }

    @Test("the cached token is dropped with its revocation, for another token and in another mode")
    func recentToken() throws {
        let controller = controller()
        let (token, secret) = try controller.addToken(named: "a", scopes: [.read])
        let (other, otherSecret) = try controller.addToken(named: "b", scopes: [.metrics])
        let wrong = secret.text.dropLast() + (secret.text.hasSuffix("x") ? "y" : "x")
        for _ in 0..<2 {
            #expect(admission(controller, bearer: secret.text).grant == .token(token))
            #expect(admission(controller, bearer: String(wrong)).grant == .none)
            #expect(admission(controller, bearer: otherSecret.text).grant == .token(other))
            #expect(admission(controller).grant == .none)
        }
        #expect(admission(controller, bearer: secret.text).grant == .token(token))
        try controller.revokeToken(named: "a")
        #expect(admission(controller, bearer: secret.text).grant == .none)
        #expect(admission(controller, bearer: otherSecret.text).grant == .token(other))
    }

    @Test("a code signs in one browser, once; the session survives a restart, is renewed and ends")
    func signIn() throws {
        let controller = controller()
        let (code, life) = try controller.issueSignInCode()
        #expect(life == .seconds(300))
        let session = try #require(try controller.signIn(code.text))
        let again = try controller.signIn(code.text)
        #expect(again == nil)
        #expect(admission(self.controller(), session: session.text).grant == .owner)
        clock.advance(by: .seconds(20 * 86_400))
        #expect(admission(controller, session: session.text).isRenewalDue)
        #expect(controller.renew(session))
        clock.advance(by: .seconds(20 * 86_400))
        #expect(admission(self.controller(), session: session.text).grant == .owner)
        try controller.signOut(session)
        #expect(admission(controller, session: session.text).grant == .none && !controller.renew(session))
        #expect(admission(self.controller(), session: session.text).grant == .none)
        let late = try controller.issueSignInCode().code
        clock.advance(by: .seconds(300))
        #expect(try controller.signIn(late.text) == nil)
    }

    @Test("expired entries are removed from the disk, so a clock set back does not revive them")
    func pruned() throws {
        let controller = controller()
        let (share, link) = try controller.addShare(ShareOptions(end: .after(.seconds(3600))))
        clock.advance(by: .seconds(3600))
        #expect(controller.share(for: link.text) == nil && controller.store.shares == [])
        clock.advance(by: .seconds(-1800))
        #expect(controller.share(for: link.text) == nil && self.controller().share(for: link.text) == nil)
        #expect(throws: AccessError.self) { try controller.revokeShare(share.id) }
    }

    @Test(
        "an unreadable file stays unchanged, grants nothing and accepts no change",
        arguments: ["", "{", "{\"version\":2}", "\u{0}", "null"])
    func broken(text: String) throws {
        try directory.write("access.json", Array(text.utf8))
        let controller = controller()
        let fault = try #require(controller.loadError)
        #expect(fault.contains("access.json") && fault.contains("repair or move the file") && !fault.contains("\n"))
        let errors = [
            #expect(throws: AccessError.self) { _ = try controller.addToken(named: "a", scopes: [.read]) },
            #expect(throws: AccessError.self) { _ = try controller.addShare(ShareOptions()) },
            #expect(throws: AccessError.self) { _ = try controller.issueSignInCode() },
            #expect(throws: AccessError.self) { try controller.revokeToken(named: "a") },
        ]
        #expect(errors.allSatisfy { $0?.kind == .unavailable && $0?.description == fault })
        #expect(try controller.signIn("x") == nil)
        #expect(try directory.bytes("access.json") == Array(text.utf8))
        #expect(controller.admission(of: Credentials(origin: .local), mode: .token).grant == .owner)
    }

    @Test("if the disk fails, nothing is granted, and a revocation takes effect at once")
    func fullDisk() throws {
        let controller = controller()
        let (share, link) = try controller.addShare(ShareOptions())
        let code = try controller.issueSignInCode().code
        // A directory in place of the temporary file fails every writer, even root.
        try FileManager.default.createDirectory(
            atPath: directory.file(".access.json.new"), withIntermediateDirectories: false)
        let added = #expect(throws: AccessError.self) { _ = try controller.addToken(named: "a", scopes: [.read]) }
        #expect(added?.kind == .unavailable && added?.description.hasPrefix("nothing was changed: ") == true)
        #expect(controller.store.tokens == [])
        #expect(throws: AccessError.self) { _ = try controller.signIn(code.text) }
        #expect(controller.store.sessions == [])
        let removed = #expect(throws: AccessError.self) { try controller.revokeShare(share.id) }
        #expect(removed?.description.contains("until the next start") == true)
        #expect(controller.share(for: link.text) == nil)
    }

    @Test("failures of an address are counted, and a valid secret still passes")
    func failures() throws {
        let controller = controller()
        let secret = try controller.addToken(named: "a", scopes: [.read]).secret
        let waits = (0...RateLimiter.burst).map { _ in controller.recordFailure(from: "127.0.0.1") }
        #expect(waits.last == .seconds(6) && waits.dropLast().allSatisfy { $0 == nil })
        #expect(admission(controller, bearer: secret.text).grant.allows(.read))
    }
}
