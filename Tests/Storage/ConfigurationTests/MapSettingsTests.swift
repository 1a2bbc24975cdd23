import Basics
import Testing

@testable import Configuration

struct MapSettingsTests {
    private func settings(_ lines: String) throws -> MapSettings {
        let files = ["/etc/whereismy/whereismy.conf": "[map]\n" + lines]
        return try #require(try ConfigurationTests.settings(files: files)).map
    }

    @Test("the default is OpenStreetMap, as its policy requires")
    func defaults() {
        let map = MapSettings()
        #expect(map.tiles == "https://tile.openstreetmap.org/{z}/{x}/{y}.png")
        #expect(map.attribution == "© OpenStreetMap contributors")
        #expect(map.attributionLink == "https://www.openstreetmap.org/copyright")
        #expect(map.mbtiles == nil)
    }

    @Test(
        "tiles of another server, or none, have no default attribution",
        arguments: [
            "https://t.example:8443/a/{z}/{x}/{y}@2x.webp?key=a-b", "http://[::1]:8080/{z}/{y}/{x}", "none",
        ])
    func tiles(text: String) throws {
        let map = try settings("tiles = \(text)")
        #expect(map.tiles == (text == "none" ? nil : text))
        #expect(map.attribution == nil && map.attributionLink == nil)
    }

    @Test("the map is light unless the owner says that it is dark")
    func appearance() throws {
        #expect(MapSettings().appearance == .light)
        #expect(try settings("appearance = dark").appearance == .dark)
        let key = try #require(SettingKey<Settings>.map.first { $0.name == "appearance" })
        var settings = Settings()
        let fault = try #require(key.set("grey", in: &settings))
        #expect(fault.contains("\"grey\"") && fault.contains("light or dark"))
    }

    @Test("an attribution is used as configured")
    func attribution() throws {
        let map = try settings("mbtiles = /srv/chart.mbtiles\nattribution = <b>me</b> & you")
        #expect(
            map.mbtiles == "/srv/chart.mbtiles" && map.attribution == "<b>me</b> & you" && map.attributionLink == nil)
        #expect(try settings("attribution-link = https://a.example/b#c").attributionLink == "https://a.example/b#c")
        #expect(try settings("mbtiles = /a").attribution == nil)
    }

    @Test(
        "values that are unsafe in a page or header are rejected",
        arguments: [
            ("tiles", "https://t.example/{z}/{x}.png"), ("tiles", "ftp://t.example/{z}/{x}/{y}"),
            ("tiles", "//t.example/{z}/{x}/{y}"), ("tiles", "javascript://t/{z}/{x}/{y}"), ("tiles", ""),
            ("tiles", "https://{x}.example/{z}/{x}/{y}"), ("tiles", "https://a{z}/{x}/{y}"),
            ("tiles", "https://t.example;script-src */{z}/{x}/{y}"), ("tiles", "https://t.example/{z}/{x}/{y}/{s}"),
            ("tiles", "https://me:secret@t.example/{z}/{x}/{y}"), ("tiles", "https:///{z}/{x}/{y}"),
            ("tiles", "https://t.example/\"{z}/{x}/{y}"), ("tiles", "https://t.example/{z}/{x}/{y}/{y}"),
            ("tiles", "https://tést/{z}/{x}/{y}"), ("tiles", "https://t.example,evil/{z}/{x}/{y}"),
            ("attribution-link", "javascript:alert(1)"), ("attribution-link", "https://a b"), ("attribution", ""),
            ("attribution", "a\u{1}"), ("mbtiles", "chart.mbtiles"), ("mbtiles", ""),
        ])
    func refused(name: String, value: String) throws {
        let key = try #require(SettingKey<Settings>.map.first { $0.name == name })
        var settings = Settings()
        let fault = try #require(key.set(value, in: &settings))
        let shown = value.replacing(text: "me:secret@", with: "")
        #expect(fault.hasPrefix(shown.debugDescription) && fault.contains("is not a"))
    }
}
