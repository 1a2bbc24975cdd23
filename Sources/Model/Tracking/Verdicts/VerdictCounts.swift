import Basics
import Location

/// Counts of accepted and rejected positions in the last ten minutes.
///
/// Neither formats nor allocates per epoch; ten seconds at a time leave the window together.
struct VerdictCounts: Sendable {
    static let window: Duration = .seconds(600)
    /// The seconds that leave the window together.
    private static let step: Int64 = 10
    private static let steps = 60
    /// The columns of a step: accepted positions, and rejected ones for each reason.
    private static let width = 1 + Rejection.Reason.allCases.count
    /// Fewer rejections are normal for a good receiver: an occasional jump, or the first fixes of a cold start.
    private static let minCount = 3
    private static let minShare = 0.01

    private var counts = [Int](repeating: 0, count: steps * width)
    private var totals = [Int](repeating: 0, count: width)
    private var refused = 0
    /// The latest rejection for each reason.
    private var latest = [Rejection?](repeating: nil, count: width)
    private var newest: Int64?
    private var cached: (reason: Rejection.Reason, at: Int64?, text: String)?

    /// Counts an epoch that has a position of the receiver in use.
    mutating func add(_ verdict: Verdict, at uptime: Duration) {
        let rejection = verdict.rejection
        guard rejection?.reason.refusesPosition ?? true else { return }
        advance(to: uptime)
        let column = rejection.map { Self.column($0.reason) } ?? 0
        if let rejection {
            latest[column] = rejection
            refused += 1
        }
        counts[row(newest ?? 0) + column] += 1
        totals[column] += 1
    }

    /// Reverts the rejection of a number of the latest jumps.
    ///
    /// Some may have left the window already; totals never fall below the counts that remain.
    mutating func reinstate(jumps: Int) {
        let column = Self.column(.implausibleJump)
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

    /// Returns the summary for the report; nil if there are next to no rejections.
    mutating func summary(at uptime: Duration) -> RejectionSummary? {
        guard refused >= Self.minCount else { return nil }
        advance(to: uptime)
        let epochs = totals[0] + refused
        guard refused >= Self.minCount, Double(refused) >= Self.minShare * Double(epochs) else { return nil }
        let reasons = Rejection.Reason.allCases
        guard let reason = reasons.max(by: { totals[Self.column($0)] < totals[Self.column($1)] }) else { return nil }
        return RejectionSummary(
            count: refused, epochs: epochs, window: Self.window, reason: reason.rawValue,
            explanation: explanation(reason))
    }

    /// The uptime at which the window advances next; nil before the first epoch.
    var nextChange: Duration? { newest.map { .seconds(($0 + 1) * Self.step) } }

    /// Returns the explanation of a recent case, formatted once a step since the numbers may differ with each epoch.
    private mutating func explanation(_ reason: Rejection.Reason) -> String {
        if let cached, cached.reason == reason, cached.at == newest { return cached.text }
        let text = latest[Self.column(reason)]?.recentExplanation ?? reason.rawValue
        cached = (reason, newest, text)
        return text
    }

    private static func column(_ reason: Rejection.Reason) -> Int {
        1 + (Rejection.Reason.allCases.firstIndex(of: reason) ?? 0)
    }

    private func row(_ step: Int64) -> Int { Int(step % Int64(Self.steps)) * Self.width }

    /// Removes the steps that have left the window.
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
