/// The templates that are always there, by the names of their files.
enum PageTemplate: String, CaseIterable, Sendable {
    /// The page with a position.
    case currentLocation = "current-location.html"
    /// The page for the states without a current position.
    case locationError = "location-error.html"
    /// The page of the program that this one mirrors.
    case whereIsMyMac = "whereismymac.html"

    /// The built-in template that a setting replaces: the one of the same base name, else the page with a position.
    init(replacedBy setting: String) {
        let base = setting.split(separator: "/").last.map(String.init)
        self = base == Self.whereIsMyMac.rawValue ? .whereIsMyMac : .currentLocation
    }

    /// Whether it shows the states without a position itself.
    var isForAllStates: Bool { self == .whereIsMyMac }
}
