import CommandLine
import Location
import Places

enum FollowCondition: Hashable {
    /// A tracking state or a state of motion.
    case state(WatchUntil)
    case inside(Place)
    case outside(Place)
    case dragging

    var description: String {
        switch self {
        case .state(let until): until.rawValue
        case .inside(let place): "at \(place.name.text.debugDescription)"
        case .outside(let place): "away from \(place.name.text.debugDescription)"
        case .dragging: "dragging"
        }
    }

    /// Returns true once the condition holds; only a current position counts for places.
    ///
    /// The daemon's decision about a place counts unless the position clearly contradicts it: for a new place there is
    /// no decision yet, and after a restart the last one may be old. If this connection reported the machine inside the
    /// place before, the decision alone counts, because the place may have been removed.
    ///
    /// - Parameters:
    ///   - current: the current report.
    ///   - wasInside: true if a report on this connection listed the place.
    /// - Returns: true if the condition holds.
    func isMet(by current: CurrentReport, wasInside: Bool) -> Bool {
        switch self {
        case .state(let until): until.isMet(by: current)
        case .inside(let place): current.isInside(place) == true && current.isCertainlyInside(place) != false
        case .outside(let place):
            current.isInside(place) == false && (wasInside || current.isCertainlyInside(place) != true)
        // The alarm stands until the boat is back within the circle, also without a position.
        case .dragging: current.report?.anchor?.isDragging == true
        }
    }

    /// Returns true if the report lists the place to be left.
    func placeIsListed(in report: Report) -> Bool {
        guard case .outside(let place) = self else { return false }
        return report.inside.contains(place.name.text)
    }
}

extension CurrentReport {
    /// The last decision; nil without a current position.
    fileprivate func isInside(_ place: Place) -> Bool? {
        guard code == .success, let report else { return nil }
        return report.inside.contains(place.name.text)
    }

    /// The result for the position alone; nil if the border is within its accuracy.
    fileprivate func isCertainlyInside(_ place: Place) -> Bool? {
        guard let fix, let here = fix.coordinate else { return nil }
        let distance = place.shape.signedDistance(to: here)
        return distance.magnitude < fix.horizontalAccuracy?.radius ?? 0 ? nil : distance <= 0
    }
}

enum WatchUntil: String, CaseIterable {
    case live
    case stale
    case moving
    case stationary

    /// Returns true once the condition holds; a state of motion requires a current position.
    func isMet(by current: CurrentReport) -> Bool {
        guard let report = current.report else { return false }
        return switch self {
        case .live: current.code == .success
        case .stale: report.state == .stale
        case .moving: current.code == .success && report.motion == .moving
        case .stationary: current.code == .success && report.motion == .stationary
        }
    }
}
