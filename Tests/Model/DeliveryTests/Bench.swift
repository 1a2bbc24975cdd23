import Basics
import Location
import PublishFormats

@testable import Delivery

/// A history, a destination and a consumer, all in memory.
struct Bench {
    var destination: Destination
    var history: [TrackPoint] = []
    var received: [Int] = []
    /// The number of live reports that were accepted.
    var liveCount = 0
    /// The fixes that were rejected alone.
    var setAside: [Int] = []
    var uptime: Duration = .zero
    var identity = "a"
    var lateRuns: [HistoryChange.LateRun] = []
    /// The sent messages without an answer.
    var unanswered: [DeliveryMessage] = []

    init(_ rules: DeliveryRules = DeliveryRules(), cursor: DeliveryCursor = DeliveryCursor()) {
        destination = Destination(rules, cursor: cursor)
    }

    static func point(_ second: Int, _ device: String = "a") -> TrackPoint {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: Int64(second) * 1000)
        fix.coordinate = Coordinate(latitude: 47, longitude: Double(second) / 100_000)
        guard let point = TrackPoint(fix) else { preconditionFailure("time and coordinate are set") }
        return point
    }

    mutating func commit(_ seconds: Range<Int>) { commit(Array(seconds)) }

    mutating func commit(_ seconds: [Int]) {
        let newest = history.last?.timestamp
        let points = seconds.map { Self.point($0) }
        let late = points.filter { $0.timestamp <= newest ?? Timestamp(milliseconds: -1) }
        if let first = late.first, let last = late.last {
            let span = LateSpan(device: "a", first: first.timestamp, last: last.timestamp)
            lateRuns.append(.init(id: Int64(lateRuns.count + 1), span: span))
        }
        history = (history + points).sorted { $0.timestamp < $1.timestamp }
        change()
    }

    mutating func change() {
        destination.historyChanged(
            HistoryChange(identity: identity, lastLateID: Int64(lateRuns.count), lateRuns: lateRuns))
    }

    /// Reads what is due.
    mutating func read(isWanted: (TrackPoint) -> Bool = { _ in true }) {
        guard let read = destination.nextRead(at: uptime) else { return }
        let all = history.filter { point in
            point.timestamp >= read.first ?? point.timestamp && point.timestamp <= read.last ?? point.timestamp
                && read.after.map { FixPosition(point) > $0 } ?? true
        }
        let points = Array(all.prefix(destination.readLimit))
        destination.add(read, points, isEnd: points.count == all.count, at: uptime, isWanted: isWanted)
    }

    /// Sends what is due.
    mutating func send() {
        while let message = destination.nextMessage(at: uptime) { unanswered.append(message) }
    }

    /// Answers everything, and goes on until nothing is sent.
    mutating func run(_ outcome: (DeliveryMessage) -> DeliveryOutcome = { _ in .accepted }) -> [DeliveryNotice] {
        var notices: [DeliveryNotice] = []
        for _ in 0..<100_000 {
            read()
            send()
            guard let message = unanswered.first else {
                guard destination.nextRead(at: uptime) == nil else { continue }
                return notices
            }
            unanswered.removeFirst()
            notices += answer(message, outcome(message))
        }
        return notices
    }

    mutating func answer(_ message: DeliveryMessage, _ outcome: DeliveryOutcome) -> [DeliveryNotice] {
        if case .rejected = outcome, let part = destination.indivisibleMessage(message.id) {
            setAside += (part.points.map(\.timestamp) + [part.event?.moment].compactMap(\.self)).map {
                Int($0.milliseconds / 1000)
            }
        }
        if outcome == .accepted, message.isLive { liveCount += 1 }
        if case .stored(_, let refused) = outcome {
            received += message.points.indices.filter { refused[$0] == nil }
                .map { Int(message.points[$0].timestamp.milliseconds / 1000) }
        }
        if outcome == .accepted { received += message.points.map { Int($0.timestamp.milliseconds / 1000) } }
        return destination.handle(message.id, outcome, at: uptime, jitter: 1)
    }
}
