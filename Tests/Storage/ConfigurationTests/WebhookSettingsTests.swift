import Basics
import Location
import Testing

@testable import Configuration

struct WebhookSettingsTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func problems(_ text: String) -> String? {
        #expect(throws: ConfigurationError.self) { try settings(files: [Self.main: text]) }?.description
    }

    @Test("each section is a webhook, in file order, and later ones add to it")
    func webhooks() throws {
        let files = [
            Self.main: """
            [webhook family]
            url = https://user:pass@hooks.example.org:8443/in?key=1
            events = leave, enter
            [webhook  my boat ]
            url = http://[::1]:8080
            """, Self.main + ".d/a.conf": "[webhook family]\nsecret-file = /etc/secret\nplaces = Home,Work",
        ]
        let found = try #require(try settings(files: files)).webhooks
        try #require(found.map(\.name) == ["family", "my boat"])
        #expect(found.map(\.address.host) == ["hooks.example.org:8443", "[::1]:8080"])
        #expect(found.map(\.address.isEncrypted) == [true, false])
        #expect(found[0].events == [.enter, .leave] && found[0].places == ["Home", "Work"])
        #expect(found[0].secretFile == "/etc/secret" && found[1].secretFile == nil)
        #expect(found[1].events == Set(PlaceEvent.Kind.allCases) && found[1].places == nil)
        #expect(try settings()?.webhooks == [])
    }

    @Test(
        "issues of a webhook have the fix",
        arguments: [
            ("[webhook]\nurl = https://a", "needs a name, such as [webhook family]"),
            ("[webhook a]\nevents = enter", ":2: [webhook a] lacks url: it needs an http or https address"),
            ("[webhook a]\nurl = https://a\nevents = enter, stay", "is not all, or some of enter, leave, dragging"),
            ("[webhook a]\nurl = https://a\nevents =", "is not all, or some of"),
            ("[webhook a]\nurl = https://a\nplaces = Home,,Work", "is not all, or names of places"),
            ("[webhook a]\nurl = https://a\nplaces = a/b", "is not all, or names of places"),
            ("[webhook a]\nurl = https://a\nsecret-file = secret", "is not a file by its full path"),
            ("[webhook a]\nurl = https://a\nulr = b", "unknown key ulr in [webhook a], did you mean url?"),
            ("[webhooks a]\nurl = https://a", "unknown section [webhooks a], "),
        ])
    func wrong(text: String, message: String) throws {
        let problems = try #require(self.problems(text))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test(
        "the issue of an invalid address does not show it",
        arguments: [
            "ftp://a/secret", "https:///secret", "https://a b/secret", "https://user:secret@", "//a/secret", "secret",
            "https://a:0/secret", "https://a:70000/secret", "https://a:/secret", "https://[::1/secret",
            "https://[]/secret", "https://a/secret#b", "https://ä/secret", "https://a_/secret\\b", "https://?secret",
        ])
    func secretAddress(text: String) throws {
        for key in ["url", "proxy"] {
            let problems = try #require(self.problems("[webhook a]\n\(key) = \(text)"))
            #expect(problems.contains(":2: \(key): the value is not an http or https address"), "\(problems)")
            #expect(!problems.contains("secret"), "\(problems)")
        }
    }

    @Test("there are at most 32")
    func most() throws {
        let text = (1...33).map { "[webhook \($0)]\nurl = http://a\n" }.joined()
        #expect(try #require(problems(text)).contains("more than 32"))
    }

    @Test("a webhook receives the listed events; its places do not apply to the anchor")
    func wants() throws {
        let address = try #require(WebhookAddress("https://a"))
        let start = Timestamp(milliseconds: 0)
        func wants(_ webhook: WebhookSettings, _ kind: PlaceEvent.Kind, _ place: String) -> Bool {
            webhook.accepts(PlaceEvent(kind, place: place, moment: start, since: start))
        }
        let all = WebhookSettings(name: "a", address: address)
        #expect(wants(all, .enter, "Home") && wants(all, .dragging, PlaceEvent.anchor))
        let some = WebhookSettings(name: "a", address: address, events: [.enter, .lost], places: ["Home"])
        #expect(wants(some, .enter, "Home") && wants(some, .lost, PlaceEvent.anchor))
        #expect(!wants(some, .leave, "Home") && !wants(some, .enter, "Work"))
    }
}
