import Basics
import Location
import Simulator

@testable import Tracking

/// The beginning of a scenario, and what a controller makes of it.
struct JourneyCase: Sendable, CustomStringConvertible {
    let name: String
    let seed: UInt64
    let seconds: Int
    /// The expected text of its ``JourneyRecord``.
    let outcome: String

    var description: String { "\(name), seed \(seed)" }

    init(_ name: String, seed: UInt64 = 1, _ seconds: Int, _ outcome: String) {
        (self.name, self.seed, self.seconds, self.outcome) = (name, seed, seconds, outcome)
    }

    /// Runs it; empty without a scenario of that name.
    var record: String { run?.text ?? "" }

    /// Runs it; a line with its name, its seed and its main figures.
    var line: String { "\(name) \(seed): \(run?.line ?? "")" }

    private var run: JourneyRecord? {
        guard let run = Scenario.named(name)?.run(seed: seed) else { return nil }
        var record = JourneyRecord(at: run)
        for epoch in run.prefix(while: { $0.moment.uptime < record.start.uptime + .seconds(seconds) }) {
            record.add(epoch)
        }
        return record
    }
}

/// What a controller shows on a journey: when the state and the motion change, and figures to which each fix contributes.
struct JourneyRecord {
    private static let width = 104

    let start: Moment
    private var controller: LocationController
    private var changes: [String] = []
    private var shown = ""
    private var counts: [(name: String, count: Int)] = []
    private var epochs = 0.0
    /// The sums of the squared errors and the radii shown, and of what fixes differ from the position shown, in metres.
    private var (squares, radii, corrections) = (0.0, 0.0, 0.0)
    /// The sums of the speeds shown in m/s, and of the squared errors of the position now in square metres.
    private var (speeds, nowSquares) = (0.0, 0.0)
    private var travelled = 0.0

    init(at run: ScenarioRun) {
        start = run.first { _ in true }?.moment ?? Moment(uptime: .zero, wallClock: Timestamp(milliseconds: 0))
        controller = LocationController(settings: TrackingSettings(), at: start)
        _ = controller.handle(.receivers(["/dev/ttyACM0"]), at: start)
    }

    mutating func add(_ epoch: ScenarioEpoch) {
        if let deadline = controller.deadline, deadline < epoch.moment.uptime {
            let wallClock = epoch.moment.wallClock + (deadline - epoch.moment.uptime)
            let moment = Moment(uptime: deadline, wallClock: wallClock)
            _ = controller.advance(to: moment)
            note(controller.report(at: moment), at: moment)
        }
        guard let fix = epoch.fix else { return }
        if epoch.sendsSky, let sky = epoch.satellites {
            _ = controller.handle(.satellites(sky, device: fix.device), at: epoch.moment)
        }
        let decision = controller.handle(.fix(fix), at: epoch.moment)
        count(decision)
        let report = controller.report(at: epoch.moment)
        note(report, at: epoch.moment)
        add(report, of: epoch.truth)
    }

    private mutating func count(_ decision: Decision) {
        let verdict = decision.verdict?.rejection.map(\.name) ?? (decision.verdict == .duplicate ? "repeated" : nil)
        for name in [verdict ?? decision.treatment?.kind.rawValue] + decision.reinstated.map({ _ in "reinstated" }) {
            guard let name else { continue }
            if let index = counts.firstIndex(where: { $0.name == name }) {
                counts[index].count += 1
            } else {
                counts.append((name, 1))
            }
        }
        corrections += decision.treatment?.distance ?? 0
    }

    private mutating func note(_ report: Report, at moment: Moment) {
        let now = report.state == .live ? report.motion?.rawValue ?? "live" : report.state.rawValue
        guard now != shown else { return }
        shown = now
        changes.append("\(Self.text((moment.uptime - start.uptime).inSeconds, 1)) \(now)")
    }

    private mutating func add(_ report: Report, of truth: GroundTruth) {
        travelled = report.odometer ?? 0
        guard let fix = report.fix, let coordinate = fix.coordinate else { return }
        let error = coordinate.distance(to: truth.coordinate)
        epochs += 1
        squares += error * error
        radii += fix.horizontalAccuracy?.radius ?? 0
        speeds += fix.speed ?? 0
        if let now = report.now?.coordinate.distance(to: truth.coordinate) { nowSquares += now * now }
    }

    // MARK: The text

    /// All of it, in lines of the width of a source file.
    var text: String {
        var figures = [
            ("error", (squares / epochs).squareRoot()), ("radius", radii / epochs), ("now", nowSquares / epochs),
            ("moved", corrections / epochs), ("speed", speeds / epochs), ("travelled", travelled),
        ].map { "\($0) \(Self.text($1, 3))" }
        figures += controller.learned.receivers.values.flatMap(Self.figures)
        let parts = [changes, counts.map { "\($0.name) \($0.count)" }, figures]
        return parts.map { Self.wrapped($0.joined(separator: ", ")) }.joined(separator: "\n")
    }

    /// How often the state or the motion changed, and some figures.
    var line: String {
        let learnt = controller.learned.receivers.values.first ?? ReceiverStatistics()
        let walk = learnt.randomWalk ?? .zero
        let figures = [
            (squares / epochs).squareRoot(), radii / epochs, corrections / epochs, travelled, walk[0], walk[1],
            learnt.restBySky[0].square, learnt.scale.square, learnt.innovation.square,
            learnt.dopplerVariance.squareRoot(),
        ].map { Self.text($0, 3) }
        return ([String(changes.count)] + figures).joined(separator: " ")
    }

    /// What has been learnt about a receiver.
    private static func figures(_ learnt: ReceiverStatistics) -> [String] {
        let walk = learnt.randomWalk ?? .zero
        let spreads = [
            ("rest", learnt.rest), ("motion", learnt.motion), ("rest by sky", learnt.restBySky),
            ("motion by sky", learnt.motionBySky), ("scale", [learnt.scale]), ("innovation", [learnt.innovation]),
        ].map { name, all in ([name] + all.map { text($0.square, 4) }).joined(separator: " ") }
        let flags = [
            ("modelled", learnt.modelledRadius), ("derived", learnt.derivedSpeed),
            ("contradicted", learnt.contradictedSpeed), ("held", learnt.heldSpeed),
        ].filter(\.1.isTrue).map(\.0)
        let singles = [
            "noise \(text(learnt.dopplerVariance, 6)) of \(text(learnt.dopplerSeconds, 1)) s",
            "walk \(text(walk[0], 4)) \(text(walk[1], 4))", "best radius \(text(learnt.minRadius, 3))",
        ]
        return singles + spreads + flags
    }

    private static func text(_ value: Double, _ decimals: Int) -> String {
        var bytes: [UInt8] = []
        _ = DecimalText.append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + word.count < width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
