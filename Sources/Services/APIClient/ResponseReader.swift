/// Takes an answer apart as it comes, head first.
public struct ResponseReader: Hashable, Sendable {
    private static let headEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    /// The head, once it is there.
    public private(set) var head: ResponseHead?
    private var pending: [UInt8] = []
    /// Bytes of the content that are still to come; nil where only the connection's end tells.
    private var missing: Int?

    /// Makes a reader before the first byte.
    public init() {}

    /// Takes bytes in any portions.
    ///
    /// - Returns: what of them belongs to the content.
    /// - Throws: ``ResponseError`` where this is no answer.
    public mutating func consume(_ bytes: [UInt8]) throws(ResponseError) -> [UInt8] {
        guard head == nil else { return try content(bytes) }
        let start = max(0, pending.count - Self.headEnd.count + 1)
        pending += bytes
        guard let end = Self.end(in: pending, from: start) else {
            guard pending.count <= ResponseHead.maxLength else { throw .notHTTP }
            return []
        }
        guard end <= ResponseHead.maxLength else { throw .notHTTP }
        let head = try ResponseHead(pending[..<end])
        self.head = head
        missing = try head.length
        let rest = Array(pending[(end + Self.headEnd.count)...])
        pending = []
        return try content(rest)
    }

    /// The connection has ended.
    ///
    /// - Throws: ``ResponseError`` where the answer has not.
    public func finish() throws(ResponseError) {
        guard head != nil, missing ?? 0 == 0 else { throw .truncated }
    }

    private mutating func content(_ bytes: [UInt8]) throws(ResponseError) -> [UInt8] {
        guard let missing else { return bytes }
        guard bytes.count <= missing else { throw .notHTTP }
        self.missing = missing - bytes.count
        return bytes
    }

    private static func end(in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= headEnd.count else { return nil }
        return (start...bytes.count - headEnd.count).first { bytes[$0..<$0 + headEnd.count].elementsEqual(headEnd) }
    }
}
