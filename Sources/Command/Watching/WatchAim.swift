import Configuration
import Location
import Places

/// What a follower waits for.
enum WatchAim: Hashable {
    /// A state, or a motion.
    case state(WatchGoal)
    /// To be in a place of the owner's.
    case inside(Place)
    /// Not to be in it any more.
    case outside(Place)

    /// What is not so yet, in words.
    var words: String {
        switch self {
        case .state(let goal): goal.rawValue
        case .inside(let place): "at \(place.name.text.debugDescription)"
        case .outside(let place): "away from \(place.name.text.debugDescription)"
        }
    }

    /// Whether that is so; where it is is told by a current position alone.
    func holds(_ answer: Answer) -> Bool {
        switch self {
        case .state(let goal): return goal.holds(answer)
        case .inside(let place): return answer.code == .success && answer.isInside(place)
        case .outside(let place):
            guard answer.code == .success, !answer.isInside(place), let here = answer.fix?.coordinate else {
                return false
            }
            // A place that was made just now, and is not decided yet, has not been left.
            return !place.shape.contains(here)
        }
    }
}

extension Answer {
    fileprivate func isInside(_ place: Place) -> Bool { report?.inside.contains(place.name.text) ?? false }
}
