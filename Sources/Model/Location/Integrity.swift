public import Basics

/// The judgement whether the positions of the receiver agree with what is known independently of them.
public struct Integrity: Hashable, Sendable {
    /// The level of the judgement.
    public var level: Level
    /// The time at which the level began, by the wall clock.
    public var since: Timestamp
    /// What speaks against the positions, the weightiest first; empty while nominal.
    public var reasons: [Reason]

    /// Creates a judgement.
    public init(level: Level = .nominal, since: Timestamp, reasons: [Reason] = []) {
        self.level = level
        self.since = since
        self.reasons = reasons
    }

    /// How far the positions of the receiver can be trusted.
    public enum Level: String, CaseIterable, Comparable, Sendable {
        /// Nothing speaks against them, which proves nothing.
        case nominal
        /// Something is unusual: the position is shown, with a warning.
        case doubtful
        /// They cannot be true: the last trusted position is shown, and is not current.
        case contradicted

        /// Compares the severity.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        /// The order of severity, 0 for nominal.
        private var rank: Int {
            switch self {
            case .nominal: 0
            case .doubtful: 1
            case .contradicted: 2
            }
        }
    }

    /// One observation that speaks against the positions.
    public struct Reason: Hashable, Sendable {
        /// The witness that observed it.
        public var code: Code
        /// The observation with its figures, in one line.
        public var detail: String

        /// Creates a reason.
        public init(code: Code, detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// The witnesses, by the codes of the report; `docs/integrity.md` describes each.
    public enum Code: String, CaseIterable, Sendable {
        /// A jump without a gap, beyond what the platform can do.
        case jump
        /// A jump after a gap that is too short for it.
        case gapJump = "gap-jump"
        /// Positions and measured speed that exclude each other.
        case speed
        /// A position too constant for this receiver.
        case constant
        /// Satellites that leap in the sky.
        case skyLeap = "sky-leap"
        /// Satellites that are all received with the same strength.
        case sameStrength = "same-strength"
        /// Satellites that lose strength together.
        case signalLoss = "signal-loss"
        /// Constellations that are no longer received.
        case constellationLoss = "constellation-loss"
        /// A time of the receiver that disagrees with the clock of this machine.
        case time
        /// A step in the drift of the receiver's clock.
        case clockDrift = "clock-drift"
        /// An altitude that steps, or is impossible.
        case altitude
        /// Interference that the receiver reports.
        case jamming
        /// A fault of the antenna that the receiver reports.
        case antenna
    }
}
