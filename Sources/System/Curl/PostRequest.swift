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
