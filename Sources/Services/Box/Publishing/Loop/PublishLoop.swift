import Basics
public import Configuration
import Curl
import Delivery
public import Linux
import Location
public import PublishState
public import Systemd

/// The loop of the publisher, on one thread: it waits for reports, commits, answers and signals, and does what the
/// destinations need.
public struct PublishLoop: ~Copyable {
    /// The longest wait of a commit for a report, at one a second.
    static let reportPatience: Duration = .seconds(2)
    /// The longest wait for answers to live reports that nothing is to follow.
    static let maxPatience: Duration = .seconds(5)

    let settings: Settings
    let paths: PublishPaths
    let log: (Log.Priority, String) -> Void
    let transfers: Transfers
    let history: PublishedHistory
    let stream: ReportStream
    let webhooks: WebhookSender
    let alarm: TimerFD
    let heartbeat: Heartbeat?
    var commits: CommitWatch
    var requests: CommitWatch
    var channels: [Channel] = []
    var newest: Report?
    var isAvailable = false
    var status = PublishStatus()
    var lastStatusWrite: Duration = .zero
    /// True if a destination has more to read at once.
    var isBusy = false
    /// The last reason in the journal why the history cannot be read.
    var loggedHistoryProblem: String?
    /// The uptime of the last report; nil before the first.
    var lastReport: Duration?
    /// True if a commit is not yet passed to the destinations.
    var hasCommit = true

    /// Creates a loop; messages in the log have no positions, names of places or secrets.
    ///
    /// - Throws: ``SystemError`` if a directory cannot be created, `CurlError` if memory is exhausted.
    public init(
        _ settings: Settings, paths: PublishPaths, heartbeat: Heartbeat?,
        log: @escaping (Log.Priority, String) -> Void
    ) throws {
        try paths.prepare()
        self.init(
            settings, paths, heartbeat: heartbeat, transfers: try Transfers(), alarm: try TimerFD(), log: log)
        holdCrashed(at: SystemClock.now())
    }

    /// Separate from what can throw, as in `GPSDLoop`.
    private init(
        _ settings: Settings, _ paths: PublishPaths, heartbeat: Heartbeat?, transfers: Transfers,
        alarm: consuming TimerFD, log: @escaping (Log.Priority, String) -> Void
    ) {
        self.settings = settings
        self.paths = paths
        self.heartbeat = heartbeat
        self.log = log
        self.transfers = transfers
        self.alarm = alarm
        history = PublishedHistory(path: settings.historyFile)
        stream = ReportStream(path: settings.apiSocket)
        webhooks = WebhookSender(settings, transfers, log: log)
        commits = CommitWatch(settings.historyTickDirectory)
        requests = CommitWatch(paths.requests)
        let factory = ChannelFactory(
            settings: settings, paths: paths, transfers: transfers, history: history, log: log)
        channels = factory.channels(at: SystemClock.now())
    }

    /// True if there is no destination, so that only the queue of webhooks may have to be sent.
    ///
    /// One whose password cannot be read counts: a reload must find the program.
    var hasOnlyWebhooks: Bool { settings.publish.allSatisfy { $0.webhook != nil || $0.program != .publisher } }

    /// Runs until a signal arrives, or without a destination until the queue of webhooks is empty, and then returns
    /// nil.
    ///
    /// - Throws: `CurlError` if the library cannot continue.
    public mutating func run(until signals: borrowing SignalFD) throws -> Int32? {
        while true {
            guard try step(orUntil: signals.descriptor.number) else { return nil }
            if let signal = signals.next() { return signal }
        }
    }

    /// Does all that is due, and waits for the next event, or until a descriptor is readable.
    ///
    /// Returns false, without a wait, if nothing is to be sent any more.
    mutating func step(orUntil descriptor: Int32) throws -> Bool {
        turn(at: SystemClock.now())
        if hasOnlyWebhooks, webhooks.isDone(at: SystemClock.uptime) { return false }
        alarm.arm(at: nextDeadline)
        try wait(orUntil: descriptor)
        return true
    }

    /// Does all that is due.
    private mutating func turn(at moment: Moment) {
        heartbeat?.beat(at: moment.uptime)
        webhooks.serve(at: moment)
        guard !hasOnlyWebhooks else { return }
        receive(at: moment)
        if requests.hasChanged(at: moment.uptime) { takeRequests(at: moment) }
        if commits.hasChanged(at: moment.uptime) { hasCommit = true }
        isBusy = false
        // A commit comes with the report of its newest fix, which is to be sent once: with the report if there is one.
        if commitTime <= moment.uptime || lastReport == moment.uptime { passCommit(at: moment.uptime) }
        for index in channels.indices {
            serve(index, at: moment)
        }
        // A file that is replaced, or that was opened without a log, would be read for ever.
        history.close()
        logHistoryProblem()
        save(at: moment)
        writeStatus(at: moment)
    }

    /// The uptime of the next turn without an event.
    private var nextDeadline: Duration? {
        guard !isBusy else { return .zero }
        var deadlines = [heartbeat?.deadline, webhooks.deadline]
        if !hasOnlyWebhooks {
            deadlines += channels.map(\.destination.nextDeadline) + channels.map(\.saveTime)
            deadlines += channels.map { $0.destination.connection == .open ? $0.statusTime : nil }
            deadlines += [stream.deadline, commits.deadline, requests.deadline]
            if hasCommit { deadlines.append(commitTime) }
        }
        return deadlines.compactMap(\.self).min()
    }

    /// The uptime at which a commit is passed on without a report.
    private var commitTime: Duration {
        max(history.notBefore, lastReport.map { $0 + Self.reportPatience } ?? .zero)
    }

    /// Waits for an event.
    ///
    /// While only answers to live reports are missing, they and commits wait for the next report, or a few seconds.
    private func wait(orUntil descriptor: Int32) throws {
        let urgent =
            [descriptor, alarm.descriptor.number]
            + [stream.descriptor, requests.descriptor, webhooks.descriptor].compactMap(\.self)
            + channels.compactMap(\.transport.descriptor)
        // Sends requests, as far as there is room.
        let early = try transfers.advance()
        guard early.isEmpty else { return dispatch(early) }
        if isUnhurried, transfers.areSent {
            Poll.wait(readable: urgent, timeout: Self.maxPatience)
            dispatch(try transfers.advance())
        } else {
            dispatch(try transfers.wait(for: urgent + [commits.descriptor].compactMap(\.self)))
        }
    }

    /// True if answers are missing, and only to live reports.
    private var isUnhurried: Bool {
        channels.contains(where: \.destination.hasUnconfirmed) && channels.allSatisfy(\.destination.isUnhurried)
            && !webhooks.isSending
    }

    func dispatch(_ results: [(key: String, outcome: TransferResult)]) {
        for (key, result) in results {
            guard !WebhookSender.owns(key) else {
                webhooks.finish(key, result)
                continue
            }
            let transport = channels.lazy.compactMap { $0.transport as? HTTPTransport }.first { $0.owns(key) }
            transport?.finish(key, result)
        }
    }
}
