/// A POST request.
public struct PostRequest: Hashable, Sendable {
    /// Where to, by http or https.
    public var address: String
    /// Header fields, each as `Name: value`, without line ends.
    public var headers: [String]
    /// What is sent.
    public var body: [UInt8]
    /// A file of certificates that the receiver's has to go back to; nil for those that the system trusts.
    public var authorityFile: String?
    /// What it is sent through; nil for nothing, whatever the environment says.
    public var proxy: String?
    /// How long the receiver may take to be reached and to agree on encryption.
    public var connectTimeout: Duration = .seconds(10)
    /// How long it may take in all.
    public var timeout: Duration = .seconds(30)

    /// Makes a request.
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
