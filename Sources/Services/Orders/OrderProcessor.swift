public import Linux

/// One run over the requests, with a bounded amount of work.
public struct OrderProcessor<Control: ServiceControl> {
    /// The maximum number of events whose hooks a run starts, which limits a flood.
    public static var maxHooks: Int { 8 }

    private let inbox: OrderInbox
    private let control: Control
    private var errors: [any Error] = []

    /// Creates a run.
    public init(_ inbox: OrderInbox, _ control: Control) {
        self.inbox = inbox
        self.control = control
    }

    /// Carries out all requests, also after an error, and returns the errors.
    public mutating func run() -> [any Error] {
        guard let listing = attempt({ inbox, _ in try inbox.listing() }) else { return errors }
        if listing.hasPlaces || listing.hasTakenPlaces { updateTargets(isNew: listing.hasPlaces) }
        // As an event that is run twice harms less than one that is lost, it does not matter how far the run before came:
        // a unit that is running is not started again.
        for number in (attempt { inbox, _ in try inbox.interrupted() } ?? []).prefix(Self.maxHooks) { start(number) }
        let room = attempt { inbox, _ in try inbox.freeSlots } ?? 0
        for number in listing.hooks.prefix(min(Self.maxHooks, room)) {
            if attempt({ inbox, _ in try inbox.moveToSpool(number) }) != nil { start(number) }
        }
        for name in listing.unexpected { attempt { inbox, _ in try inbox.discard(name) } }
        return errors
    }

    private mutating func updateTargets(isNew: Bool) {
        // systemd is queried before the order is dequeued, so that the order stays for a retry without an answer.
        guard let states = attempt({ try $1.targets() }),
            let taken = attempt({ inbox, _ in try inbox.dequeuePlaces(isNew: isNew) }), let order = taken
        else { return }
        let change = TargetChange(to: order, from: states)
        let before = errors.count
        attempt { try $1.stop(change.stop.map(\.name)) }
        attempt { try $1.start(change.start.map(\.name)) }
        // A unit that systemd refuses, such as a masked one, would be refused again.
        let isUnanswered = errors[before...].contains { ($0 as? OrderError)?.isUnanswered ?? false }
        if !isUnanswered { attempt { inbox, _ in try inbox.completePlaces() } }
    }

    /// Starts the hooks of an event in the spool.
    private mutating func start(_ number: HookNumber) {
        attempt { inbox, control in
            do { try control.start([number.unit]) } catch {
                try? inbox.removeFromSpool(number)
                throw error
            }
            try inbox.unmark(number)
        }
    }

    @discardableResult
    private mutating func attempt<Value>(_ step: (OrderInbox, Control) throws -> Value) -> Value? {
        do { return try step(inbox, control) } catch {
            errors.append(error)
            return nil
        }
    }
}

/// The reason why an order was not carried out.
public enum OrderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A directory or a file could not be used.
    case system(SystemError)
    /// The file is no order.
    case refused(PlaceOrderError)
    /// A systemctl verb failed with this exit code, or timed out where it is nil.
    case control(String, code: Int32?)

    /// True if systemd did not respond, so that a retry may succeed.
    var isUnanswered: Bool {
        switch self {
        case .system, .control(_, nil): true
        case .refused, .control: false
        }
    }

    /// One line: what failed and why.
    public var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .refused(let fault): "\(PlaceOrder.fileName): rejected: \(fault)"
        case .control(let verb, let code?): "systemctl \(verb): exit status \(code)"
        case .control(let verb, nil): "systemctl \(verb): timed out"
        }
    }
}
