extension Rejection {
    /// The reasons for which an epoch is not used, without the numbers.
    public enum Reason: Int, CaseIterable, Sendable {
        /// The receiver gives no position.
        case noPosition
        /// It comes from another receiver than the one in use.
        case otherDevice
        /// Its radius is larger than the user allows.
        case inaccurate
        /// It is farther away than the machine can have come.
        case implausibleJump
        /// Its time lies before that of the fix before.
        case timeBackwards
        /// Its time cannot be, or nothing confirms it.
        case timeImplausible
        /// It comes from a simulator.
        case simulated

        /// One word for programs.
        public var name: String {
            switch self {
            case .noPosition: "no-position"
            case .otherDevice: "other-device"
            case .inaccurate: "inaccurate"
            case .implausibleJump: "implausible-jump"
            case .timeBackwards: "time-backwards"
            case .timeImplausible: "time-implausible"
            case .simulated: "simulated"
            }
        }

        /// Whether a position was there to be used and was refused.
        ///
        /// Without a position there was nothing to refuse, and the state says so; a second receiver is a reserve, and
        /// nothing is wrong with it.
        var refusesPosition: Bool { self != .noPosition && self != .otherDevice }
    }
}
