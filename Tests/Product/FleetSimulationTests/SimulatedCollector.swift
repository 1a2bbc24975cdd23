import Basics
import Curl
import FleetProtocol
import PostgreSQL
import Synchronization

@testable import FleetCollector
@testable import HTTPServer

/// A collector: the ingest of the product with its queue and its answers, and a connection to the broker.
final class SimulatedCollector {
    /// What the ingest has answered since it was looked at last.
    private final class Outbox: Sendable {
        let answers = Mutex<[(Upload, UploadOutcome)]>([])
        let changes = Mutex<[Bool]>([])
    }

    let index: Int
    private unowned let world: FleetSimulation
    private var clock: SimulatedClock
    private let moment = SharedMoment()
    private let outbox = Outbox()
    private var inbox: IngestInbox?
    private var loop: IngestLoop?
    private var routes: IngestRoutes?
    private var requests: [(response: DeferredResponse, reply: (TransferResult) -> Void)] = []
    /// The life of the broker that it is connected to; nil while it is not.
    private var session: Int?
    private var membership = CollectorMembership()
    private var outage = ReconnectTimer("broker")
    /// The number of the time that messages are taken; its negative while they are not.
    private var opening = 0

    init(_ index: Int, in world: FleetSimulation) {
        (self.index, self.world) = (index, world)
        clock = SimulatedClock(rate: 1 + world.chance(-0.005...0.005))
    }

    /// Starts, with the clock that the machine has then.
    func start(ahead lead: Duration) {
        guard inbox == nil else { return }
        clock.lead = lead
        setMoment()
        let (moment, outbox) = (moment, outbox)
        guard let inbox = try? IngestInbox(.init(), clock: { moment.value.uptime }) else {
            return world.report("no descriptor is left")
        }
        self.inbox = inbox
        routes = IngestRoutes(inbox) { moment.value.wallClock }
        let tables = world.tables
        loop = IngestLoop(
            inbox, connect: { () throws(PostgresError) in try tables.connect() },
            answer: { answers in outbox.answers.withLock { $0 += answers } },
            changed: { isOpen in outbox.changes.withLock { $0.append(isOpen) } }, log: { _, _ in },
            clock: { moment.value.uptime }, jitter: { [world] in world.chance(0...1) })
        beat(inbox)
    }

    /// Ends: killed, or in order with the answers to all that waits.
    func stop(inOrder: Bool) {
        guard let inbox else { return }
        if inOrder {
            inbox.stop()
            setMoment()
            while loop?.turn() == true {}
            flush()
        }
        for request in requests { request.reply(.failed("closed")) }
        outbox.answers.withLock { $0 = [] }
        outbox.changes.withLock { $0 = [] }
        (self.inbox, loop, routes, requests, session, opening) = (nil, nil, nil, [], nil, 0)
        (membership, outage) = (CollectorMembership(), ReconnectTimer("broker"))
    }

    /// Looks at everything now and then, as a thread does that has a deadline.
    private func beat(_ inbox: IngestInbox) {
        turn()
        world.plan(.beat, index, after: 500) { [self] in
            if self.inbox === inbox { beat(inbox) }
        }
    }

    private func setMoment() { moment.value = clock.moment(at: world.now) }

    /// Commits what is due, and follows the state of the database at the broker.
    private func turn() {
        guard let inbox, let loop else { return }
        setMoment()
        // Without it the thread would wait.
        inbox.wake()
        _ = loop.turn()
        flush()
        follow()
    }

    private func turnSoon() {
        let inbox = inbox
        world.plan(.commit, index, after: 60) { [self] in
            if self.inbox === inbox { turn() }
        }
    }

    private func flush() {
        for (upload, outcome) in outbox.answers.withLock({ answers in
            defer { answers = [] }; return answers
        }) {
            switch upload.reply {
            case .none: break
            case .topic(_, let correlation):
                guard let payload = outcome.message, let session, case .device(let name) = upload.sender else { break }
                world.hop(.stored, index) { [world] in
                    world.broker.answer(payload, to: name, correlation, session: session)
                }
            case .response(let response): response.send(UploadResponse.response(outcome, to: upload.format))
            }
        }
        for isOpen in outbox.changes.withLock({ changes in
            defer { changes = [] }; return changes
        }) {
            opening = isOpen ? abs(opening) + 1 : -abs(opening)
        }
        requests = requests.filter { request in
            guard let response = request.response.take() else { return true }
            request.reply(Self.result(response))
            return false
        }
    }

    // MARK: the broker

    /// True while the broker gives it messages.
    func isSubscribed(in session: Int) -> Bool { self.session == session && membership.isMember }

    private func follow() {
        let uptime = moment.value.uptime
        guard session != nil else {
            guard uptime >= outage.nextAttempt else { return }
            if world.broker.isUp {
                session = world.broker.session
                _ = outage.succeed(at: uptime)
            } else {
                _ = outage.fail("refused", at: uptime, jitter: world.chance(0...1))
            }
            return
        }
        _ = membership.change(to: opening, at: uptime)
    }

    /// Notices the end of the connection to a life of the broker.
    func disconnect(from ended: Int) {
        guard session == ended else { return }
        session = nil
        membership.reset()
    }

    /// Takes a message of the broker.
    func take(_ content: [UInt8], of device: DeviceName, _ correlation: [UInt8], session: Int) {
        guard isSubscribed(in: session), let inbox else { return }
        setMoment()
        let message = BrokerMessage(
            topic: DeviceTopic.fixes.text(device), payload: content, responseTopic: DeviceTopic.stored.text(device),
            correlation: correlation)
        guard let upload = try? message.upload(received: moment.value.wallClock) else {
            return world.report("a message of \(device) is no upload")
        }
        if inbox.submit(upload) { turnSoon() }
    }

    // MARK: HTTP

    /// Takes a request, which it answers after the commit.
    func post(_ content: [UInt8], of device: DeviceName, _ reply: @escaping (TransferResult) -> Void) {
        guard let routes else { return reply(.failed("refused")) }
        setMoment()
        let request = HTTPRequest(
            method: .post, path: UploadPath.fixes,
            headers: [HTTPField("Authorization", "Bearer \(FleetTables.token(of: device))")], body: content)
        guard let response = routes.response(to: request) else { return world.report("no route") }
        guard case .deferred(let deferred) = response.body else { return reply(Self.result(response)) }
        requests.append((deferred, reply))
        turnSoon()
    }

    private static func result(_ response: HTTPResponse) -> TransferResult {
        guard case .bytes(let bytes) = response.body else { return .failed("no content") }
        let pause = response.headers.first { $0.isNamed("Retry-After") }.flatMap { Int64($0.value) }
        return .responded(status: response.status.rawValue, retryAfter: pause, answer: bytes)
    }
}
