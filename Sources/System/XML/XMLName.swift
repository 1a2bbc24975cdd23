/// A name of elements or attributes that matters.
public struct XMLName: Hashable, Sendable {
    /// The name without a prefix.
    public let name: String
    /// Whether the text of such elements matters; other text is passed over, whatever its length.
    public let hasText: Bool

    /// Names something.
    public init(_ name: String, hasText: Bool) {
        self.name = name
        self.hasText = hasText
    }
}
