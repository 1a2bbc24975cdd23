import Basics
import Delivery
import FleetProtocol
import Location
import PublishFormats

/// Takes the input as what a consumer, a broker or a collector does to the publisher: answers and lost connections.
///
/// The cursor never passes a fix that was not accepted.
struct ConsumerTarget: FuzzTarget {
    private let points: [TrackPoint]

    init() {
        points = (0..<60).compactMap { second in
            var fix = Fix(device: "", mode: .threeDimensional)
            fix.timestamp = Timestamp(milliseconds: 1_767_225_600_000 + Int64(second) * 1000)
            fix.coordinate = Coordinate(latitude: 47, longitude: 8)
            return TrackPoint(fix)
        }
    }

    func run(_ input: [UInt8]) {
        _ = OverlandEncoder.isAccepted(input)
        var consumer = Consumer(points, isConnected: input.first.map { $0 & 1 == 1 } ?? true)
        for line in input.split(separator: 0x0A).prefix(300) { consumer.act(Array(line)) }
    }

    /// A publisher with its history, and what it has sent.
    private struct Consumer {
        private let points: [TrackPoint]
        private var destination: Destination
        private var uptime: Duration = .zero
        private var settled: Set<Timestamp> = []

        init(_ points: [TrackPoint], isConnected: Bool) {
            self.points = points
            var rules = DeliveryRules()
            (rules.batch, rules.window, rules.maxUnconfirmed) = (7, 3, 4)
            (rules.isConnected, rules.answerTimeout) = (isConnected, isConnected ? .seconds(10) : nil)
            destination = Destination(rules, cursor: DeliveryCursor())
            destination.historyChanged(HistoryChange(identity: "a", lastLateID: 0, lateRuns: []))
        }

        /// Does what a line says: its first byte chooses a message and its second an answer, of which the rest has more.
        mutating func act(_ line: [UInt8]) {
            let (first, second) = (UInt64(line[0]), line.count > 1 ? Int(line[1]) : 0)
            uptime += .milliseconds(second * 100)
            if destination.isConnectionDue(at: uptime) { destination.connecting() }
            if destination.connection != .open { destination.connected(allowance: second) }
            serve()
            let rest = Array(line.dropFirst(2))
            switch second % 6 {
            case 0: _ = destination.disconnected("closed", isLasting: second > 99, at: uptime, jitter: 1)
            case 1: _ = destination.offer(points[Int(first) % points.count])
            case 2: answer(first, DeliveryOutcome(status: 200 + Int(first) * 2, retryAfter: .seconds(second)))
            case 3: answer(first, DeliveryOutcome(publishReason: UInt8(second), text: "no", isRetained: false))
            case 4: UploadResult(rest).map { answer(first, outcome(of: $0)) }
            default: answer(first, .accepted)
            }
            _ = destination.giveUpUnanswered(at: uptime)
            check()
        }

        private mutating func serve() {
            while let read = destination.nextRead(at: uptime) {
                let rest = points.filter { point in read.after.map { FixPosition(point) > $0 } ?? true }
                destination.add(read, Array(rest.prefix(20)), isEnd: rest.count <= 20, at: uptime) { _ in true }
                if rest.isEmpty { break }
                if destination.nextMessage(at: uptime) == nil { break }
            }
            while destination.nextMessage(at: uptime) != nil {}
        }

        private func outcome(of answer: UploadResult) -> DeliveryOutcome {
            switch answer {
            case .stored(let count, let refused):
                .stored(count, refused: Dictionary(refused.map { ($0.index, $0.reason) }) { first, _ in first })
            case .rejected(let reason): .rejected(reason)
            case .forbidden(let reason): .refused(reason)
            case .unavailable(let reason): .failed(reason, retryAfter: nil)
            }
        }

        private mutating func answer(_ id: UInt64, _ outcome: DeliveryOutcome) {
            guard let message = destination.message(id) else { return }
            switch outcome {
            case .accepted, .stored: settled.formUnion(message.points.map(\.timestamp))
            case .rejected: if message.points.count == 1 { settled.insert(message.points[0].timestamp) }
            case .failed, .refused, .unanswered: break
            }
            if message.isLive { settled.formUnion(points.map(\.timestamp)) }
            _ = destination.handle(id, outcome, at: uptime, jitter: 0.5)
        }

        private func check() {
            guard let end = destination.cursor.end else { return }
            for point in points where FixPosition(point) <= end && !settled.contains(point.timestamp) {
                violated("the cursor is behind what was accepted")
            }
        }
    }
}
