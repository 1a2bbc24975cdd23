/// A header: a name and a value.
public struct HTTPField: Hashable, Sendable {
    /// The name; case has no meaning.
    public var name: String
    /// The value, without the white space around it.
    public var value: String

    /// Makes a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
