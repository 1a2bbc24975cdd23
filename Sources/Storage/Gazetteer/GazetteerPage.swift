/// Some places in their order, and where to go on.
public struct GazetteerPage: Hashable, Sendable {
    /// The places.
    public let entries: [GazetteerEntry]
    /// Behind which place the next page begins; nil where there is none.
    public let next: GazetteerCursor?
}
