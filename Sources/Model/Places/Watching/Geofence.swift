import Basics
import Location

/// A place, and which side of its border was decided last.
///
/// The other side is decided once fixes have been on it for the dwell time without one on the old side, and two of them
/// were certain: farther from the border than the radius that holds the truth 95 times in 100. Fixes that are not
/// certain of either side decide nothing, so that whoever stays at the border makes no events.
struct Geofence: Sendable {
    private(set) var place: Place
    /// Nil until it was decided for the first time.
    private(set) var side: PlaceSide?
    /// When that side was decided to have begun.
    private(set) var since: Timestamp?
    private var change: PendingTransition?

    init(_ place: Place, state: PlaceState? = nil) {
        self.place = place
        (side, since) = (state?.side, state?.since)
    }

    /// What is to be kept over a restart; nil as long as nothing was decided.
    var state: PlaceState? {
        guard let side, let since else { return nil }
        return PlaceState(name: place.name, side: side, since: since)
    }

    /// The event that its last decision is; nil where it was the first one and it is outside, which nobody has left.
    func transition(wasKnown: Bool, at moment: Moment) -> GeofenceTransition? {
        guard let side, let since, wasKnown || side == .inside else { return nil }
        return GeofenceTransition(side == .inside ? .enter : .leave, place, moment: moment.wallClock, since: since)
    }

    /// Whether fixes of late were on the other side.
    var hasPendingTransition: Bool { change != nil }

    /// Goes by another shape and dwell time from now on.
    mutating func reconfigure(_ place: Place) {
        guard place != self.place else { return }
        self.place = place
        change = nil
    }

    /// What has been seen of the other side counts no more.
    mutating func discardPendingTransition() { change = nil }

    /// Takes a fix.
    ///
    /// - Parameters:
    ///   - distance: metres from the fix to the border; below 0 inside.
    ///   - radius: metres within which the truth is.
    ///   - moment: when it came.
    /// - Returns: whether a side was decided with it.
    mutating func update(distance: Double, accuracy radius: Double, at moment: Moment) -> Bool {
        let now: PlaceSide = distance <= 0 ? .inside : .outside
        guard now != side else {
            change = nil
            return false
        }
        var change = change.flatMap { $0.side == now ? $0 : nil } ?? PendingTransition(to: now, at: moment)
        let isDecided = change.update(isCertain: distance.magnitude >= radius, dwell: place.dwell, at: moment)
        self.change = isDecided ? nil : change
        if isDecided { (side, since) = (now, change.start.wallClock) }
        return isDecided
    }
}
