/// A file of the live page, as a browser is given it.
public struct Asset: Hashable, Sendable {
    /// Its content.
    public let bytes: [UInt8]
    /// Its media type, with the character set where it has one.
    public let mediaType: String
}
