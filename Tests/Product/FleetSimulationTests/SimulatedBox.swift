import Basics
import Configuration
import Delivery
import FleetProtocol
import Location
import PublishFormats

@testable import Publishing

/// A box: its receiver, its history on a disk, and its publisher, whose loop is that of `PublishLoop` without a system.
final class SimulatedBox {
    /// What differs from the product, to show that the simulation notices it.
    enum Sabotage {
        /// The cursor on the disk is that of what was sent.
        case savesWhatWasSent
    }

    /// The longest wait of a commit for a report, and the most reads of a turn: those of `PublishLoop`.
    private static let (patience, maxReads): (Duration, Int) = (PublishLoop.reportPatience, 10)

    let index: Int
    let name: DeviceName
    private let isForBroker: Bool
    private let sabotage: Sabotage?
    private unowned let world: FleetSimulation
    private(set) var clock: SimulatedClock
    private(set) var history: SimulatedHistory
    /// The times of all fixes that a report has offered, of which a loss of power may lose some.
    private(set) var offered: Set<Timestamp> = []
    /// The cursor on the disk.
    private var saved: DeliveryCursor?
    private var channel: Channel?
    private var link: SimulatedLink?
    private var newest: TrackPoint?
    /// The fix of the next live message.
    private var waiting: TrackPoint?
    private var hasCommit = true
    private var lastReport: Duration?
    /// The time of the next turn, which ends the plan of any other.
    private var nextTurn: Int64?

    init(_ index: Int, _ name: DeviceName, in world: FleetSimulation, sabotage: Sabotage?) {
        (self.index, self.name, self.world, self.sabotage) = (index, name, world, sabotage)
        isForBroker = index % 4 != 3
        clock = SimulatedClock(rate: 1 + world.chance(-0.02...0.02))
        history = SimulatedHistory(identity: "history \(index)")
    }

    /// True once everything that is on the disk is delivered.
    var isDone: Bool {
        guard let destination = channel?.destination, !hasCommit, !history.isWaiting else { return false }
        // A fix on its way in a report counts as delivered there.
        return destination.isCaughtUp && !destination.hasUnconfirmed
    }

    /// The cursor in memory; nil while the publisher does not run.
    var cursor: DeliveryCursor? { channel?.destination.cursor }

    // MARK: the machine

    /// Starts the publisher with the cursor on the disk.
    func start() {
        guard channel == nil, let settings, let encoder = MessageEncoder(settings, filter: .init(.exact, zones: []))
        else { return }
        let link = SimulatedLink(self, in: world, isForBroker: isForBroker, salt: world.bits())
        let destination = Destination(DeliveryRules(settings, hasHistory: true), cursor: saved ?? DeliveryCursor())
        channel = Channel(settings, encoder: encoder, transport: link, destination: destination, saved: saved)
        (self.link, hasCommit, lastReport, newest) = (link, true, nil, nil)
        turn()
    }

    private var settings: PublishSettings? {
        PublishAddress(isForBroker ? "mqtt://fleet" : "https://fleet").map {
            var settings = PublishSettings(name: "fleet", to: $0, format: .fleet)
            (settings.device, settings.since) = (name.text, .all)
            return settings
        }
    }

    /// Ends the publisher: killed, or in order with its last cursor.
    func stop(inOrder: Bool) {
        if inOrder, let channel { saved = channel.destination.finalCursor }
        world.explain("\(name) stops \(inOrder ? "in order" : "at once") with \(saved?.end?.time.milliseconds ?? 0)")
        link?.close()
        (channel, link, nextTurn) = (nil, nil, nil)
    }

    /// Loses the power: all that is not on the disk.
    func losePower() {
        stop(inOrder: false)
        history.losePower()
    }

    /// Boots the machine.
    func boot() {
        guard channel == nil else { return }
        clock.boot = world.now
        start()
    }

    /// Sets the time of day.
    func setClock(ahead lead: Duration) { clock.lead = lead }

    // MARK: the receiver and the daemon

    /// Takes a fix of the receiver: into the history, and as the newest report.
    func take(_ point: TrackPoint) {
        history.record(point)
        guard channel != nil else { return }
        let uptime = clock.moment(at: world.now).uptime
        (newest, lastReport) = (point, uptime)
        // Reports go on even where there is nothing to offer.
        offer()
        turn()
    }

    private func offer() {
        guard let newest else { return }
        offered.insert(newest.timestamp)
        if channel?.destination.offer(newest) == true { waiting = newest }
    }

    /// Commits to the history, which the publisher notices.
    func commit() {
        guard history.isWaiting else { return }
        history.commit()
        world.explain("\(name) commits up to \(history.points.last?.timestamp.milliseconds ?? 0)")
        hasCommit = true
        turn()
    }

