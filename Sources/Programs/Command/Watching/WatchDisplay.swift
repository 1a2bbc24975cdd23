import Basics
import Location

/// What is shown of what is known, and when that has to be shown anew though nothing comes.
struct WatchDisplay {
    /// The pause between two looks at the age.
    private static let tick: Duration = .seconds(1)

    /// A moment as the user's clock shows it.
    typealias LocalTimeFormatter = @Sendable (Timestamp) -> String

    private let plan: WatchPlan
    private let clock: LocalTimeFormatter
    private var shown: TrackingState?
    /// When what is shown changes though nothing comes, in uptime; nil where it does not.
    private(set) var deadline: Duration?

    init(_ plan: WatchPlan, clock: @escaping LocalTimeFormatter) {
        self.plan = plan
        self.clock = clock
    }

    /// The bytes that give the terminal back; empty where nothing was shown.
    var closing: [UInt8] { shown == nil ? [] : plan.style.closing }

    /// Shows what is known now.
    mutating func show(_ answer: CurrentReport, at moment: Moment) -> [FollowAction] {
        shown = answer.report?.state
        deadline = next(answer, at: moment)
        let bytes = plan.style.bytes(WatchLine.text(answer), at: clock(moment.wallClock))
        return bytes.isEmpty ? [] : [.write(bytes)]
    }

    /// Whether time has made something else of what is shown, which is looked at when it is due.
    mutating func isOutdated(by answer: CurrentReport, at moment: Moment) -> Bool {
        guard let due = deadline, due <= moment.uptime else { return false }
        deadline = nil
        if case .terminal = plan.style { return true }
        guard answer.report?.state == shown else { return true }
        deadline = next(answer, at: moment)
        return false
    }

    /// Each second on a terminal, else when it turns stale.
    private func next(_ answer: CurrentReport, at moment: Moment) -> Duration? {
        if case .terminal = plan.style { return moment.uptime + Self.tick }
        guard answer.report?.state == .live, let age = answer.report?.age else { return nil }
        return moment.uptime + max(.zero, plan.staleAfter - age) + .milliseconds(1)
    }
}
