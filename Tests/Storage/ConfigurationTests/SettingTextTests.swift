import Basics
import CommandLine
import Location
import Testing

@testable import Configuration

struct SettingTextTests {
    /// Values for every key, the odd ones among them.
    private static let samples: [String: [String]] = [
        "[gpsd] address": ["example.org", "[::1]:1", "10.0.0.1:65535"], "[gpsd] device": ["/dev/ttyUSB0", "tcp://a:1"],
        "[tracking] stale-after": ["1ms", "1500ms", "90", "1.5m", "36h", "365d", "0.0015", "10 minutes", "1h30min"],
        "[tracking] platform": Platform.allCases.map(\.rawValue),
        "[tracking] max-accuracy": ["none", "50m", "0.1", "12.345m", "100ft", ".5km", "+500m", "25000km", "1e12"],
        "[tracking] allow-simulated": ["yes", "no"],
        "[history] enabled": ["yes", "no"], "[history] commit-interval": ["0", "1h", "250ms"],
        "[history] record": ["thinned", "all"], "[history] keep": ["forever", "1h", "36500d", "100h", "1y", "6w"],
        "[history] thin": [
            "none", "90d:10s moving,5m standing", "2d: 0 standing, 1d moving, 365d: 500ms moving, 0.5s standing",
            "1y: 10 s moving, 5 min standing",
        ],
        "[http] listen": ["none", "localhost", "0.0.0.0:1,[::]:1", "[::ffff:10.0.0.1]"],
        "[http] access": ["token", "open"],
        "[http] allow-public": ["yes", "no"], "[http] names": ["", "Box.Local", "a,b_c , d-e.f"],
        "[http] connections": ["16", "100000"], "[http] connections-per-address": ["1", "100000"],
        "[map] tiles": ["none", "http://[::1]:8080/{z}/{y}/{x}?k=v#f"], "[map] attribution": ["© me; & #you", "a"],
        "[map] attribution-link": ["https://a.example/b#c"], "[map] mbtiles": ["/srv/my chart.mbtiles"],
        "[map] appearance": ["light", "dark"],
        "[places] nearest-within": ["0", "none", "500", "12.5m", "20km", "1e3km", "5nm"],
        "[display] coordinates": ["dd", "ddm", "dms", "utm"], "[display] units": ["metric", "imperial", "nautical"],
        "[display] language": ["auto", "de", "ja"],
        "[page] template": ["whereismymac.html", "my page.html"], "[journal] log-positions": ["yes", "no"],
        "[paths] runtime-directory": ["/tmp/a b"], "[paths] state-directory": ["/tmp/a b"],
        "[privacy-zone NAME] latitude": ["-90", "51.477928", "-0.001545", "1e-9"],
        "[privacy-zone NAME] longitude": ["180", "-0.1"], "[privacy-zone NAME] radius": ["1", "200m", "1234.5m"],
        "[place NAME] latitude": ["-90", "51.477928"], "[place NAME] longitude": ["180", "-0.1"],
        "[place NAME] radius": ["1", "200m", "1.5km"], "[place NAME] polygon": ["/a b.geojson"],
        "[place NAME] dwell": ["0", "90s", "1h"],
        "[webhook NAME] url": ["https://a", "HTTP://u:p@[::1]:8080/x?y=z&t=%20", "http://a.b:1?q"],
        "[webhook NAME] secret-file": ["/etc/my secret"], "[webhook NAME] ca-file": ["/a.pem"],
        "[webhook NAME] proxy": ["http://u:p@proxy:3128"], "[webhook NAME] body": ["json", "text"],
        "[webhook NAME] events": [
            "all", "leave,enter", "lost", "enter, leave, dragging, holding, lost, found, contradicted, trusted",
        ],
        "[webhook NAME] places": ["all", "Home", "Home ,Summer house"],
        "[publish NAME] to": [
            "mqtt://a", "MQTTS://[::1]:1/", "https://u:p@a/x?y", "tcp://0.0.0.0:1", "tcp://localhost", "udp://a:2",
            "unix:/run/a b",
        ],
        "[publish NAME] format": ["owntracks", "home-assistant", "geoclue", "webhook"],
        "[publish NAME] device": ["van", "My van"], "[publish NAME] user": ["ann@example.org"],
        "[publish NAME] topic": ["a", "owntracks/Zoë/my van"], "[publish NAME] tid": ["v", "va", "42"],
        "[publish NAME] password-file": ["/a"], "[publish NAME] token-file": ["/a b"],
        "[publish NAME] ca-file": ["/a.pem"], "[publish NAME] certificate-file": ["/a"],
        "[publish NAME] key-file": ["/a"], "[publish NAME] proxy": ["http://u:p@proxy:3128"],
        "[publish NAME] send": ["all", "10s", "50m", "10s, 50m", "50 m,5 min", "1km", "2min", "1h30min", "100ft, 1d"],
        "[publish NAME] interval": ["100ms", "1", "1d"], "[publish NAME] interval-at-rest": ["100ms", "60s", "1d"],
        "[publish NAME] rate": ["none", "10", "0.5/s", "10000/s"], "[publish NAME] rewind": ["0", "60s", "1h"],
        "[publish NAME] since": ["now", "all", "2026-11-01", "2026-11-01T01:02:03Z", "2026-11-01T01:02:03.456Z"],
        "[publish NAME] stale-after": ["1m", "15min", "365d"],
        "[publish NAME] privacy": ["exact", "zone", "rounded", "rounded 500m", "rounded 2.5 km"],
        "[publish NAME] retry-min": ["100ms", "1h"], "[publish NAME] retry-max": ["1s", "1d"],
        "[publish NAME] secret-file": ["/a"], "[publish NAME] body": ["text"],
        "[publish NAME] events": ["all", "leave, enter"], "[publish NAME] places": ["all", "Home,Work"],
    ]

