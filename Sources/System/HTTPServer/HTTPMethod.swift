/// The method of a request (RFC 9110, section 9): any token, with constants for the known ones.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The token as received, such as `GET`.
    public let rawValue: String

    /// Creates a method from its token.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Retrieves a resource.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Retrieves the headers only.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Submits content, for example to create a resource.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Removes a resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Lists the allowed methods.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}
