import Basics
import Configuration
import Curl
import Delivery
import Linux
import PublishState
import Systemd

extension PublishLoop {
    /// The shortest interval between two writings of the status, which is in memory.
    private static let statusInterval: Duration = .seconds(10)
    /// The longest wait for answers at the end.
    private static let endTimeout: Duration = .seconds(2)

    /// Writes the cursors that are due.
    mutating func save(at moment: Moment) {
        for index in channels.indices {
            guard let time = channels[index].saveTime, time <= moment.uptime else { continue }
            write(channels[index].destination.cursor, of: index, at: moment.uptime)
        }
    }

    private mutating func write(_ cursor: DeliveryCursor, of index: Int, at uptime: Duration) {
        do throws(SystemError) {
            try CursorFile(paths, name: channels[index].settings.name).write(cursor)
            channels[index].recordSave(cursor, at: uptime)
        } catch {
            channels[index].recordSaveFailure(at: uptime)
            log(
                .error,
                "\(channels[index].subject): \(error); what is delivered meanwhile is sent again after a restart")
        }
    }

    /// Writes the status if a problem has begun or ended, and otherwise rarely.
    mutating func writeStatus(at moment: Moment) {
        for index in channels.indices { channels[index].updateStatus(at: moment) }
        let current = PublishStatus(
            destinations: channels.map(\.status), historyProblem: history.problem)
        guard current != status else { return }
        let isUrgent = current.phases != status.phases
        guard isUrgent || moment.uptime - lastStatusWrite >= Self.statusInterval else { return }
        (status, lastStatusWrite) = (current, moment.uptime)
        // The status is for people; the next one replaces it.
        try? current.write(paths)
    }

    /// Logs once why the history cannot be read, and that it can again.
    mutating func logHistoryProblem() {
        guard history.problem != loggedHistoryProblem else { return }
        loggedHistoryProblem = history.problem
        if let problem = history.problem {
            log(.warning, "\(problem): the newest position is sent, the history when it can be read")
        } else {
            log(.notice, "the history can be read again")
        }
    }

    /// Carries out the requests of users.
    mutating func takeRequests(at moment: Moment) {
        guard let requests = try? PublishRequest.take(paths, at: moment.wallClock) else { return }
        for request in requests {
            guard let index = channels.firstIndex(where: { $0.settings.name == request.name }),
                channels[index].destination.rules.sendsHistory
            else { continue }
            switch request.kind {
            case .rewind: channels[index].destination.rewind(to: request.moment)
            case .skip: channels[index].destination.skip(to: request.moment)
            }
            write(channels[index].destination.cursor, of: index, at: moment.uptime)
            hasCommit = true
            log(.notice, "\(channels[index].subject): \(request.kind.rawValue) by request")
        }
    }

    /// Waits for the last answers, closes the connections and writes the cursors.
    ///
    /// - Throws: `CurlError` if the library cannot continue.
    public mutating func finish() throws {
        let limit = SystemClock.uptime + Self.endTimeout
        while SystemClock.uptime < limit, webhooks.isSending || channels.contains(where: \.destination.hasUnconfirmed) {
            try awaitAnswers(until: limit)
            let moment = SystemClock.now()
            webhooks.takeAnswers(at: moment)
            for index in channels.indices { takeAnswers(index, at: moment) }
        }
        let uptime = SystemClock.uptime
        for index in channels.indices where channels[index].destination.rules.sendsHistory {
            write(channels[index].destination.finalCursor, of: index, at: uptime)
        }
        for channel in channels { channel.transport.close() }
        forgetCrashes()
    }

    private func awaitAnswers(until limit: Duration) throws {
        for channel in channels where channel.transport.isUnhurried { channel.transport.isUnhurried = false }
        alarm.arm(at: limit)
        let descriptors = [alarm.descriptor.number] + channels.compactMap(\.transport.descriptor)
        dispatch(try transfers.wait(for: descriptors))
    }
}

extension PublishStatus {
    /// The changes that people wait for: the reasons, and which destinations are up to date.
    fileprivate var phases: [String?] {
        destinations.map { $0.problem ?? ($0.isCaughtUp ? "" : nil) } + [historyProblem]
    }
}
