public import Location

/// Motion in words.
public enum MotionText {
    /// Words such as `standing still`; nil where the fixes do not tell.
    public static func text(_ motion: Motion) -> String? {
        switch motion {
        case .stationary: "standing still"
        case .moving: "moving"
        case .unknown: nil
        }
    }
}
