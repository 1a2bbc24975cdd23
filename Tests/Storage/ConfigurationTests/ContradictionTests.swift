import Configuration
import Testing

struct ContradictionTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func problems(_ text: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws
        -> [String]
    {
        let files = [Self.main: text]
        let invocation = try daemon(["--check-config"] + arguments, environment: environment, files: files)
        guard case .check(let loaded) = invocation else { return ["no check"] }
        return loaded.issues.map { "\($0)".replacing(Self.main, with: "") }
    }

    @Test("a setting set twice is reported with both lines, and the second counts")
    func twice() throws {
        let text =
            "[gpsd]\ndevice = /dev/a\n[page]\n[gpsd]\ndevice = /dev/b\n[privacy-zone a]\nlatitude = 1\nlatitude = 1\nlongitude = 2"
        #expect(
            try problems(text) == [
                ":5: device is also set on line 2; fix: remove one",
                ":8: latitude is also set on line 7; fix: remove one",
            ])
    }

    @Test(
        "contradictory settings are reported at their origin, with the fix",
        arguments: [
            (
                "[http]\naccess = open\nlisten = [::1], 10.0.0.1:80",
                ":2: access: access = open with listen = 10.0.0.1:80 (:3) shows the position to everyone"
            ),
            (
                "[http]\nlisten = localhost, 127.0.0.1",
                ":2: listen: localhost:8947 and 127.0.0.1:8947 cover the same address"
            ),
            (
                "[http]\nlisten = [::1]:5, [::]:5",
                ":2: listen: [::1]:5 and [::]:5 cover the same address; fix: remove one"
            ),
            ("[http]\nlisten = 10.0.0.1, 0.0.0.0", ":2: listen: 10.0.0.1:8947 and 0.0.0.0:8947 cover the same address"),
            (
                "[http]\nconnections = 20\nconnections-per-address = 21",
                ":3: connections-per-address: more than connections = 20 (:2)"
            ),
            (
                "[history]\nkeep = 90d\nthin = 1d: 1s moving, 1m standing, 90d: 1m moving, 1h standing",
                ":3: thin: no fix reaches 90d with keep = 90d (:2); fix: remove the rule"
            ),
            (
                "[history]\nthin = 1d: 1m moving, 1m standing, 2d: 10s moving, 1h standing",
                ":2: thin: 2d: 10s moving, 1h standing would keep more than 1d: 1m moving, 1m standing, but"
            ),
            (
                "[map]\ntiles = https://a.example/{z}/{x}/{y}\nattribution-link = https://a.example",
                ":3: attribution-link: attribution is missing; fix: set it too"
            ),
            (
                "[paths]\nstate-directory = /run/whereismy/./state/",
                ":2: state-directory: /run/whereismy/./state/ is in runtime-directory = /run/whereismy (default), which"
            ),
            ("[paths]\nstate-directory = /run//whereismy", ":2: state-directory: /run//whereismy is in"),
        ])
    func together(text: String, message: String) throws {
        let found = try problems(text)
        #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix(message) }, "\(found)")
    }

    @Test(
        "one mistake has one message: a rejected or mistyped key is not also missing",
        arguments: [
            ("[place a]\nlatitude = 51,4\nlongitude = 2", ":2: latitude: \"51,4\" is not"),
            ("[place a]\nlatitude = 1\nlongitude = 2°", ":3: longitude: \"2°\" is not"),
            ("[place a]\npolygon = a.geojson\ndwell = 1m", ":2: polygon: \"a.geojson\" is not a file"),
            ("[place a]\nlatitute = 1\nlongitude = 2", ":2: unknown key latitute in [place a], did you mean latitude?"),
            ("[privacy-zone a]\nlongitude = 2\nlatitude = 51,4", ":3: latitude: \"51,4\" is not"),
            ("[privacy-zone a]\nlong = 2\nlatitude = 1", ":2: unknown key long in [privacy-zone a], did you mean"),
            ("[webhook a]\nevents = enter\nurl = example.org", ":3: url: the value is not an http or https address"),
            (
                "[map]\ntiles = https://a.example/{z}/{x}/{y}\nattribution =\nattribution-link = https://a.example",
                ":3: attribution: \"\" is not a line of text"
            ),
        ])
    func once(text: String, message: String) throws {
        let found = try problems(text)
        #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix(message) }, "\(found)")
    }

    @Test("a rejected key does not hide that another one is missing")
    func both() throws {
        let found = try problems("[place a]\nlatitude = 51,4\nradius = 20m")
        #expect(found.count == 2 && found.last?.contains("lacks longitude") == true, "\(found)")
    }

    @Test(
        "own tiles without an attribution are a warning",
        arguments: [
            ("[map]\ntiles = https://a.example/{z}/{x}/{y}", 1),
            ("[map]\ntiles = https://a.example/{z}/{x}/{y}\nattribution = me", 0),
            ("[map]\ntiles = https://a.example/{z}/{x}/{y}\nmbtiles = /a", 0),
            ("[map]\ntiles = https://a.example/{z}/{x}/{y}\nattribution-link = https://a.example", 0),
            ("[map]\ntiles = https://a.example/{z}/{x}/{y}\nattribution =", 0),
            ("[map]\ntiles = none", 0), ("", 0),
        ])
    func attribution(text: String, count: Int) throws {
        let invocation = try daemon(["--check-config"], files: [Self.main: text])
        guard case .check(let loaded) = invocation else { throw UnexpectedInvocation() }
        #expect(loaded.warnings.count == count, "\(loaded.warnings)")
        #expect(loaded.warnings.allSatisfy { $0.hasPrefix("\(Self.main):2: tiles: the map has no attribution") })
    }

    @Test(
        "apparent contradictions are accepted",
        arguments: [
            "[http]\naccess = open\nallow-public = yes\nlisten = 10.0.0.1", "[http]\nallow-public = yes",
            "[http]\nlisten = 0.0.0.0, [::]", "[http]\nlisten = localhost:0, 127.0.0.1:0",
            "[http]\nlisten = localhost:1, 127.0.0.1:2", "[http]\nconnections = 16",
            "[http]\nconnections-per-address = 100000",
            "[history]\nkeep = 91d\nthin = 1d: 1s moving, 1m standing, 90d: 1s moving, 1h standing",
            "[map]\nattribution-link = https://a.example", "[map]\nmbtiles = /a\nattribution = me",
            "[paths]\nruntime-directory = /run/w\nstate-directory = /run/wim", "[history]\nenabled = no\nkeep = 1h",
        ])
    func apart(text: String) throws {
        #expect(try problems(text) == [])
    }

    @Test("contradictions of the command line and the environment name them")
    func others() throws {
        let open = try problems("[http]\naccess = open", ["--listen", "[::2]"])
        #expect(
            open.count == 1
                && open.first?.hasPrefix(":2: access: access = open with listen = [::2]:8947 (--listen)") == true)
        let inside = try problems("", environment: ["RUNTIME_DIRECTORY": "/r", "STATE_DIRECTORY": "/r/s"])
        #expect(
            inside.first?.hasPrefix(
                "STATE_DIRECTORY: state-directory: /r/s is in runtime-directory = /r ($RUNTIME_DIRECTORY)") == true)
    }
}

/// The daemon does something else than the test expects.
struct UnexpectedInvocation: Error {}
