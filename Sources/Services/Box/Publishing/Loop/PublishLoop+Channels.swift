import Basics
import Delivery
import Linux
import Location
import Systemd

/// A live message without content, which is never offered.
private struct EmptyMessageError: Error, CustomStringConvertible {
    let description = "nothing to send"
}

extension PublishLoop {
    /// The maximum number of parts of the history that a destination reads in a turn, which others wait for.
    private static let maxReads = 10

    /// Reads the newest report, and offers it to all destinations.
    mutating func receive(at moment: Moment) {
        stream.advance(at: moment.uptime)
        let report = stream.read(at: moment.uptime)
        let isNowAvailable = stream.isAvailable(at: moment.uptime)
        if isNowAvailable != isAvailable {
            isAvailable = isNowAvailable
            for channel in channels { channel.transport.setAvailable(isNowAvailable) }
        }
        guard let report else { return }
        (newest, lastReport) = (report, moment.uptime)
        for index in channels.indices { offer(report, to: index) }
    }

    private mutating func offer(_ report: Report, to index: Int) {
        guard channels[index].encoder.mayPublish(report) else { return }
        let motion = report.motion ?? .unknown
        // Only a fleet receives a claim, and only others the state.
        let isClaim = report.state == .contradicted && !channels[index].destination.rules.sendsState
        let fix = isClaim ? report.claim : report.state == .live ? report.fix : nil
        let point = fix.flatMap { TrackPoint($0, motion: motion) }
        if channels[index].destination.offer(point) { channels[index].offered = report }
    }

    /// Passes what a commit changed to the destinations.
    mutating func passCommit(at uptime: Duration) {
        guard hasCommit, uptime >= history.notBefore else { return }
        var hasMore = false
        for index in channels.indices where channels[index].destination.rules.sendsHistory {
            let lateID = channels[index].destination.cursor.lateID
            guard let change = history.change(after: lateID, at: uptime) else { return }
            channels[index].destination.historyChanged(change)
            hasMore = hasMore || change.lateRuns.last.map { $0.id < change.lastLateID } ?? false
        }
        hasCommit = hasMore
    }

    /// Serves a destination: answers, connection, reading, sending.
    mutating func serve(_ index: Int, at moment: Moment) {
        let uptime = moment.uptime
        takeAnswers(index, at: moment)
        report(channels[index].destination.giveUpUnanswered(at: uptime), of: index, at: moment)
        if channels[index].destination.isConnectionDue(at: uptime) {
            channels[index].destination.connecting()
            note(of: index).remove()
            channels[index].transport.connect(at: moment)
        }
        reportStatus(index, at: moment)
        send(index, at: moment)
        var reads = 0
        while reads < Self.maxReads, readEvents(index, at: moment) || read(index, at: uptime) {
            send(index, at: moment)
            reads += 1
        }
        isBusy = isBusy || reads == Self.maxReads
        let isUnhurried = channels[index].destination.isUnhurried
        if channels[index].transport.isUnhurried != isUnhurried { channels[index].transport.isUnhurried = isUnhurried }
    }

    /// Handles what has happened in a transport.
    mutating func takeAnswers(_ index: Int, at moment: Moment) {
        for event in channels[index].transport.events() { handle(event, of: index, at: moment) }
    }

    /// Reads the next part of the history; returns false if none is due.
    private mutating func read(_ index: Int, at uptime: Duration) -> Bool {
        guard let read = channels[index].destination.nextRead(at: uptime) else { return false }
        let limit = channels[index].destination.readLimit
        guard let part = history.points(read, limit: limit, at: uptime) else {
            // Tried again when the history may be readable.
            hasCommit = true
            return false
        }
        let encoder = channels[index].encoder
        channels[index].destination.add(read, part.points, isEnd: part.isEnd, at: uptime, isWanted: encoder.mayPublish)
        return true
    }

    private mutating func send(_ index: Int, at moment: Moment) {
        let encoder = channels[index].encoder
        while let message = channels[index].destination.nextMessage(at: moment.uptime) {
            let content =
                if let event = message.event {
                    encoder.content(of: event)
                } else if message.isLive {
                    channels[index].offered.flatMap { encoder.content(of: $0, sent: moment.wallClock) }
                } else {
                    encoder.content(of: message.points, sent: moment.wallClock)
                }
            do {
                guard let content else { throw EmptyMessageError() }
                if let excess = encoder.excess(of: content) {
                    finish(message.id, .rejected(excess), of: index, at: moment)
                    continue
                }
                try channels[index].transport.send(content, id: message.id, as: MessageKind(message))
            } catch {
                finish(message.id, .failed("\(error)", retryAfter: nil), of: index, at: moment)
            }
        }
    }

    private mutating func handle(_ event: TransportEvent, of index: Int, at moment: Moment) {
        switch event {
        case .connected(let allowance):
            channels[index].destination.connected(allowance: allowance)
            if channels[index].statusTime != nil { channels[index].statusTime = .zero }
        case .answered(let id, let outcome): finish(id, outcome, of: index, at: moment)
        case .disconnected(let reason, let isLasting):
            let notices = channels[index].destination.disconnected(
                reason, isLasting: isLasting, at: moment.uptime, jitter: .random(in: 0...1))
            report(notices, of: index, at: moment)
        case .wantsReport: break
        }
        switch event {
        case .connected, .wantsReport: if let newest { offer(newest, to: index) }
        case .answered, .disconnected: break
        }
    }

    private mutating func finish(_ id: UInt64, _ outcome: DeliveryOutcome, of index: Int, at moment: Moment) {
        var outcome = outcome
        if case .stored(let count, let refused) = outcome, let message = channels[index].destination.message(id) {
            outcome = settle(message, stored: count, refused: refused, of: index, at: moment)
        }
        if case .rejected(let reason) = outcome, let message = channels[index].destination.indivisibleMessage(id) {
            // A collector of the version before does not know the kind, and says so; the event would be of no use there.
            if let event = message.event, event.isOfReceiver, reason.contains(text: "\"\(event.kind.rawValue)\"") {
                log(.notice, "\(channels[index].subject): \(reason); fix: upgrade the server of the fleet")
                outcome = .accepted
            } else {
                outcome = setAside(message, because: reason, of: index, at: moment)
            }
        }
        let notices = channels[index].destination.handle(
            id, outcome, at: moment.uptime, jitter: .random(in: 0...1))
        report(notices, of: index, at: moment)
    }

    mutating func report(_ notices: [DeliveryNotice], of index: Int, at moment: Moment) {
        let subject = channels[index].subject
        for notice in notices {
            switch notice {
            case .failed(let reason, let next):
                let seconds = max(1, (next - moment.uptime).components.seconds + 1)
                log(.warning, "\(subject): \(reason); next attempt in \(seconds) s, nothing is lost")
            case .recovered(let failures):
                log(.notice, "\(subject): works again after \(failures) failures")
            }
        }
    }

    /// Reads the next events at places; returns false if none are due.
    private mutating func readEvents(_ index: Int, at moment: Moment) -> Bool {
        guard let after = channels[index].destination.nextEventRead(at: moment.uptime),
            let part = history.events(after: after, upTo: moment.wallClock, at: moment.uptime)
        else { return false }
        let encoder = channels[index].encoder
        let wanted = part.events.filter { encoder.content(of: $0) != nil }
        channels[index].destination.add(events: wanted, upTo: part.events.last?.moment, isEnd: part.isEnd)
        return true
    }
}
