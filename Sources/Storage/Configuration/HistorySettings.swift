import Basics
import CommandLine
public import Location

/// The settings of the history.
public struct HistorySettings: Hashable, Sendable {
    /// The fixes that are recorded.
    public enum Record: String, CaseIterable, Sendable {
        /// Every fix while the machine moves or its motion is unknown; one a minute while it is stationary.
        case thinned
        /// Every fix.
        case all
    }

    /// True if a history is recorded.
    public var isEnabled = true
    /// The maximum delay before a fix is written; 0 writes each at once.
    public var commitInterval: Duration = .seconds(30)
    /// The fixes that are recorded.
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

extension SettingKey<Settings> {
    static var history: [SettingKey] {
        [
            SettingKey("enabled", in: "history", at: \.history.isEnabled, as: .flag), commitInterval,
            SettingKey("record", in: "history", at: \.history.record, as: .choice("thinned or all")), keep, thin,
        ]
    }

    private static var commitInterval: SettingKey {
        let expected = "a time up to 1h such as 10s or 1m, or 0 to write each fix at once"
        return SettingKey(
            "commit-interval", in: "history", at: \.history.commitInterval, as: .time(expected, within: 0...3600))
    }

    static var keep: SettingKey {
        let syntax = ValueSyntax.time(
            "an age of at least 1h such as 365d, or forever", within: Duration.retentionRange)
        return SettingKey("keep", in: "history", at: \.history.keep, as: syntax.orNone("forever"))
    }

    static var thin: SettingKey {
        let syntax = ValueSyntax<[ThinningRule]>(
            "rules such as 90d: 10s moving, 5m standing, 365d: 1m moving, 1h standing, or none",
            text: { $0.isEmpty ? "none" : $0.map(\.setting).joined(separator: ", ") },
            parse: { $0 == "none" ? [] : ThinningRule.rules(setting: $0) })
        return SettingKey("thin", in: "history", at: \.history.thinning, as: syntax)
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
