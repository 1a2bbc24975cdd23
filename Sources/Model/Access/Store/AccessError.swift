/// A change of the access book that is refused.
public struct AccessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Kind: String, CaseIterable, Sendable {
        /// What was asked for makes no sense.
        case invalid
        /// There is one already.
        case exists
        /// There is none.
        case absent
        /// It is there, and not ours to change.
        case fixed
        /// There are as many as there may be.
        case full
        /// The file could not be read or written.
        case unavailable
    }

    /// What kind of refusal it is.
    public let kind: Kind
    /// One line: what is wrong, and what would work.
    public let description: String

    /// Makes an error.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
