/// A header field.
public struct HTTPField: Hashable, Sendable {
    /// The name, case-insensitive.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
