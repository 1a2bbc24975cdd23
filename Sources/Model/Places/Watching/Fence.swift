import Basics
import Location

/// A place, and which side of its border was decided last.
///
/// The other side is decided once fixes have been on it for the dwell time without one on the old side, and two of them
/// were certain: farther from the border than the radius that holds the truth 95 times in 100. Fixes that are not
/// certain of either side decide nothing, so that whoever stays at the border makes no events.
struct Fence: Sendable {
    private(set) var place: Place
    /// Nil until it was decided for the first time.
    private(set) var side: PlaceSide?
    /// When that side was decided to have begun.
    private(set) var since: Timestamp?
    private var change: SideChange?

    init(_ place: Place, standing: PlaceStanding? = nil) {
        self.place = place
        (side, since) = (standing?.side, standing?.since)
    }

    /// What is to be kept over a restart; nil as long as nothing was decided.
    var standing: PlaceStanding? {
        guard let side, let since else { return nil }
        return PlaceStanding(name: place.name, side: side, since: since)
    }

    /// The event that its last decision is; nil where it was the first one and it is outside, which nobody has left.
    func event(wasKnown: Bool, at moment: Moment) -> PlaceEvent? {
        guard let side, let since, wasKnown || side == .inside else { return nil }
        return PlaceEvent(side == .inside ? .enter : .leave, place, moment: moment.wallClock, since: since)
    }

    /// Whether fixes of late were on the other side.
    var isChanging: Bool { change != nil }

    /// Goes by another shape and dwell time from now on.
    mutating func adopt(_ place: Place) {
        guard place != self.place else { return }
        self.place = place
        change = nil
    }

    /// What has been seen of the other side counts no more.
    mutating func forgetChange() { change = nil }

    /// Takes a fix.
    ///
    /// - Parameters:
    ///   - distance: metres from the fix to the border; below 0 inside.
    ///   - radius: metres within which the truth is.
    ///   - moment: when it came.
    /// - Returns: whether a side was decided with it.
    mutating func takes(_ distance: Double, within radius: Double, at moment: Moment) -> Bool {
        let now: PlaceSide = distance <= 0 ? .inside : .outside
        guard now != side else {
            change = nil
            return false
        }
        var change = change.flatMap { $0.side == now ? $0 : nil } ?? SideChange(to: now, at: moment)
        let isDecided = change.takes(isCertain: distance.magnitude >= radius, dwell: place.dwell, at: moment)
        self.change = isDecided ? nil : change
        if isDecided { (side, since) = (now, change.begin.wallClock) }
        return isDecided
    }
}
