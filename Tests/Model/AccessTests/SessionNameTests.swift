import Location
import Testing

@testable import Access

struct SessionNameTests {
    private static let webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"

    @Test(
        "a browser is named after its system and its program",
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) \(webKit) Version/18.5 Mobile/15E148 Safari/604.1",
                "iphone-safari"
            ),
            ("Mozilla/5.0 (Linux; Android 10; K) \(webKit) Chrome/137.0.0.0 Mobile Safari/537.36", "android-chrome"),
            ("Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0", "android-firefox"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(webKit) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0",
                "windows-edge"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "linux-firefox"),
            ("curl/7.88.1", "browser"), ("", "browser"), ("\u{1B}[2J<script>", "browser"),
        ])
    func suggestion(userAgent: String, name: String) {
        #expect(SessionName.suggestion(forUserAgent: userAgent) == name)
        #expect(SessionName.isValid(name))
    }

    @Test("a name in use gets a number, and stays within the length")
    func unique() {
        #expect(SessionName.unique("phone", among: []) == "phone")
        #expect(SessionName.unique("phone", among: ["phone", "phone-2"]) == "phone-3")
        let long = String(repeating: "a", count: Token.maxNameLength)
        #expect(SessionName.isValid(SessionName.unique(long, among: [long])))
    }

    @Test("the session of a link has its name, and ends by it")
    func ended() throws {
        var links = SignInLinks()
        try links.issue(try secret(1), named: "mate", at: .zero)
        #expect(links.redeem(try secret(1).text, at: .zero)?.name == "mate")
        #expect(throws: AccessError.self) { try links.issue(try secret(2), named: "a b", at: .zero) }
        var store = AccessStore()
        store.addSession(try secret(3), named: "mate", at: .start)
        store.addSession(try secret(4), named: "other", at: .start)
        try store.endSession(named: "mate")
        #expect(store.sessions.map(\.name) == ["other"])
        let error = #expect(throws: AccessError.self) { try store.endSession(named: "mate") }
        #expect(error == AccessError(.absent, "unknown session \"mate\", known are other"))
    }
}
