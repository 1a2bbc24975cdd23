import Basics
import Location
import Simulator

/// What was made of an epoch.
enum Judgement: String {
    case accepted
    case duplicate
    case rejected
    case none
}

/// Something that turns epochs into a position to show.
protocol Contestant {
    static var name: String { get }

    init(device: String, at moment: Moment)

    /// Takes an epoch; answers what it made of it, in a word, with the reason behind it where there is one.
    mutating func take(_ epoch: ScenarioEpoch) -> (judgement: Judgement, reason: String)

    /// Time has passed without an epoch.
    mutating func advance(to moment: Moment)

    func shown(at moment: Moment) -> Shown
}
