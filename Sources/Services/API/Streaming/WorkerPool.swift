import HTTPServer
import Linux

/// Has long answers made by threads of their own, a few at a time, so that the server goes on serving meanwhile.
struct WorkerPool: Sendable {
    /// More would wait for the same disk, and each takes some MB.
    private static let maxThreads = 4

    private let pool = ConcurrencyLimiter(Self.maxThreads)

    /// An answer whose body a thread makes.
    ///
    /// - Throws: ``Problem`` where as many are being made as may be.
    func response(
        type: String, headers: [HTTPField] = [],
        produce: @escaping @Sendable (_ output: ProducedStream.Output) throws -> Void
    ) throws(Problem) -> HTTPResponse {
        guard let slot = pool.acquire(), let stream = try? ProducedStream(slot, produce) else {
            throw Problem.busy
        }
        let common = [
            HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-store"), HTTPField("Vary", "Accept"),
        ]
        return HTTPResponse(headers: common + headers, body: .stream(stream))
    }
}
