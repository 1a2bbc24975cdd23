import Basics
import Curl
import FleetProtocol
import Location
import Simulator

/// A fleet in one process, without a clock, a thread or a socket: a seed decides everything that happens.
///
/// For a time the network loses, delays, doubles and reorders, clocks drift and jump, and everything dies and starts
/// again. Then it is calm, until each box has delivered what is on its disk.
final class FleetSimulation {
    /// What happens.
    enum What: Int {
        case turn, connect, request, post, response, toCollector, stored, answer, timeout, broken, commit, beat, fix
        case importing, death, start, jump, calm, seal
    }

    /// What is different from the product.
    struct Sabotage {
        var box: SimulatedBox.Sabotage?
        var tables: FleetTables.Sabotage?
    }

    /// Milliseconds of trouble, and after them until everything must be delivered.
    static let (trouble, limit): (Int64, Int64) = (60_000, 1_500_000)
    private static let maxEvents = 2_000_000
    private static let collectorCount = 3

    let seed: UInt64
    let tables: FleetTables
    private(set) var now: Int64 = 0
    private(set) var boxes: [SimulatedBox] = []
    private(set) var collectors: [SimulatedCollector] = []
    /// What is wrong, in the order in which it was found.
    private(set) var problems: [String] = []
    /// A hash of all that has happened, the same in each run of a seed.
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    private var agenda = Agenda()
    private var generator: SeededGenerator
    private var eventCount = 0
    private var isCalm = false
    private let trace: ((String) -> Void)?
    private(set) lazy var broker = SimulatedBroker(in: self)

    /// Creates a fleet; `trace` receives a line for each event.
    init(seed: UInt64, boxCount: Int, sabotage: Sabotage = Sabotage(), trace: ((String) -> Void)? = nil) {
        (self.seed, self.trace, generator) = (seed, trace, SeededGenerator(seed: seed))
        tables = FleetTables(seed: seed, sabotage: sabotage.tables)
        tables.failures = 0.1
        collectors = (0..<Self.collectorCount).map { SimulatedCollector($0, in: self) }
        boxes = (0..<boxCount).compactMap { index in
            DeviceName("box-\(index)").map { SimulatedBox(index, $0, in: self, sabotage: sabotage.box) }
        }
    }

    // MARK: chance

    /// Returns a random number.
    func chance(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }

