/// How pages are made.
public struct PageSettings: Hashable, Sendable {
    /// The template of a page with a position, by the name of its file; with a slash in it, by its path.
    public var template: String
    /// How old a position may be before it is the last known one.
    public var staleAfter: Duration
    /// Where gpsd is asked, to tell the reader of a page.
    public var gpsd: String

    /// Makes settings; what is not given is as it is without a configuration.
    public init(
        template: String = "current-location.html", staleAfter: Duration = .seconds(10),
        gpsd: String = "localhost:2947"
    ) {
        self.template = template
        self.staleAfter = staleAfter
        self.gpsd = gpsd
    }
}
