import Configuration
import Location
import Places

/// What a follower waits for.
enum FollowCondition: Hashable {
    /// A state, or a motion.
    case state(WatchUntil)
    /// To be in a place of the owner's.
    case inside(Place)
    /// Not to be in it any more.
    case outside(Place)

    /// What is not so yet, in words.
    var description: String {
        switch self {
        case .state(let goal): goal.rawValue
        case .inside(let place): "at \(place.name.text.debugDescription)"
        case .outside(let place): "away from \(place.name.text.debugDescription)"
        }
    }

    /// Whether that is so; where it is is told by a current position alone.
    ///
    /// Of a place, what was decided counts as long as the position does not say otherwise for certain: a place that was
    /// made a moment ago is not decided yet, and after a restart what was decided may be old. A place that this machine
    /// was in on this connection is decided: where its name is gone from the report, that counts alone, as the place
    /// itself may be gone.
    ///
    /// - Parameters:
    ///   - answer: what is known now.
    ///   - wasInside: whether a report of this connection had the place.
    /// - Returns: whether it is so.
    func isMet(by answer: CurrentReport, wasInside: Bool) -> Bool {
        switch self {
        case .state(let goal): goal.isMet(by: answer)
        case .inside(let place): answer.isInside(place) == true && answer.isCertainlyInside(place) != false
        case .outside(let place):
            answer.isInside(place) == false && (wasInside || answer.isCertainlyInside(place) != true)
        }
    }

    /// Whether a report has the place that is to be left.
    func placeIsListed(in report: Report) -> Bool {
        guard case .outside(let place) = self else { return false }
        return report.inside.contains(place.name.text)
    }
}

extension CurrentReport {
    /// What was decided last; nil where the position is not current.
    fileprivate func isInside(_ place: Place) -> Bool? {
        guard code == .success, let report else { return nil }
        return report.inside.contains(place.name.text)
    }

    /// What the position says by itself; nil where it lies as near to the border as it is accurate.
    fileprivate func isCertainlyInside(_ place: Place) -> Bool? {
        guard let fix, let here = fix.coordinate else { return nil }
        let distance = place.shape.signedDistance(to: here)
        return distance.magnitude < fix.horizontalAccuracy?.radius ?? 0 ? nil : distance <= 0
    }
}

/// What `whereismy watch --until` waits for.
enum WatchUntil: String, CaseIterable {
    case live
    case stale
    case moving
    case stationary

    /// Whether that is so; what moves is told by a current position alone.
    func isMet(by answer: CurrentReport) -> Bool {
        guard let report = answer.report else { return false }
        return switch self {
        case .live: answer.code == .success
        case .stale: report.state == .stale
        case .moving: answer.code == .success && report.motion == .moving
        case .stationary: answer.code == .success && report.motion == .stationary
        }
    }
}
