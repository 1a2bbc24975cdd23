import Basics
public import Location

/// The settings of the history.
public struct HistorySettings: Hashable, Sendable {
    /// Which fixes are recorded.
    public enum Record: String, CaseIterable, Sendable {
        /// Every fix while the machine moves or its motion is unknown; one a minute while it is stationary.
        case thinned
        /// Every fix.
        case all
    }

    /// True if a history is recorded.
    public var isEnabled = true
    /// The maximum delay before a fix is written; 0 writes each at once.
    public var commitInterval: Duration = .seconds(10)
    /// Which fixes are recorded.
    public var record = Record.thinned
    /// The retention time; nil for unlimited.
    public var keep: Duration?
    /// The rules that thin old fixes, by rising age; empty if all recorded fixes stay.
    public var thinning: [ThinningRule] = []

    /// The built-in defaults.
    public init() {}

    /// An issue: a rule that keeps more old fixes than young ones; nil for none.
    var thinningIssue: String? {
        for (younger, older) in zip(thinning, thinning.dropFirst())
        where older.movingInterval < younger.movingInterval || older.stationaryInterval < younger.stationaryInterval {
            return "\(older.setting) would keep more than \(younger.setting), but removed fixes do not come back"
        }
        return nil
    }
}

extension SettingKey {
    /// The settings of `[history]`.
    static let history = [enabled, commitInterval, record, keep, thin]

    private static let enabled = flag(section: "history", name: "enabled", path: \.history.isEnabled)

    private static let commitInterval = SettingKey(
        section: "history", name: "commit-interval",
        expected: "a time up to 1h such as 10s or 1m, or 0 to write each fix at once",
        text: { $0.history.commitInterval.setting }
    ) { text, settings in
        guard let time = Duration(setting: text, within: 0...3600) else { return false }
        settings.history.commitInterval = time
        return true
    }

    private static let record = SettingKey(
        section: "history", name: "record", expected: "thinned or all", text: { $0.history.record.rawValue }
    ) { text, settings in
        guard let record = HistorySettings.Record(rawValue: text) else { return false }
        settings.history.record = record
        return true
    }

    static let keep = SettingKey(
        section: "history", name: "keep", expected: "an age of at least 1h such as 365d, or forever",
        text: { $0.history.keep?.setting ?? "forever" }
    ) { text, settings in
        settings.history.keep = Duration(setting: text, within: Duration.retentionRange)
        return text == "forever" || settings.history.keep != nil
    }

    static let thin = SettingKey(
        section: "history", name: "thin",
        expected: "rules such as 90d: 10s moving, 5m standing, 365d: 1m moving, 1h standing, or none",
        text: { $0.history.thinning.isEmpty ? "none" : $0.history.thinning.map(\.setting).joined(separator: ", ") }
    ) { text, settings in
        guard let rules = text == "none" ? [] : ThinningRule.rules(setting: text) else { return false }
        settings.history.thinning = rules
        return true
    }
}

extension ThinningRule {
    /// Parses rules such as `90d: 10s moving, 5m standing`, separated by commas.
    ///
    /// Nil for anything else, and where two rules have the same age.
    static func rules(setting text: String) -> [ThinningRule]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count.isMultiple(of: 2) else { return nil }
        let pairs = stride(from: 0, to: parts.count, by: 2).map { ThinningRule(parts[$0], parts[$0 + 1]) }
        let rules = pairs.compactMap { $0 }.sorted { $0.age < $1.age }
        guard rules.count == pairs.count, Set(rules.map(\.age)).count == rules.count else { return nil }
        return rules
    }

    /// The rule as the file has it.
    var setting: String { "\(age.setting): \(movingInterval.setting) moving, \(stationaryInterval.setting) standing" }

    /// Parses `AGE: TIME moving` and `TIME standing`, or the two times in the other order.
    private init?(_ first: Substring, _ second: Substring) {
        let head = first.split(separator: ":", omittingEmptySubsequences: false)
        guard head.count == 2, let age = Duration(setting: head[0].trimmed, within: Duration.retentionRange),
            let one = Self.pause(head[1]), let other = Self.pause(second), one.motion != other.motion
        else { return nil }
        let (moving, standing) = one.motion == "moving" ? (one.time, other.time) : (other.time, one.time)
        self.init(age: age, movingInterval: moving, stationaryInterval: standing)
    }

    private static func pause(_ text: Substring) -> (time: Duration, motion: Substring)? {
        let words = text.split(separator: " ")
        let time = words.dropLast().joined(separator: " ")
        guard let motion = words.last, ["moving", "standing"].contains(motion),
            let time = Duration(setting: time, within: Duration.intervalRange)
        else { return nil }
        return (time, motion)
    }
}

extension Substring {
    /// The text without surrounding blanks.
    fileprivate var trimmed: String { split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
}

extension Duration {
    /// The valid ages of stored fixes in seconds: an hour, since younger ones would go at once, to a century.
    static let retentionRange = 3600...3_155_760_000.0
    /// The valid intervals between stored fixes in seconds: none to a day.
    static let intervalRange = 0...86_400.0
}
