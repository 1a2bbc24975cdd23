public import Linux

/// One round of doing what was asked for: of bounded work, however much that is.
public struct OrderProcessor<Control: ServiceControl> {
    /// The most events in a round whose hooks are run; a flood is thereby a trickle.
    public static var maxHooks: Int { 8 }

    private let inbox: OrderInbox
    private let control: Control
    private var errors: [any Error] = []

    /// Takes what was asked for, and who starts units.
    public init(_ desk: OrderInbox, _ control: Control) {
        self.inbox = desk
        self.control = control
    }

    /// Does one thing after another, none left out for what is wrong with one before; answers what failed.
    public mutating func run() -> [any Error] {
        guard let listing = attempt({ desk, _ in try desk.listing() }) else { return errors }
        if listing.hasPlaces || listing.hasTakenPlaces { updateTargets(isNew: listing.hasPlaces) }
        let room = attempt { desk, _ in try desk.freeSlots } ?? 0
        for number in listing.hooks.prefix(min(Self.maxHooks, room)) { runHooks(of: number) }
        for name in listing.unexpected { attempt { desk, _ in try desk.discard(name) } }
        return errors
    }

    private mutating func updateTargets(isNew: Bool) {
        // systemd is asked before the order is taken, which stays to be tried again where there is no answer.
        guard let standings = attempt({ try $1.targets() }),
            let taken = attempt({ desk, _ in try desk.dequeuePlaces(isNew: isNew) }), let order = taken
        else { return }
        let change = TargetChange(to: order, from: standings)
        let before = errors.count
        attempt { try $1.stop(change.stop.map(\.name)) }
        attempt { try $1.start(change.start.map(\.name)) }
        // What systemd refuses it refuses the next time too, as a target that is masked.
        let isUnanswered = errors[before...].contains { ($0 as? OrderError)?.isUnanswered ?? false }
        if !isUnanswered { attempt { desk, _ in try desk.completePlaces() } }
    }

    private mutating func runHooks(of number: HookNumber) {
        attempt { desk, control in
            try desk.moveToSpool(number)
            do { try control.start([number.unit]) } catch {
                try? desk.removeFromSpool(number)
                throw error
            }
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

/// Why an order was not carried out.
public enum OrderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A directory or a file could not be had as it should be.
    case system(SystemError)
    /// It is no order.
    case refused(PlaceOrderError)
    /// systemctl has failed with this code, after what it said itself; nil where it took too long.
    case control(String, code: Int32?)

    /// Whether systemd has not said that it refuses, so that it may do the same the next time.
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
        case .refused(let fault): "\(PlaceOrder.fileName): refused: \(fault)"
        case .control(let verb, let code?): "systemctl \(verb): exit status \(code)"
        case .control(let verb, nil): "systemctl \(verb): takes too long"
        }
    }
}
