/// A POST request.
public struct PostRequest: Hashable, Sendable {
    /// The address, http or https.
    public var address: String
    /// Header fields, each as `Name: value`, without line ends.
    public var headers: [String]
    /// The content.
    public var body: [UInt8]
    /// A file of trusted root certificates; nil for those of the system.
    public var authorityFile: String?
    /// The user of basic authentication (RFC 7617); nil for none.
    public var user: String?
    /// The user's password; nil for none.
    public var password: String?
    /// A file of the client's certificate, in PEM; nil for none.
    public var certificateFile: String?
    /// The file of its private key, in PEM.
    public var keyFile: String?
    /// The maximum number of bytes of the answer to keep, at most 65,536; 0 to discard it.
    public var maxAnswerBytes = 0
    /// The proxy; nil for none, regardless of the environment.
    public var proxy: String?
    /// The maximum time to connect and negotiate encryption.
    public var connectTimeout: Duration = .seconds(10)
    /// The maximum total time.
    public var timeout: Duration = .seconds(30)

    /// Creates a request.
    public init(
        _ address: String, headers: [String] = [], body: [UInt8], authorityFile: String? = nil, proxy: String? = nil
    ) {
        self.address = address
        self.headers = headers
        self.body = body
        self.authorityFile = authorityFile
        self.proxy = proxy
    }
}

/// The result of a request.
public enum TransferResult: Hashable, Sendable {
    /// The receiver responded with a status of 200 or above, even if the rest of its response failed; `retryAfter` is
    /// the requested delay in seconds, nil if there is none; `answer` the content, empty if it was not to be kept, and nil if it did
    /// not arrive as a whole.
    case responded(status: Int, retryAfter: Int64?, answer: [UInt8]?)
    /// There was no response; the library's text names neither path nor query, and is the same for the same cause.
    case failed(String)
}
