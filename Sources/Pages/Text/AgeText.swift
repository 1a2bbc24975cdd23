/// An age in words; the page's script has the same steps.
public enum AgeText {
    /// Words such as `just now`, `7 s ago`, `3 min ago`, `2 h 5 min ago` and `4 days ago`; whole units, cut.
    public static func words(_ age: Duration) -> String {
        let seconds = max(0, age.components.seconds)
        switch seconds {
        case ..<2: return "just now"
        case ..<60: return "\(seconds) s ago"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400:
            let minutes = seconds / 60 % 60
            return minutes == 0 ? "\(seconds / 3600) h ago" : "\(seconds / 3600) h \(minutes) min ago"
        default:
            let days = seconds / 86_400
            return days == 1 ? "1 day ago" : "\(days) days ago"
        }
    }
}
