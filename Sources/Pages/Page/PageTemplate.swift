/// The templates that are always there, by the names of their files.
public enum PageTemplate: String, CaseIterable, Sendable {
    /// The page with a position.
    case currentLocation = "current-location.html"
    /// The page for the states without a current position.
    case locationError = "location-error.html"
    /// The page of the program that this one mirrors.
    case whereIsMyMac = "whereismymac.html"
}
