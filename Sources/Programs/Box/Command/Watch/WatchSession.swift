import APIClient
import Basics
import CommandLine
import Linux
import Location
import Wire

/// Follows the daemon for `whereismy watch` and `whereismy wait`: processes its reports, displays them and decides when
/// to end.
struct WatchSession {
    private let plan: WatchPlan
    private let daemonRuns: @Sendable () -> Bool
    private let lastKnown: @Sendable () -> Report?
    private var display: WatchDisplay
    private var connection = EventStreamConnection()
    private var report: Report?
    private var end: Duration?
    private var hasConnected = false
    private var wasInside = false
    private var hasReportedLoss = false
    private var hasReportedNoAnchor = false
    /// The exit code, once finished.
    private(set) var code: ExitCode?

    init(
        _ plan: WatchPlan, daemonRuns: @escaping @Sendable () -> Bool, lastKnown: @escaping @Sendable () -> Report?,
        clock: @escaping WatchDisplay.LocalTimeFormatter
    ) {
        self.plan = plan
        self.daemonRuns = daemonRuns
        self.lastKnown = lastKnown
        display = WatchDisplay(plan, clock: clock)
    }

    /// True once finished.
    var isDone: Bool { code != nil }

    /// The uptime of the next ``FollowEvent/due``; nil for none.
    var deadline: Duration? { [connection.deadline, end, display.deadline].compactMap(\.self).min() }

    /// Handles an event; returns the actions to perform, in order.
    mutating func handle(_ event: FollowEvent, at moment: Moment) -> [FollowAction] {
        switch event {
        case .started:
            end = plan.timeout.map { moment.uptime + $0 }
            return [.connect(connection.open(at: moment.uptime))]
        case .bytes(let bytes): return receive(bytes, at: moment)
        case .disconnected(let reason): return connectionLost(reason, at: moment)
        case .due: return isOver(at: moment) ? timeOut(at: moment) : refresh(at: moment)
        case .interrupted: return finish(plan.code(for: current(at: moment)))
        }
    }

    private func current(at moment: Moment) -> CurrentReport {
        // A stored report counts until the daemon sends one.
        let report = report ?? (connection.isOpen ? nil : lastKnown())
        return CurrentReport(
            report: report, daemonRuns: connection.isOpen, now: moment.wallClock, staleAfter: plan.staleAfter)
    }

    private func isOver(at moment: Moment) -> Bool { end.map { $0 <= moment.uptime } ?? false }

    private mutating func receive(_ bytes: [UInt8], at moment: Moment) -> [FollowAction] {
        var actions: [FollowAction] = []
        for message in connection.receive(bytes, at: moment.uptime) where !isDone {
            switch message {
            case .report(let json): actions += show(json, at: moment)
            case .missed(let count): actions += printError("\(count) reports were missed")
            case .invalid(let error): actions += printError("\(error)") + finish(.failure)
            }
        }
        return actions
    }

    private mutating func show(_ json: [UInt8], at moment: Moment) -> [FollowAction] {
        do throws(ReportJSONError) {
            let decoded = try ReportJSON.decode(json)
            wasInside = wasInside || plan.condition?.placeIsListed(in: decoded) == true
            report = decoded
        } catch {
            return printError("\(error)") + finish(.failure)
        }
        hasConnected = true
        hasReportedLoss = false
        guard plan.style == .json else { return noticeOfNoAnchor() + show(at: moment) }
        // Line endings only occur between members, where a space is equivalent.
        return [.write(json.map { $0 == 0x0A ? 0x20 : $0 } + [0x0A])] + show(at: moment)
    }

    private var isWithoutAnchor: Bool { plan.condition == .dragging && report?.anchor == nil }

    /// Reports once that there is no anchor watch: who waits for an alarm believes that one is set.
    private mutating func noticeOfNoAnchor() -> [FollowAction] {
        guard isWithoutAnchor, !hasReportedNoAnchor else { return [] }
        hasReportedNoAnchor = true
        return printError("no anchor watch is set, waiting for one")
    }

    /// Displays the current report, and ends if it meets the condition.
    private mutating func show(at moment: Moment) -> [FollowAction] {
        let current = current(at: moment)
        let actions = display.show(current, at: moment)
        // Requires a connection: a restarting daemon does not make a position stale.
        guard connection.isOpen, let condition = plan.condition, condition.isMet(by: current, wasInside: wasInside)
        else { return actions }
        return actions + finish(.success)
    }

    private mutating func refresh(at moment: Moment) -> [FollowAction] {
        if connection.deadline <= moment.uptime {
            guard connection.isOpen else { return [.connect(connection.open(at: moment.uptime))] }
            return [.disconnect] + connectionLost(nil, at: moment)
        }
        return display.isOutdated(by: current(at: moment), at: moment) ? show(at: moment) : []
    }

    private mutating func connectionLost(_ reason: SystemError?, at moment: Moment) -> [FollowAction] {
        connection.close(at: moment.uptime)
        wasInside = false
        if let verdict = connection.error { return printError(verdict.description) + finish(verdict.code) }
        let runs = daemonRuns()
        let error = reason.map { DaemonError($0, daemonRuns: runs) }
        // `wait` may also wait for the daemon, but not for permission to connect.
        if let error, error.code == .failure || !hasConnected && plan.condition == nil {
            let showsStored = error.code == .unreachable && !runs
            return printError(error.description) + (showsStored ? showLastKnown(at: moment) : finish(error.code))
        }
        guard !hasReportedLoss else { return [] }
        hasReportedLoss = true
        let message = hasConnected ? "connection to the daemon lost" : error?.description ?? DaemonError.noDaemon
        return printError("\(message), waiting for it") + (report == nil || plan.style == .json ? [] : show(at: moment))
    }

    /// Displays the stored report once, since there is no daemon to follow.
    private mutating func showLastKnown(at moment: Moment) -> [FollowAction] {
        let current = current(at: moment)
        guard current.code == .lastKnownOnly else { return finish(current.code) }
        guard plan.style == .json else { return display.show(current, at: moment) + finish(current.code) }
        return [.write(LastCommand.json(current).output)] + finish(current.code)
    }

    private mutating func timeOut(at moment: Moment) -> [FollowAction] {
        let current = current(at: moment)
        guard let condition = plan.condition else { return finish(plan.code(for: current)) }
        guard !isWithoutAnchor || !connection.isOpen else {
            return printError("not \(condition.description) in time: no anchor watch is set") + finish(.nothingKnown)
        }
        return printError("not \(condition.description) in time: \(current.summary)") + finish(plan.code(for: current))
    }

    private func printError(_ text: String) -> [FollowAction] {
        let pause = plan.style.lineClear
        return (pause.isEmpty ? [] : [.write(pause)]) + [.printError(text)]
    }

    private mutating func finish(_ code: ExitCode) -> [FollowAction] {
        self.code = code
        return [.disconnect] + (display.closing.isEmpty ? [] : [.write(display.closing)])
    }
}
