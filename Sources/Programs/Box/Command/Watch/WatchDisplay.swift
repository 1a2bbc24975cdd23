import Basics
import CommandLine
import Location
import Pages

/// The displayed line, and when it must be refreshed without a new report.
struct WatchDisplay {
    /// The interval between refreshes of the age.
    private static let tick: Duration = .seconds(1)

    typealias LocalTimeFormatter = @Sendable (Timestamp) -> String

    private let plan: WatchPlan
    private let clock: LocalTimeFormatter
    private var shown: TrackingState?
    /// The uptime of the next refresh; nil if none is needed.
    private(set) var deadline: Duration?

    init(_ plan: WatchPlan, clock: @escaping LocalTimeFormatter) {
        self.plan = plan
        self.clock = clock
    }

    /// The bytes that release the terminal; empty if nothing was displayed.
    var closing: [UInt8] { shown == nil ? [] : plan.style.closing }

    mutating func show(_ current: CurrentReport, at moment: Moment) -> [FollowAction] {
        shown = current.report?.state
        deadline = next(current, at: moment)
        let text = WatchLine.text(current, plan.display, width: plan.style.width, time: clock)
        let bytes = plan.style.bytes(text, at: clock(moment.wallClock))
        return bytes.isEmpty ? [] : [.write(bytes)]
    }

    /// Returns true if a due refresh would change the displayed line.
    mutating func isOutdated(by current: CurrentReport, at moment: Moment) -> Bool {
        guard let due = deadline, due <= moment.uptime else { return false }
        deadline = nil
        if case .terminal = plan.style { return true }
        guard current.report?.state == shown else { return true }
        deadline = next(current, at: moment)
        return false
    }

    /// Every second on a terminal, otherwise when the report turns stale.
    private func next(_ current: CurrentReport, at moment: Moment) -> Duration? {
        if case .terminal = plan.style { return moment.uptime + Self.tick }
        guard current.report?.state == .live, let age = current.report?.age else { return nil }
        return moment.uptime + max(.zero, plan.staleAfter - age) + .milliseconds(1)
    }
}

enum WatchLine {
    /// The state and age, the position, the motion and the places, such as
    /// `live, 3 s ago  -37.809969, 144.963264 (± 5.5 m)  moving, 12.6 km/h, course 90° E  at Home`.
    ///
    /// Places that do not fit into the width are shortened, then left out: half a direction would be a wrong one.
    static func text(
        _ current: CurrentReport, _ style: DisplayStyle = DisplayStyle(), width: Int? = nil,
        time: (Timestamp) -> String = { $0.iso8601 }
    ) -> String {
        let now = current.report?.now.map { PositionText.text($0, style: style) }
        let position =
            now
            ?? current.fix.flatMap { fix in
                fix.coordinate.map { PositionText.text($0, accuracy: fix.horizontalAccuracy, style: style) }
            }
        let motion = current.code == .success ? motion(current, style.units) : nil
        let anchor = current.report?.anchor.flatMap { alarm($0, style.units) }
        let integrity = current.report.map { IntegrityText.lines($0, style, time: time) } ?? []
        // Places change least, so they come last.
        let lines = (places(current.report, style.units) + [nil]).map { place in
            PrintableText.sanitized(
                ([current.summary, anchor, position, motion] + integrity + [place]).compactMap { $0 }
                    .joined(separator: "  "))
        }
        return lines.first { line in width.map { line.count <= $0 } ?? true } ?? lines[lines.count - 1]
    }

    /// The places around a report's position, with the region and the country of the town and without them.
    private static func places(_ report: Report?, _ units: UnitSystem) -> [String?] {
        guard var report else { return [] }
        let long = PlaceText.text(report, units)
        report.place = report.place.map {
            NearbyPlace(name: $0.name, distance: $0.distance, bearing: $0.bearing)
        }
        return [long, PlaceText.text(report, units)]
    }

    /// The summary of the line says why nothing watches the anchor.
    private static func alarm(_ anchor: AnchorSummary, _ units: UnitSystem) -> String? {
        guard anchor.isDragging || anchor.isLost || anchor.isUnsure else { return nil }
        let watched = anchor.isDragging ? "ANCHOR DRAGGING" : "ANCHOR NOT WATCHED"
        let state = anchor.isUnsure ? "ANCHOR UNSURE" : watched
        return [state, anchor.distance.map { "\(DistanceText.text($0, units)) from it" }].compactMap { $0 }
            .joined(separator: ", ")
    }

    private static func motion(_ current: CurrentReport, _ units: UnitSystem) -> String? {
        guard let motion = current.report?.motion, let message = MotionText.text(motion) else { return nil }
        guard motion == .moving, let fix = current.fix, let speed = fix.speed else { return message }
        let course = fix.course.map { "course \(CompassText.degrees($0))° \(CompassPoint.sixteenth($0))" }
        return [message, SpeedText.text(speed, units), course].compactMap { $0 }
            .joined(separator: ", ")
    }
}
