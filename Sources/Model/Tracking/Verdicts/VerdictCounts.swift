import Basics
import Location

/// How many positions were used and refused in the last ten minutes, counted as they come.
///
/// Nothing is formatted and nothing allocated for an epoch: ten seconds at a time leave the window together.
struct VerdictCounts: Sendable {
    static let window: Duration = .seconds(600)
    /// Seconds that leave the window together.
    private static let step: Int64 = 10
    private static let steps = 60
    /// For each step, the positions used and those refused for each reason.
    private static let width = 1 + Rejection.Reason.allCases.count
    /// What is less is what a good receiver does too: a jump now and then, or the first fixes of a cold start.
    private static let leastCount = 3
    private static let leastShare = 0.01

    private var counts = [Int](repeating: 0, count: steps * width)
    private var totals = [Int](repeating: 0, count: width)
    private var refused = 0
    /// The latest rejection for each reason.
    private var latest = [Rejection?](repeating: nil, count: width)
    private var newest: Int64?
    private var worded: (reason: Rejection.Reason, at: Int64?, text: String)?

    /// Counts an epoch, where a position was there to be used.
    mutating func add(_ verdict: Verdict, at uptime: Duration) {
        let rejection = verdict.rejection
        guard rejection?.reason.refusesPosition ?? true else { return }
        advance(to: uptime)
        let column = rejection.map { 1 + $0.reason.rawValue } ?? 0
        if let rejection {
            latest[column] = rejection
            refused += 1
        }
        counts[row(newest ?? 0) + column] += 1
        totals[column] += 1
    }

    /// So many of the latest jumps count as right.
    ///
    /// Their places in the window may be left already; totals cannot go below what is there.
    mutating func reinstate(jumps: Int) {
        let column = 1 + Rejection.Reason.implausibleJump.rawValue
        var rest = jumps
        for passed in 0..<Int64(Self.steps) where rest > 0 {
            guard let newest, newest >= passed else { return }
            let row = row(newest - passed)
            let count = min(rest, counts[row + column])
            counts[row + column] -= count
            counts[row] += count
            totals[column] -= count
            totals[0] += count
            refused -= count
            rest -= count
        }
    }

    /// What is worth telling; nil where next to nothing was refused.
    mutating func summary(at uptime: Duration) -> RejectionSummary? {
        guard refused >= Self.leastCount else { return nil }
        advance(to: uptime)
        let epochs = totals[0] + refused
        guard refused >= Self.leastCount, Double(refused) >= Self.leastShare * Double(epochs) else { return nil }
        let reasons = Rejection.Reason.allCases
        guard let reason = reasons.max(by: { totals[1 + $0.rawValue] < totals[1 + $1.rawValue] }) else { return nil }
        return RejectionSummary(
            count: refused, epochs: epochs, window: Self.window, reason: reason.name, explanation: words(reason))
    }

    /// When the window moves on next, in uptime; nil before the first epoch.
    var nextChange: Duration? { newest.map { .seconds(($0 + 1) * Self.step) } }

    /// The words of a late case; they are made once in a step, since numbers may differ with each epoch.
    private mutating func words(_ reason: Rejection.Reason) -> String {
        if let worded, worded.reason == reason, worded.at == newest { return worded.text }
        let text = latest[1 + reason.rawValue]?.recentExplanation ?? reason.name
        worded = (reason, newest, text)
        return text
    }

    private func row(_ step: Int64) -> Int { Int(step % Int64(Self.steps)) * Self.width }

    /// Lets go of what has left the window.
    private mutating func advance(to uptime: Duration) {
        let step = max(0, uptime.components.seconds / Self.step)
        guard let newest, step > newest else {
            if newest == nil { self.newest = step }
            return
        }
        self.newest = step
        for passed in 1...min(step - newest, Int64(Self.steps)) {
            let row = row(newest + passed)
            for column in 0..<Self.width {
                totals[column] -= counts[row + column]
                if column > 0 { refused -= counts[row + column] }
                counts[row + column] = 0
            }
        }
    }
}
