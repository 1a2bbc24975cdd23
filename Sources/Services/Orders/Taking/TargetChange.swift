/// What has to be done so that the targets of the places that one is in are active, and no others.
public struct TargetChange: Hashable, Sendable {
    /// The targets to start.
    public let start: [TargetUnit]
    /// The targets to stop.
    public let stop: [TargetUnit]

    /// Works it out; what is about to change is told again, since it may be about to change the other way.
    public init(to order: PlaceOrder, from standings: [TargetState]) {
        let wanted = Set(order.places.map(TargetUnit.init))
        let settled = Set(standings.filter { $0.isActive && !$0.isChanging }.map(\.unit))
        start = wanted.subtracting(settled).sorted()
        stop = Set(standings.filter { $0.isActive || $0.isChanging }.map(\.unit)).subtracting(wanted).sorted()
    }
}
