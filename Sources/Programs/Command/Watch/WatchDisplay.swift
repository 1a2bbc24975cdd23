import Basics
import Configuration
import Location
import Pages

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

/// What is known now in one line for people.
enum WatchLine {
    /// The state and the age, the position, how it moves and the places around, such as
    /// `live, 3 s ago  -37.809969, 144.963264 (± 5.5 m)  moving, 12.6 km/h, course 90°  in Home`.
    static func text(_ answer: CurrentReport) -> String {
        let position = answer.fix.flatMap { fix in
            fix.coordinate.map { PositionText.text($0, accuracy: fix.horizontalAccuracy) }
        }
        let motion = answer.code == .success ? motion(answer) : nil
        // Last, as what changes least: a narrow terminal cuts it off.
        let place = answer.report.flatMap(PlaceText.text)
        return PrintableText.sanitized([answer.summary, position, motion, place].compactMap { $0 }.joined(separator: "  "))
    }

    private static func motion(_ answer: CurrentReport) -> String? {
        guard let motion = answer.report?.motion, let words = MotionText.text(motion) else { return nil }
        guard motion == .moving, let fix = answer.fix, let speed = fix.speed else { return words }
        let course = fix.course.map { "course \(FixedDecimalText.text($0, decimals: 0))°" }
        return [words, "\(FixedDecimalText.text(speed * 3.6, decimals: 1)) km/h", course].compactMap { $0 }
            .joined(separator: ", ")
    }
}
