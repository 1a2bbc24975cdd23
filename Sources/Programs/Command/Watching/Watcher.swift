import APIClient
import Basics
import Configuration
import Linux
import Location
import Wire

/// Follows the daemon for `whereismy watch` and `whereismy wait`: what has come, what is shown of it, and when it ends.
struct Watcher: Follower {
    private let plan: WatchPlan
    private let daemonRuns: @Sendable () -> Bool
    private let lastKnown: @Sendable () -> Report?
    private var display: WatchDisplay
    private var link = WatchLink()
    private var report: Report?
    private var end: Duration?
    private var hasConnected = false
    private var wasInside = false
    private var isLossTold = false
    /// What the program exits with, once it ends.
    private(set) var code: ExitCode?

    init(
        _ plan: WatchPlan, daemonRuns: @escaping @Sendable () -> Bool, lastKnown: @escaping @Sendable () -> Report?,
        clock: @escaping WatchDisplay.LocalTimeClock
    ) {
        self.plan = plan
        self.daemonRuns = daemonRuns
        self.lastKnown = lastKnown
        display = WatchDisplay(plan, clock: clock)
    }

    var isDone: Bool { code != nil }

    var deadline: Duration? { [link.deadline, end, display.deadline].compactMap(\.self).min() }

    mutating func handle(_ event: FollowEvent, at moment: Moment) -> [FollowAction] {
        switch event {
        case .begun:
            end = plan.timeout.map { moment.uptime + $0 }
            return [.connect(link.open(at: moment.uptime))]
        case .bytes(let bytes): return take(bytes, at: moment)
        case .ended(let reason): return lose(reason, at: moment)
        case .due: return isOver(at: moment) ? giveUp(at: moment) : lookAgain(at: moment)
        case .dismissed: return finish(plan.code(answer(at: moment)))
        }
    }

    private func answer(at moment: Moment) -> Answer {
        // What a daemon has left counts until one is heard.
        let report = report ?? (link.isOpen ? nil : lastKnown())
        return Answer(report: report, daemonRuns: link.isOpen, now: moment.wallClock, staleAfter: plan.staleAfter)
    }

    private func isOver(at moment: Moment) -> Bool { end.map { $0 <= moment.uptime } ?? false }

    private mutating func take(_ bytes: [UInt8], at moment: Moment) -> [FollowAction] {
        var actions: [FollowAction] = []
        for news in link.take(bytes, at: moment.uptime) where !isDone {
            switch news {
            case .report(let json): actions += show(json, at: moment)
            case .missed(let count): actions += complain("\(count) reports were missed")
            case .nonsense(let error): actions += complain("\(error)") + finish(.failure)
            }
        }
        return actions
    }

    private mutating func show(_ json: [UInt8], at moment: Moment) -> [FollowAction] {
        do throws(ReportJSONError) {
            let news = try ReportJSON.decode(json)
            wasInside = wasInside || plan.goal?.isHeld(by: news) == true
            report = news
        } catch {
            return complain("\(error)") + finish(.failure)
        }
        (hasConnected, isLossTold) = (true, false)
        guard plan.style == .json else { return show(at: moment) }
        // A line end stands between the members if at all, where a space is as good.
        return [.write(json.map { $0 == 0x0A ? 0x20 : $0 } + [0x0A])] + show(at: moment)
    }

    /// Shows what is known now, and ends where that is what was waited for.
    private mutating func show(at moment: Moment) -> [FollowAction] {
        let answer = answer(at: moment)
        let actions = display.show(answer, at: moment)
        // Not by the word of a connection that is gone: a daemon that starts anew is not what a position is stale by.
        guard link.isOpen, let goal = plan.goal, goal.holds(answer, wasInside: wasInside) else { return actions }
        return actions + finish(.success)
    }

    private mutating func lookAgain(at moment: Moment) -> [FollowAction] {
        if link.deadline <= moment.uptime {
            guard link.isOpen else { return [.connect(link.open(at: moment.uptime))] }
            return [.hangUp] + lose(nil, at: moment)
        }
        return display.isOutdated(by: answer(at: moment), at: moment) ? show(at: moment) : []
    }
}

extension Watcher {
    private mutating func lose(_ reason: SystemError?, at moment: Moment) -> [FollowAction] {
        link.close(at: moment.uptime)
        wasInside = false
        if let verdict = link.verdict { return complain(verdict.description) + finish(verdict.code) }
        let runs = daemonRuns()
        let error = reason.map { DaemonError($0, daemonRuns: runs) }
        // Who waits for something may wait for the daemon too; nobody is let into the group while they wait.
        if let error, error.code == .failure || !hasConnected && plan.goal == nil {
            let isLeft = error.code == .unreachable && !runs
            return complain(error.description) + (isLeft ? showLeft(at: moment) : finish(error.code))
        }
        guard !isLossTold else { return [] }
        isLossTold = true
        let words = hasConnected ? "the daemon has gone" : error?.description ?? DaemonError.noDaemon
        return complain("\(words), waiting for it") + (report == nil || plan.style == .json ? [] : show(at: moment))
    }

    /// Shows what a daemon has left, once, since there is none to follow.
    private mutating func showLeft(at moment: Moment) -> [FollowAction] {
        let answer = answer(at: moment)
        guard answer.code == .lastKnownOnly else { return finish(answer.code) }
        guard plan.style == .json else { return display.show(answer, at: moment) + finish(answer.code) }
        return [.write(LastCommand.json(answer).output)] + finish(answer.code)
    }

    private mutating func giveUp(at moment: Moment) -> [FollowAction] {
        let answer = answer(at: moment)
        guard let goal = plan.goal else { return finish(plan.code(answer)) }
        return complain("not \(goal.words) in time: \(answer.words)") + finish(plan.code(answer))
    }

    private func complain(_ text: String) -> [FollowAction] {
        let pause = plan.style.pause
        return (pause.isEmpty ? [] : [.write(pause)]) + [.complain(text)]
    }

    private mutating func finish(_ code: ExitCode) -> [FollowAction] {
        self.code = code
        return [.hangUp] + (display.end.isEmpty ? [] : [.write(display.end)])
    }
}
