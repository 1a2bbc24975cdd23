import Basics
import Curl
import Delivery
import FleetProtocol

@testable import Publishing

/// The connection of a box to the broker, or its requests by HTTP, in place of `FleetTransport` and `HTTPTransport`.
final class SimulatedLink: Transport {
    /// The limit for a request by HTTP.
    private static let timeout: Int64 = 30_000

    let descriptor: Int32? = nil
    var isUnhurried = false
    private let box: SimulatedBox
    private unowned let world: FleetSimulation
    private let isForBroker: Bool
    private let numbers: RequestNumbers
    private var queue: [TransportEvent] = []
    private var requests: Set<UInt64> = []
    private var isClosed = false
    /// The life of the broker that it is connected to; nil while it is not.
    private(set) var session: Int?

    init(_ box: SimulatedBox, in world: FleetSimulation, isForBroker: Bool, salt: UInt64) {
        (self.box, self.world, self.isForBroker, numbers) = (box, world, isForBroker, RequestNumbers(salt: salt))
    }

    /// The device.
    var name: DeviceName { box.name }

    func connect(at moment: Moment) {
        world.plan(.connect, box.index, after: world.delay()) { [self] in
            guard !isClosed else { return }
            session = world.broker.connect(self)
            push(session == nil ? .disconnected("refused", isLasting: false) : .connected(allowance: .max))
        }
    }

    func send(_ content: [UInt8], id: UInt64, as kind: MessageKind) {
        guard isForBroker else { return post(content, id: id) }
        guard let session else { return }
        let correlation = numbers.correlation(of: id)
        world.hop(.request, box.index) { [self] in
            world.broker.publish(content, of: name, correlation, session: session)
        }
    }

    private func post(_ content: [UInt8], id: UInt64) {
        requests.insert(id)
        world.plan(.timeout, box.index, after: Self.timeout) { [self] in finish(id, .failed("timeout")) }
        world.hop(.post, box.index) { [self] in
            world.post(content, of: name) { [self] result in
                world.hop(.response, box.index) { [self] in finish(id, result) }
            }
        }
    }

    private func finish(_ id: UInt64, _ result: TransferResult) {
        guard requests.remove(id) != nil else { return }
        push(.answered(id, HTTPTransport.fleetOutcome(of: result, from: "fleet")))
    }

    /// Takes a message of the broker.
    func receive(_ payload: [UInt8], _ correlation: [UInt8]) {
        guard session != nil, let number = numbers.number(of: correlation), let answer = UploadResult(payload) else {
            return
        }
        push(.answered(number, DeliveryOutcome(answer, of: "fleet")))
    }

    /// Notices the end of a connection.
    func disconnect(from ended: Int) {
        guard session == ended else { return }
        session = nil
        push(.disconnected("closed", isLasting: false))
    }

    private func push(_ event: TransportEvent) {
        guard !isClosed else { return }
        queue.append(event)
        box.turn()
    }

    func events() -> [TransportEvent] {
        defer { queue = [] }
        return queue
    }

    func setAvailable(_ isAvailable: Bool) {}

    func close() {
        (isClosed, session, requests) = (true, nil, [])
    }
}

/// The broker: it keeps nothing, and a life of it ends all connections.
final class SimulatedBroker {
    private unowned let world: FleetSimulation
    private var links: [SimulatedLink] = []
    private(set) var isUp = true
    /// The number of its life.
    private(set) var session = 1

    init(in world: FleetSimulation) { self.world = world }

    /// Connects a box; returns the life of the broker, nil if it does not run.
    func connect(_ link: SimulatedLink) -> Int? {
        guard isUp else { return nil }
        links.removeAll { $0.name == link.name }
        links.append(link)
        return session
    }

    /// Takes a message of a box, for one of the collectors.
    func publish(_ content: [UInt8], of device: DeviceName, _ correlation: [UInt8], session: Int) {
        guard isUp, session == self.session else { return }
        let members = world.collectors.filter { $0.isSubscribed(in: session) }
        guard let collector = world.pick(members) else { return }
        world.hop(.toCollector, collector.index) {
            collector.take(content, of: device, correlation, session: session)
        }
    }

    /// Takes an answer of a collector, for the connection that the box has then.
    func answer(_ payload: [UInt8], to device: DeviceName, _ correlation: [UInt8], session: Int) {
        guard isUp, session == self.session else { return }
        world.hop(.answer, 0) { [self] in
            guard isUp else { return }
            links.first { $0.name == device && $0.session == self.session }?.receive(payload, correlation)
        }
    }

    /// Breaks the connection of a box, which notices it later.
    func breakConnection(of device: DeviceName) {
        guard let link = links.first(where: { $0.name == device }) else { return }
        links.removeAll { $0 === link }
        let session = session
        world.plan(.broken, 0, after: world.random(100...20_000)) { link.disconnect(from: session) }
    }

    /// Dies.
    func die() {
        isUp = false
        let ended = session
        for link in links {
            world.plan(.broken, 0, after: world.random(0...5000)) { link.disconnect(from: ended) }
        }
        for collector in world.collectors {
            world.plan(.broken, collector.index, after: world.random(0...5000)) { collector.disconnect(from: ended) }
        }
        links = []
    }

    /// Starts again, without any memory.
    func start() {
        (isUp, session) = (true, session + 1)
    }
}
