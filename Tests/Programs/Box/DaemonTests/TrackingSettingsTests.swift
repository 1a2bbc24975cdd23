import Configuration
import Location
import Testing
import Tracking

@testable import Daemon

struct TrackingSettingsTests {
    @Test("all settings of tracking are passed on")
    func all() {
        var settings = Settings()
        #expect(TrackingSettings(settings) == TrackingSettings())
        settings.staleAfter = .seconds(3)
        settings.device = "/dev/a"
        settings.platform = .rail
        settings.maxAccuracy = 50
        settings.allowsSimulated = true
        let expected = TrackingSettings(
            staleAfter: .seconds(3), device: "/dev/a", platform: .rail, maxAccuracy: 50, allowsSimulated: true)
        #expect(TrackingSettings(settings) == expected)
    }
}
