/// A cache of the last response in the library's form, for many identical requests in a row.
///
/// Safe without a lock: accessed by the server's thread only.
struct LastResponse {
    /// The maximum size of a cached body; longer ones would hold memory for little use.
    private static let maxBodyBytes = 16_384

    private var headers: [HTTPField] = []
    private var body: [UInt8] = []
    private var response: OutgoingResponse?

    /// Returns the cached response if the body is the same array and the headers are equal.
    func response(headers: [HTTPField], body: [UInt8]) -> OutgoingResponse? {
        body.span.isIdentical(to: self.body.span) && headers == self.headers ? response : nil
    }

    /// Caches a response, unless it is too long.
    mutating func store(_ response: OutgoingResponse, headers: [HTTPField], body: [UInt8]) {
        guard body.count <= Self.maxBodyBytes else { return }
        // Retains the bytes, so that no other array can take their address.
        (self.headers, self.body, self.response) = (headers, body, response)
    }
}