    /// Returns a random whole number.
    func random(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &generator) }

    /// Returns true with a probability.
    func happens(_ probability: Double) -> Bool { generator.happens(probability) }

    /// Returns random bits.
    func bits() -> UInt64 { generator.next() }

    /// Returns one of some; nil without any.
    func pick<Item>(_ items: [Item]) -> Item? { items.isEmpty ? nil : items.randomElement(using: &generator) }

    // MARK: what happens

    /// Plans what happens at a time.
    func plan(_ what: What, _ index: Int, at time: Int64, _ action: @escaping () -> Void) {
        let action = { [unowned self] in
            note(what, index)
            action()
        }
        agenda.add(action, at: max(now, time))
    }

    /// Plans what happens after some milliseconds.
    func plan(_ what: What, _ index: Int, after delay: Int64, _ action: @escaping () -> Void) {
        plan(what, index, at: now + delay, action)
    }

    private func note(_ what: What, _ index: Int) {
        for value in [now, Int64(what.rawValue), Int64(index)] {
            digest = (digest ^ UInt64(bitPattern: value)) &* 0x0000_0100_0000_01B3
        }
        trace?("\(now) ms: \(what) \(index)")
    }

    /// Records that something is wrong.
    func report(_ problem: String) {
        problems.append("\(now) ms: \(problem)")
        explain(problem)
    }

    /// Adds a line to the trace.
    func explain(_ text: @autoclosure () -> String) { trace?("\(now) ms: \(text())") }

    /// The milliseconds of a journey through the network: some are overtaken by later ones.
    func delay() -> Int64 { !isCalm && happens(0.1) ? random(100...25_000) : random(5...80) }

    /// Sends something through the network, which may lose or double it.
    func hop(_ what: What, _ index: Int, _ action: @escaping () -> Void) {
        guard isCalm || !happens(0.08) else { return }
        let copies = !isCalm && happens(0.06) ? 2 : 1
        for _ in 0..<copies { plan(what, index, after: delay(), action) }
    }

    /// Sends a request by HTTP to one of the collectors.
    func post(_ content: [UInt8], of device: DeviceName, _ reply: @escaping (TransferResult) -> Void) {
        pick(collectors)?.post(content, of: device, reply)
    }

    // MARK: a run

    /// Runs until everything is delivered, and compares what is stored with what was recorded.
    func run() {
        begin()
        while problems.isEmpty, eventCount < Self.maxEvents, let event = agenda.next() {
            now = event.time
            eventCount += 1
            event.action()
            if isCalm, eventCount % 64 == 0, boxes.allSatisfy(\.isDone) || now > Self.limit { break }
        }
        // Until then, a point may be in a segment and in a row, of which readers show one.
        tables.seal(before: Timestamp.storable.upperBound)
        for box in boxes { compare(box) }
        end()
    }

    /// Releases what refers to each other, with its descriptors.
    private func end() {
        for box in boxes { box.stop(inOrder: false) }
        for collector in collectors { collector.stop(inOrder: false) }
        (boxes, collectors, agenda) = ([], [], Agenda())
    }

    private func begin() {
        for collector in collectors { collector.start(ahead: .zero) }
        for box in boxes {
            planFixes(of: box)
            plan(.start, box.index, after: random(0...5000)) { box.start() }
        }
        Troubles(self).plan()
        plan(.calm, 0, at: Self.trouble) { [self] in beCalm() }
    }

    private func planFixes(of box: SimulatedBox) {
        let interval = random(1000...9000)
        var time = random(0...interval)
        while time < Self.trouble {
            let point = point(time + (happens(0.02) ? random(-600_000...600_000) : 0))
            plan(.fix, box.index, at: time) { box.take(point) }
            if happens(0.3) { plan(.commit, box.index, at: time + random(0...3000)) { box.commit() } }
            time += interval
        }
        guard happens(0.1) else { return }
        // Of days ago: hours that are sealed already.
        let first = -random(100_000_000...400_000_000), step = random(8000...40_000)
        let track = (0..<150).map { point(first + $0 * step) }
        plan(.importing, box.index, at: random(0...Self.trouble)) { box.importTrack(track) }
    }

    private func point(_ time: Int64) -> TrackPoint {
        var fix = Fix(device: "", mode: .threeDimensional)
        fix.timestamp = SimulatedClock.epoch + .milliseconds(time)
        fix.coordinate = Coordinate(latitude: 47, longitude: 8 + Double(time % 1_000_000) / 1e7)
        guard let point = TrackPoint(fix) else { preconditionFailure("time and coordinate are set") }
        return point
    }

    private func beCalm() {
        isCalm = true
        tables.failures = 0
        tables.start()
        if !broker.isUp { broker.start() }
        for collector in collectors { collector.start(ahead: .zero) }
        for box in boxes {
            box.boot()
            box.commit()
        }
    }

    private func compare(_ box: SimulatedBox) {
        let stored = tables.times(of: box.name), recorded = Set(box.history.points.map(\.timestamp))
        let found = Set(stored), lost = recorded.subtracting(found), invented = found.subtracting(recorded)
        if !lost.isEmpty {
            report("\(box.name) has lost \(lost.count) of \(recorded.count) fixes: \(lost.sorted()[0])")
        }
        if !invented.isSubset(of: box.offered) { report("\(box.name) has fixes that it has not sent") }
        if found.count < stored.count { report("\(box.name) has \(stored.count - found.count) fixes twice") }
        if !box.isDone { report("\(box.name) has not delivered all after \(now) ms") }
        for value in stored.map(\.milliseconds) {
            digest = (digest ^ UInt64(bitPattern: value)) &* 0x0000_0100_0000_01B3
        }
    }
}
