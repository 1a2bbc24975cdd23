import Basics
import Location

extension ThinningRule {
    /// Reads rules as the configuration has them: `90d: 10s moving, 5m standing`, one after another, commas between.
    ///
    /// Nil for anything else, and where two rules have the same age.
    static func rules(setting text: String) -> [ThinningRule]? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        guard words.count.isMultiple(of: 2) else { return nil }
        let pairs = stride(from: 0, to: words.count, by: 2).map { ThinningRule(words[$0], words[$0 + 1]) }
        let rules = pairs.compactMap { $0 }.sorted { $0.age < $1.age }
        guard rules.count == pairs.count, Set(rules.map(\.age)).count == rules.count else { return nil }
        return rules
    }

    /// The rule as it is written in the file.
    var setting: String { "\(age.setting): \(movingInterval.setting) moving, \(stationaryInterval.setting) standing" }

    /// Reads `AGE: TIME moving` and `TIME standing`, or the two times the other way round.
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
        guard words.count == 2, ["moving", "standing"].contains(words[1]),
            let time = Duration(setting: String(words[0]), within: Duration.intervalRange)
        else { return nil }
        return (time, words[1])
    }
}

extension Substring {
    /// Without the blanks around it.
    fileprivate var trimmed: String { split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
}
