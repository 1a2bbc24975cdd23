/// One round of doing what was asked for: of bounded work, however much that is.
public struct OrderRound<Control: ServiceControl> {
    /// The most events in a round whose hooks are run; a flood is thereby a trickle.
    public static var mostHooks: Int { 8 }

    private let desk: OrderDesk
    private let control: Control
    private var errors: [any Error] = []

    /// Takes what was asked for, and who starts units.
    public init(_ desk: OrderDesk, _ control: Control) {
        self.desk = desk
        self.control = control
    }

    /// Does one thing after another, none left out for what is wrong with one before; answers what failed.
    public mutating func run() -> [any Error] {
        guard let listing = attempt({ desk, _ in try desk.listing() }) else { return errors }
        if listing.hasPlaces || listing.hasTakenPlaces { followPlaces(isNew: listing.hasPlaces) }
        let room = attempt { desk, _ in try desk.room } ?? 0
        for number in listing.hooks.prefix(min(Self.mostHooks, room)) { runHooks(of: number) }
        for name in listing.strangers { attempt { desk, _ in try desk.clear(name) } }
        return errors
    }

    private mutating func followPlaces(isNew: Bool) {
        // systemd is asked before the order is taken, which stays to be tried again where there is no answer.
        guard let standings = attempt({ try $1.targets() }),
            let taken = attempt({ desk, _ in try desk.takePlaces(isNew: isNew) }), let order = taken
        else { return }
        let change = TargetChange(to: order, from: standings)
        let before = errors.count
        attempt { try $1.stop(change.stop.map(\.name)) }
        attempt { try $1.start(change.start.map(\.name)) }
        // What systemd refuses it refuses the next time too, as a target that is masked.
        let isUnanswered = errors[before...].contains { ($0 as? OrderError)?.isUnanswered ?? false }
        if !isUnanswered { attempt { desk, _ in try desk.settlePlaces() } }
    }

    private mutating func runHooks(of number: HookNumber) {
        attempt { desk, control in
            try desk.handOver(number)
            do { try control.start([number.unit]) } catch {
                try? desk.forget(number)
                throw error
            }
        }
    }

    @discardableResult
    private mutating func attempt<Value>(_ step: (OrderDesk, Control) throws -> Value) -> Value? {
        do { return try step(desk, control) } catch {
            errors.append(error)
            return nil
        }
    }
}
