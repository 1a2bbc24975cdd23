import Basics
import Location
import Testing

@testable import Configuration

struct HistorySettingsTests {
    @Test("the default stores all fixes except those of a stay, without limit, within ten seconds")
    func defaults() {
        let settings = HistorySettings()
        #expect(settings.isEnabled && settings.record == .thinned && settings.commitInterval == .seconds(30))
        #expect(settings.keep == nil && settings.thinning.isEmpty)
    }

    @Test(
        "invalid values are reported with the fix",
        arguments: [
            ("enabled", "maybe", "is not yes or no"), ("commit-interval", "2h", "0 to write each fix at once"),
            ("commit-interval", "-1", "such as 10s"), ("record", "moving", "is not thinned or all"),
            ("keep", "30m", "such as 365d, or forever"), ("keep", "", "or forever"), ("keep", "1e9d", "or forever"),
            ("keep", "99999999999999999999d", "or forever"),
        ])
    func refused(name: String, value: String, hint: String) throws {
        let key = try #require(SettingKey<Settings>.history.first { $0.name == name })
        var settings = Settings()
        let fault = try #require(key.set(value, in: &settings))
        #expect(fault.hasPrefix(value.debugDescription) && fault.contains(hint), "\(fault)")
    }

    @Test(
        "a rule has a unique age and both times",
        arguments: [
            "", "90d", "90d:", "90d: 10s", "90d: 10s moving", "90d: 10s moving, 5m moving",
            "90d: 10s moving, 5mon standing", "10s moving, 5m standing", "90d: 10s moving, 5m standing,",
            "30m: 10s moving, 5m standing",
            "90d: 10s moving, 2d standing", "90d: 10s moving, 90d: 5m standing", "9 0d: 1s moving, 5m standing",
            "90d: 10s moving, 5m standing, 2160h: 1m moving, 1h standing",
        ])
    func rules(text: String) throws {
        let key = try #require(SettingKey<Settings>.history.first { $0.name == "thin" })
        var settings = Settings()
        let fault = try #require(key.set(text, in: &settings))
        #expect(fault.contains("is not rules such as 90d: 10s moving, 5m standing"))
    }

    @Test("the rules in error messages are valid")
    func example() throws {
        let rules = try #require(
            ThinningRule.rules(setting: "90d: 10s moving, 5m standing, 365d: 1m moving, 1h standing"))
        #expect(rules.map(\.age) == [.seconds(90 * 86_400), .seconds(365 * 86_400)])
        #expect(ThinningRule.rules(setting: "1h:0 moving,0 standing")?.count == 1)
    }
}