    private static let keys =
        Settings.keys + Settings.namedSections.flatMap { $0.keys("NAME") }

    @Test("there are samples for exactly the settings")
    func samples() {
        #expect(Set(Self.samples.keys) == Set(Self.keys.map { "\($0.qualifiedName)" }))
    }

    @Test("the text of a value round-trips")
    func roundTrip() throws {
        for key in Self.keys {
            for sample in try #require(Self.samples["\(key.qualifiedName)"]) {
                var (settings, again) = (Settings(), Settings())
                #expect(key.set(sample, in: &settings) == nil, "\(key.qualifiedName) = \(sample)")
                let text = try #require(key.text(settings))
                #expect(key.set(text, in: &again) == nil, "\(key.qualifiedName) = \(sample) becomes \(text)")
                #expect(
                    again == settings && key.text(again) == text, "\(key.qualifiedName) = \(sample) becomes \(text)")
            }
        }
    }

    @Test("the defaults are those of the manual")
    func defaults() {
        let texts = Settings.keys.compactMap { key in key.text(Settings()).map { "\(key.name) = \($0)" } }
        #expect(
            texts == [
                "address = localhost:2947", "stale-after = 10s", "platform = any", "max-accuracy = none",
                "allow-simulated = no", "enabled = yes", "commit-interval = 30s", "record = thinned", "keep = forever",
                "thin = none", "listen = localhost:8947", "access = token", "allow-public = no", "names = ",
                "connections = 12000", "connections-per-address = 256",
                "tiles = https://tile.openstreetmap.org/{z}/{x}/{y}.png", "appearance = light", "nearest-within = none",
                "coordinates = dd", "units = metric", "language = auto", "template = current-location.html",
                "log-positions = no", "runtime-directory = /run/whereismy", "state-directory = /var/lib/whereismy",
            ])
    }

    @Test("times use the largest unit that is exact")
    func durations() {
        let times: [(Duration, String)] = [
            (.zero, "0"), (.milliseconds(1500), "1500ms"), (.seconds(90), "90s"), (.seconds(120), "2m"),
            (.seconds(7200), "2h"), (.seconds(86_400), "1d"), (.seconds(90_000), "25h"),
        ]
        for (time, text) in times { #expect(time.setting == text) }
    }
}
