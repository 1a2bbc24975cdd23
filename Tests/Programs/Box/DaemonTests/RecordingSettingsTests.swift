import Configuration
import History
import Location
import Testing

@testable import Daemon

struct RecordingSettingsTests {
    @Test("all settings of the history are passed on")
    func all() {
        var settings = HistorySettings()
        #expect(RecordingSettings(settings) == RecordingSettings())
        settings.commitInterval = .zero
        settings.record = .all
        settings.keep = .seconds(7200)
        settings.thinning = [
            ThinningRule(age: .seconds(3600), movingInterval: .seconds(10), stationaryInterval: .seconds(300))
        ]
        let rule = ThinningRule(age: .seconds(3600), movingInterval: .seconds(10), stationaryInterval: .seconds(300))
        let expected = RecordingSettings(
            commitInterval: .zero, extent: .all, retention: Retention(maxAge: .seconds(7200), thinning: [rule]))
        #expect(RecordingSettings(settings) == expected)
    }
}
