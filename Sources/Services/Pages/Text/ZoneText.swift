/// The offset of a clock from UTC as text.
enum ZoneText {
    /// Returns text such as `UTC+11` and `UTC−3:30`; nil for UTC itself.
    ///
    /// An offset is rounded down to minutes.
    static func text(_ offset: Duration) -> String? {
        let minutes = Int(offset.components.seconds.magnitude / 60)
        guard minutes > 0 else { return nil }
        let rest = minutes % 60
        let part = rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)"
        return "UTC\(offset < .zero ? "−" : "+")\(minutes / 60)\(part)"
    }
}
