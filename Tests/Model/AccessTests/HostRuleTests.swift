import Access
import Testing

struct HostRuleTests {
    private let rule = HostRule(names: ["Box.Local", "box"])

    @Test(
        "addresses, localhost and configured names are accepted",
        arguments: [
            "127.0.0.1", "127.0.0.1:8947", "192.0.2.1:80", "[::1]", "[::1]:8947", "[2001:db8::1]:1", "[::ffff:1.2.3.4]",
            "[1:2:3:4:5:6:7:8]", "[::]", "localhost", "LOCALHOST:1", "localhost.", "a.b.localhost:8947", "box.local",
            "BOX.LOCAL.:8947", "box", "box:",
        ])
    func ours(host: String) {
        #expect(rule.allows(host))
    }

    @Test(
        "any other host is rejected",
        arguments: [
            "", "evil.example", "evil.example:8947", "localhost.evil.example", "xlocalhost", ".localhost",
            "..localhost",
            "box.local.evil.example", "box.local..", "127.0.0.1.evil.example", "0x7f.1", "127.1", "0177.0.0.1",
            "256.0.0.1", "1.2.3.4.5", "::1", "[::1", "::1]", "[::1]x", "[::1]:x", "[::1%lo]", "[]", "[1.2.3.4]",
            "[1::2::3]",
            "[:::]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[12345::]", "[+1::]", "[::1.2.3.4:1]", "box:8947:1",
            "box:123456", "box:-1", "box:８", "user@box", "box/", "box ", " box", "box,evil", "bo\u{0}x", "böx", ":8947",
            "evil\tlocalhost", "localhost\n", String(repeating: "a", count: 300) + ".localhost",
        ])
    func others(host: String) {
        #expect(!rule.allows(host))
    }

    @Test("a request without a host is rejected")
    func missing() {
        #expect(!rule.allows(nil))
        #expect(!HostRule().allows("box"))
    }

    @Test(
        "a change from a foreign page is recognized by its origin",
        arguments: [
            (nil, "box:1", true), ("http://box:1", "box:1", true), ("https://Box:1", "box:1", true),
            ("http://box:2", "box:1", false), ("http://evil", "box:1", false), ("null", "box:1", false),
            ("", "box:1", false), ("http://", "box:1", false), ("http://box:1", nil, false), ("null", nil, false),
        ] as [(String?, String?, Bool)])
    func origins(origin: String?, host: String?, isSame: Bool) {
        #expect(HostRule.isSameOrigin(origin, host: host) == isSame)
    }
}
