import Location

extension Differential {
    /// Whether what the atmosphere does to all fixes alike is taken out of them.
    var isCorrected: Bool {
        switch self {
        case .dgps, .rtkFixed, .rtkFloat, .surveyed, .precise: true
        case .none, .deadReckoning, .gnssDeadReckoning, .simulated: false
        }
    }
}
