/// What a request asks to be done (RFC 9110, section 9): any token, the known ones by name.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The token as it came, such as `GET`.
    public let rawValue: String

    /// A method by its token.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Read.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Read, but answer the headers alone.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Add.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Remove.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Ask what may be done.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}
