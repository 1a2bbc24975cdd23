/// An element or attribute name of interest.
public struct XMLName: Hashable, Sendable {
    /// The name without a prefix.
    public let name: String
    /// True if the text of such elements is wanted; other text of any length is skipped.
    public let hasText: Bool

    /// Creates a name.
    public init(_ name: String, hasText: Bool) {
        self.name = name
        self.hasText = hasText
    }
}