    /// Records many points at once, as an import does.
    func importTrack(_ points: [TrackPoint]) {
        for point in points { history.record(point) }
        commit()
    }

    // MARK: the publisher

    /// Does all that is due.
    func turn() {
        guard channel != nil else { return }
        let moment = clock.moment(at: world.now)
        if hasCommit, commitTime <= moment.uptime || lastReport == moment.uptime { passCommit() }
        let isBusy = serve(at: moment)
        save(at: moment)
        channel?.updateStatus(at: moment)
        plan(isBusy: isBusy)
    }

    private var commitTime: Duration { lastReport.map { $0 + Self.patience } ?? .zero }

    private func passCommit() {
        guard let lateID = cursor?.lateID else { return }
        channel?.destination.historyChanged(history.change(after: lateID))
        hasCommit = false
    }

    private func plan(isBusy: Bool) {
        guard let channel else { return }
        let deadlines = [channel.destination.nextDeadline, channel.saveTime, hasCommit ? commitTime : nil]
        guard let first = isBusy ? .zero : deadlines.compactMap(\.self).min() else { return nextTurn = nil }
        let time = clock.time(of: first, after: world.now)
        guard time != nextTurn else { return }
        nextTurn = time
        world.plan(.turn, index, at: time) { [self] in
            guard nextTurn == time else { return }
            nextTurn = nil
            turn()
        }
    }

    private func serve(at moment: Moment) -> Bool {
        for event in link?.events() ?? [] { handle(event, at: moment) }
        _ = channel?.destination.giveUpUnanswered(at: moment.uptime)
        if channel?.destination.isConnectionDue(at: moment.uptime) == true {
            channel?.destination.connecting()
            link?.connect(at: moment)
        }
        send(at: moment)
        var reads = 0
        while reads < Self.maxReads, readEvents(at: moment.uptime) || read(at: moment.uptime) {
            send(at: moment)
            reads += 1
        }
        return reads == Self.maxReads
    }

    /// There are none.
    private func readEvents(at uptime: Duration) -> Bool {
        guard channel?.destination.nextEventRead(at: uptime) != nil else { return false }
        channel?.destination.add(events: [], upTo: nil, isEnd: true)
        return true
    }

    private func read(at uptime: Duration) -> Bool {
        guard let read = channel?.destination.nextRead(at: uptime), let limit = channel?.destination.readLimit else {
            return false
        }
        let part = history.points(read, limit: limit)
        channel?.destination.add(read, part.points, isEnd: part.isEnd, at: uptime) { _ in true }
        return true
    }

    private func send(at moment: Moment) {
        while let channel, let message = self.channel?.destination.nextMessage(at: moment.uptime) {
            let points = message.isLive ? [waiting].compactMap(\.self) : message.points
            let content = channel.encoder.content(of: points, sent: moment.wallClock)
            world.explain("\(name) sends \(message.id): \(points.map(\.timestamp.milliseconds))")
            link?.send(content, id: message.id, as: MessageKind(message))
        }
    }

    private func handle(_ event: TransportEvent, at moment: Moment) {
        switch event {
        case .connected(let allowance):
            channel?.destination.connected(allowance: allowance)
            offer()
        case .answered(let id, let outcome): finish(id, outcome, at: moment)
        case .disconnected(let reason, let isLasting):
            let jitter = world.chance(0...1)
            _ = channel?.destination.disconnected(reason, isLasting: isLasting, at: moment.uptime, jitter: jitter)
        case .wantsReport: break
        }
    }

    private func finish(_ id: UInt64, _ outcome: DeliveryOutcome, at moment: Moment) {
        var outcome = outcome
        world.explain("\(name) is answered \(id): \(outcome)")
        if case .stored(let count, let refused) = outcome, let message = channel?.destination.message(id) {
            if !refused.isEmpty { world.report("\(name) has \(refused.count) fixes refused") }
            outcome = count == message.itemCount ? .accepted : .failed("answered for \(count)", retryAfter: nil)
        }
        if case .rejected(let reason) = outcome { world.report("\(name) is rejected: \(reason)") }
        _ = channel?.destination.handle(id, outcome, at: moment.uptime, jitter: world.chance(0...1))
    }

    private func save(at moment: Moment) {
        guard let time = channel?.saveTime, time <= moment.uptime, var cursor else { return }
        if sabotage == .savesWhatWasSent { cursor.end = history.points.last.map { FixPosition($0) } }
        saved = cursor
        world.explain("\(name) saves \(cursor)")
        channel?.recordSave(cursor, at: moment.uptime)
    }
}
