import Orders
import Synchronization

/// A systemd that records its requests.
final class RecordingControl: ServiceControl, Sendable {
    /// The error to return.
    static let failure = OrderError.control("start", code: 5)

    let active: [String]
    let failing: Set<String>
    let isReachable: Bool
    /// Whether starts and stops time out.
    let isSlow: Bool
    private let list = Mutex<[String]>([])

    init(active: [String] = [], failing: Set<String> = [], isReachable: Bool = true, isSlow: Bool = false) {
        self.active = active
        self.failing = failing
        self.isReachable = isReachable
        self.isSlow = isSlow
    }

    /// The recorded requests.
    var calls: [String] { list.withLock(\.self) }

    func targets() throws(OrderError) -> [TargetState] {
        guard isReachable else { throw .control("show", code: 1) }
        return active.compactMap(TargetUnit.init(unit:)).map { TargetState($0, isActive: true) }
    }

    func start(_ units: [String]) throws(OrderError) { try note("start", units) }

    func stop(_ units: [String]) throws(OrderError) { try note("stop", units) }

    private func note(_ verb: String, _ units: [String]) throws(OrderError) {
        guard !units.isEmpty else { return }
        list.withLock { $0.append("\(verb) \(units.joined(separator: " "))") }
        guard !isSlow else { throw .control(verb, code: nil) }
        guard failing.isDisjoint(with: units) else { throw Self.failure }
    }
}
