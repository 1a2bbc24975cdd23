import Basics
import Location
import PublishFormats
import Testing

@testable import Configuration

struct PublishSettingsTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func problems(_ text: String) -> String? {
        #expect(throws: ConfigurationError.self) { try settings(files: [Self.main: text]) }?.description
    }

    private func destination(_ text: String) throws -> PublishSettings {
        let found = try #require(try settings(files: [Self.main: "[publish a]\n" + text])).publish
        return try #require(found.first)
    }

    private func loaded(_ text: String) throws -> LoadedSettings<Settings> {
        let invocation = try daemon(["--check-config"], files: [Self.main: text])
        guard case .check(let loaded) = invocation else { throw UnexpectedInvocation() }
        return loaded
    }

    @Test("a destination has its settings, in file order, and later files add to it")
    func destinations() throws {
        let files = [
            Self.main: """
            [publish recorder]
            to = mqtts://broker.example.org
            format = owntracks
            user = ann
            send = 10s, 50m
            privacy = rounded 500m
            since = 2026-11-01
            [publish  dawarich ]
            to = https://user:pass@example.org/api?api_key=1
            format = overland
            proxy = http://p:1
            """, Self.main + ".d/a.conf": "[publish recorder]\npassword-file = /p\nrate = none",
        ]
        let found = try #require(try settings(files: files)).publish
        try #require(found.map(\.name) == ["recorder", "dawarich"])
        #expect(found[0].to.description == "mqtts://broker.example.org:8883" && found[0].to.isEncrypted)
        #expect(found[0].selection == .thinned(interval: .seconds(10), distance: 50))
        #expect(found[0].privacy == .rounded(metres: 500) && found[0].rate == nil)
        #expect(found[0].user == "ann" && found[0].passwordFile == "/p")
        #expect(found[0].ownTracksTopic(device: "van") == "owntracks/ann/van")
        #expect(found[0].since == .moment(Timestamp(milliseconds: 1_793_491_200_000)))
        #expect(found[1].to.description == "https://…@example.org/…" && found[1].proxy?.host == "p:1")
        #expect(try settings()?.publish == [])
    }

    @Test("the defaults follow from the address and the format")
    func defaults() throws {
        let mqtt = try destination("to = mqtt://a\nformat = owntracks")
        #expect(mqtt.rate == 10 && mqtt.rewind == .seconds(60) && mqtt.privacy == .zone && mqtt.selection == .all)
        #expect(mqtt.interval == .seconds(1) && mqtt.restInterval == .seconds(60) && mqtt.since == .now)
        #expect(mqtt.retryMin == .seconds(1) && mqtt.retryMax == .seconds(300))
        #expect(mqtt.ownTracksTopic(device: "van") == "owntracks/whereismy/van")
        let http = try destination("to = http://a\nformat = owntracks")
        #expect(http.rate == nil && http.rewind == .zero && http.privacy == .zone && http.webhook == nil)
        let fleet = try destination("to = mqtts://a\nformat = fleet\ndevice = van-7\npassword-file = /p")
        #expect(fleet.rate == nil && fleet.rewind == .zero && fleet.privacy == .zone && fleet.receivesHistory)
        #expect(try destination("to = mqtts://a\nformat = fleet\nstale-after = 10min").staleAfter == .seconds(600))
        #expect(fleet.staleAfter == nil && fleet.user == nil && fleet.device == "van-7" && fleet.program == .publisher)
        #expect(try destination("to = https://a/base\nformat = fleet\ntoken-file = /t").tokenFile == "/t")
        #expect(fleet.restInterval == nil)
        #expect(try destination("to = http://a\nformat = traccar").restInterval == .seconds(60))
        #expect(try destination("to = http://a\nformat = overland\ninterval-at-rest = 1s").restInterval == .seconds(1))
        #expect(try destination("to = unix:/run/s\nformat = geoclue").privacy == .exact)
        #expect(try destination("to = tcp://localhost\nformat = nmea").privacy == .zone)
    }

    @Test("a webhook as a destination has what a section of its own has")
    func webhook() throws {
        let found = try destination(
            "to = https://a/x\nformat = webhook\nsecret-file = /s\nevents = enter\nplaces = Home\nbody = text\n"
                + "ca-file = /c\nproxy = http://p")
        var expected = try WebhookSettings(
            name: "a", address: #require(WebhookAddress("https://a/x")), secretFile: "/s", authorityFile: "/c",
            proxy: WebhookAddress("http://p"), body: .text, events: [.enter], places: ["Home"])
        (expected.retryMin, expected.retryMax) = (.seconds(1), .seconds(300))
        #expect(found.webhook == expected)
    }

    @Test(
        "issues of a destination have the fix",
        arguments: [
            ("[publish]\nto = mqtt://a", "needs a name, such as [publish recorder]"),
            ("[publish a/b]\nto = mqtt://a", "is not a name of a destination, which has letters, digits"),
            ("[publish ..]\nto = mqtt://a", "is not a name of a destination"),
            ("[publish a]\nformat = owntracks", ":2: [publish a] lacks to: it needs an address"),
            (
                "[publish a]\nto = mqtt://a",
                ":2: [publish a] lacks format: it needs one of owntracks, home-assistant, fleet"
            ),
            ("[publish a]\nto = mqtt://a\nformat = gpx", "is not a format: owntracks, overland"),
            (
                "[publish a]\nto = mqtt://a\nformat = overland",
                ":3: format: overland does not work with an address of mqtt; fix: use one of http, https"
            ),
            ("[publish a]\nto = tcp://localhost\nformat = geoclue", "fix: use one of unix"),
            (
                "[publish a]\nto = mqtt://a\nformat = home-assistant\ntopic = a",
                ":4: topic: has no effect with format = home-assistant by mqtt; fix: remove it"
            ),
            ("[publish a]\nto = https://a\nformat = owntracks\nrewind = 1m", ":4: rewind: has no effect"),
            ("[publish a]\nto = mqtt://a\nformat = home-assistant\nrate = 1", ":4: rate: has no effect"),
            (
                "[publish a]\nto = mqtt://a\nformat = home-assistant\ninterval-at-rest = 1m",
                ":4: interval-at-rest: has no effect"
            ),
            ("[publish a]\nto = mqtt://a\nformat = owntracks\nca-file = /a", ":4: ca-file: has no effect"),
            ("[publish a]\nto = mqtt://a\nformat = owntracks\nsecret-file = /a", ":4: secret-file: has no effect"),
            ("[publish a]\nto = https://a\nformat = webhook\nprivacy = exact", ":4: privacy: has no effect"),
            ("[publish a]\nto = udp://a\nformat = nmea\nuser = a", ":4: user: has no effect"),
            (
                "[publish a]\nto = mqtts://a\nformat = owntracks\ncertificate-file = /a",
                ":4: certificate-file: needs its key; fix: set key-file"
            ),
            ("[publish a]\nto = mqtts://a\nformat = owntracks\nkey-file = /a", "fix: set certificate-file"),
            ("[publish a]\nto = mqtts://a\nformat = owntracks\npassword-file = /a", "needs a user; fix: set user"),
            (
                "[publish a]\nto = https://a\nformat = overland\nuser = a\npassword-file = /a\ntoken-file = /b",
                "token-file: is also set besides password-file"
            ),
            (
                "[publish a]\nto = mqtts://a\nformat = owntracks\nretry-min = 10m",
                "retry-min: 10m is more than retry-max = 5m; fix: lower it"
            ),
            (
                "[publish a]\nto = mqtt://a\nformat = fleet\ndevice = van 7",
                ":4: device: not a name in a fleet; fix: use"
            ),
            ("[publish a]\nto = mqtt://a\nformat = fleet\nrewind = 1m", ":4: rewind: has no effect"),
            ("[publish a]\nto = mqtt://a\nformat = fleet\ntopic = a", ":4: topic: has no effect"),
            ("[publish a]\nto = mqtt://a\nformat = owntracks\nstale-after = 1h", ":4: stale-after: has no effect"),
            ("[publish a]\nto = mqtt://a\nformat = fleet\nstale-after = 5s", "is not a time from 1min to 365d"),
            ("[publish a]\nto = http://a\nformat = fleet\npassword-file = /a", "needs a user; fix: set user"),
            (
                "[webhook a]\nurl = http://a\n[publish a]\nto = http://a\nformat = webhook",
                "there is a [webhook a]; fix: use another name"
            ),
            ("[publish a]\nsend = 10", "is not all, a time such as 10s"), ("[publish a]\nsend = 5m, 6m", "is not all"),
            ("[publish a]\nsend =", "is not all"), ("[publish a]\nsend = 10s, 20s", "is not all"),
            ("[publish a]\nrate = 0", "is not a number of fixes"), ("[publish a]\nrate = nan", "is not a number"),
            ("[publish a]\nsince = yesterday", "is not now, all, or a time"),
            ("[publish a]\nprivacy = rounded 0m", "is not exact, zone"),
            ("[publish a]\nprivacy = exact 1", "is not exact, zone"), ("[publish a]\ntid = van", "is not a tracker ID"),
            ("[publish a]\ndevice = a/b", "is not a name such as van"),
            ("[publish a]\nuser = +", "is not a name such as ann"), ("[publish a]\ntopic = a//b", "is not a topic"),
            ("[publish a]\ntopic = $SYS/a", "is not a topic"), ("[publish a]\ntopic = a/#", "is not a topic"),
            ("[publish a]\npassword-file = p", "is not a file by its full path"),
            ("[publish a]\nformt = nmea", "unknown key formt in [publish a], did you mean format?"),
        ])
    func wrong(text: String, message: String) throws {
        let problems = try #require(self.problems(text))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test(
        "the issue of an invalid address does not show it",
        arguments: [
            "ftp://a/secret", "mqtt://user:secret@a", "mqtts://secret@a", "mqtt://a/secret", "mqtt:secret", "mqtt://",
            "tcp://secret:10110", "udp://:1secret", "unix:secret", "unix://", "https://user:secret@", "secret",
            "unix:/" + String(repeating: "secret", count: 20), "mqtt://a:0secret",
        ])
    func secretAddress(text: String) throws {
        let problems = try #require(self.problems("[publish a]\nto = \(text)\nformat = owntracks"))
        #expect(problems.contains(":2: to: the value is not an address"), "\(problems)")
        #expect(!problems.contains("secret") && !problems.contains("lacks"), "\(problems)")
    }

    @Test("there are at most 16")
    func most() throws {
        let text = (1...17).map { "[publish \($0)]\nto = mqtt://a\nformat = owntracks\n" }.joined()
        #expect(try #require(problems(text)).contains("more than 16"))
    }

    @Test(
        "a password without encryption to a host that may be anywhere is a warning",
        arguments: [
            ("mqtt://broker.example.org", true), ("mqtt://192.0.2.1", true), ("mqtt://[2001:db8::1]", true),
            ("mqtts://broker.example.org", false), ("mqtt://localhost", false), ("mqtt://192.168.1.2", false),
            ("mqtt://100.100.1.2", false), ("mqtt://box.local", false), ("http://broker.example.org/x", true),
            ("http://[fd00::1]:8080/x", false),
        ])
    func plain(address: String, isWarned: Bool) throws {
        let text = "[publish a]\nto = \(address)\nformat = owntracks\nuser = u\npassword-file = /p"
        let warnings = try loaded(text).warnings
        #expect(warnings.contains { $0.contains(":5: password-file: is sent without encryption") } == isWarned)
    }

    @Test("the settings as text can be read again and have no secret")
    func text() throws {
        let text = """
            [publish a]
            to = https://user:hunter2@example.org/hunter2
            format = overland
            send = 5min, 50m
            """
        let loaded = try loaded(text)
        #expect(!loaded.text.contains("hunter2") && !loaded.text.contains("\nrewind ="))
        #expect(loaded.text.contains("#to = https://…@example.org/…\n") && loaded.text.contains("\nsend = 5min, 50m\n"))
    }
}
