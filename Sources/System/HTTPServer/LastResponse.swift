/// The answer that was sent last, as the library has it: what many ask for at once is put together for the first of them.
///
/// Safe without a lock: touched by the server's thread alone.
struct LastResponse {
    /// Longer ones would hold memory for nobody.
    private static let maxBodyBytes = 16_384

    private var headers: [HTTPField] = []
    private var body: [UInt8] = []
    private var response: OutgoingResponse?

    /// The answer, if it is that one: the same bytes in the same place, and headers that say the same.
    func response(headers: [HTTPField], body: [UInt8]) -> OutgoingResponse? {
        body.span.isIdentical(to: self.body.span) && headers == self.headers ? response : nil
    }

    /// Keeps an answer that is sent, unless it is long; what was kept before is let go of.
    mutating func store(_ response: OutgoingResponse, headers: [HTTPField], body: [UInt8]) {
        guard body.count <= Self.maxBodyBytes else { return }
        // Holding on to the bytes, so that no others can be where they are.
        (self.headers, self.body, self.response) = (headers, body, response)
    }
}
