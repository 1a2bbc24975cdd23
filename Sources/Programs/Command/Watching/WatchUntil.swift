import Configuration
import Location

/// What `whereismy watch --until` waits for.
enum WatchUntil: String, CaseIterable {
    case live
    case stale
    case moving
    case stationary

    /// Whether that is so; what moves is told by a current position alone.
    func isMet(by answer: CurrentReport) -> Bool {
        guard let report = answer.report else { return false }
        return switch self {
        case .live: answer.code == .success
        case .stale: report.state == .stale
        case .moving: answer.code == .success && report.motion == .moving
        case .stationary: answer.code == .success && report.motion == .stationary
        }
    }
}
