import Basics
import Location
import Simulator

/// Displays each fix that is far enough from the displayed one, and sums up the distances between them.
struct PlainTracker<Rule: PlainRule>: Contestant {
    static var name: String { Rule.name }

    private var lastFix: Fix?
    private var lastUptime = Duration.zero
    private var hasPosition = false
    private var odometer = 0.0

    init(device: String, at moment: Moment) {}

    mutating func process(_ epoch: ScenarioEpoch) -> (verdict: EpochVerdict, reason: String) {
        guard let fix = epoch.fix else { return (.none, "") }
        hasPosition = fix.coordinate != nil
        guard let coordinate = fix.coordinate else { return (.rejected, "no position") }
        lastUptime = epoch.moment.uptime
        let step = lastFix?.coordinate?.distance(to: coordinate)
        if let step, step < Rule.minimumStep { return (.duplicate, "near") }
        odometer += step ?? 0
        lastFix = fix
        return (.accepted, "")
    }

    mutating func advance(to moment: Moment) {}

    func displayedFix(at moment: Moment) -> DisplayedFix {
        let isFresh = lastFix != nil && hasPosition && moment.uptime - lastUptime < .seconds(10)
        return DisplayedFix(
            state: isFresh ? .live : .noFix, coordinate: lastFix?.coordinate,
            radius: lastFix.map { $0.horizontalAccuracy?.radius ?? 15 }, odometer: odometer,
            timestamp: lastFix?.timestamp)
    }
}

/// The rule by which a plain tracker displays a fix.
protocol PlainRule {
    static var name: String { get }
    /// The minimum distance from the displayed fix to the next one, metres.
    static var minimumStep: Double { get }
}

/// Displays each fix.
typealias PassThrough = PlainTracker<EachFix>

/// Displays only fixes that are at least 10 m away, as many trackers do.
typealias MinimumMove = PlainTracker<TenMetres>

enum EachFix: PlainRule {
    static let name = "pass-through"
    static let minimumStep = 0.0
}

enum TenMetres: PlainRule {
    static let name = "10 m move"
    static let minimumStep = 10.0
}
