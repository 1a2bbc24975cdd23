import Basics
import Location
import Simulator

/// Runs clean journeys for some thousand hours, in which no position may be contradicted.
struct CleanHours {
    /// The goal for the share of doubtful time, of the bench in `WHEREISMY_SHARED`.
    private static let maxDoubtful = 0.01

    private var seconds = 0.0
    private var doubtful = 0.0
    /// Each contradicted spell by its scenario and seed, its second, and what its reasons say.
    private var spells: [String] = []

    /// Runs each clean scenario with one seed after another until the hours are reached; returns whether the goals are met.
    static func run(_ hours: Double, print: (String) -> Void) async -> Bool {
        var total = CleanHours()
        var seed: UInt64 = 0
        while total.seconds < hours * 3600 {
            seed += 1
            for part in await parts(seed: seed) { total.add(part) }
            print("seed \(seed): \(TextFormat.number(total.seconds / 3600, 0)) h")
        }
        total.spells.forEach { print("contradicted: \($0)") }
        let share = total.doubtful / total.seconds
        print(
            "\(TextFormat.number(total.seconds / 3600, 0)) clean hours: \(total.spells.count) contradicted spells, "
                + "\(TextFormat.number(100 * share, 3)) % doubtful")
        return total.spells.isEmpty && share <= maxDoubtful
    }

    private static func parts(seed: UInt64) async -> [CleanHours] {
        await withTaskGroup(of: (index: Int, part: CleanHours).self) { group in
            for (index, scenario) in Scenario.all.filter(\.isClean).enumerated() {
                group.addTask {
                    var part = CleanHours()
                    part.play(scenario, seed: seed)
                    return (index, part)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.index < $1.index }.map(\.part)
        }
    }

    private mutating func play(_ scenario: Scenario, seed: UInt64) {
        var subject: ControllerContestant?
        var wasContradicted = false
        for epoch in scenario.run(seed: seed) {
            var now = subject ?? ControllerContestant(device: epoch.fix?.device ?? "", at: epoch.moment)
            now.advance(to: epoch.moment)
            _ = now.process(epoch)
            let integrity = now.integrity(at: epoch.moment)
            seconds += scenario.interval
            if integrity.level == .doubtful { doubtful += scenario.interval }
            if integrity.level == .contradicted, !wasContradicted {
                let reasons = integrity.reasons.map { "\($0.code.rawValue): \($0.detail)" }.joined(separator: "; ")
                let second = TextFormat.number(epoch.moment.uptime.inSeconds, 0)
                spells.append("\(scenario.name), seed \(seed), uptime \(second) s: \(reasons)")
            }
            wasContradicted = integrity.level == .contradicted
            subject = now
        }
    }

    private mutating func add(_ other: CleanHours) {
        seconds += other.seconds
        doubtful += other.doubtful
        spells += other.spells
    }
}
