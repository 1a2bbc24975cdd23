import Configuration
import Tracking

extension TrackingSettings {
    /// What the configuration says about tracking.
    init(_ settings: Settings) {
        self.init(
            staleAfter: settings.staleAfter, device: settings.device, platform: settings.platform,
            maxAccuracy: settings.maxAccuracy, allowsSimulated: settings.allowsSimulated)
    }
}
