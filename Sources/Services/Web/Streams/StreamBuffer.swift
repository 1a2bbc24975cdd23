package import HTTPServer

/// The bytes between the producing thread and the reading client.
package struct StreamBuffer {
    /// The result of an append.
    package enum AppendResult {
        /// The bytes were appended.
        case accepted
        /// The buffer is full.
        case full
        /// The client has left.
        case closed
    }

    private let limit: Int
    private var chunks: ArraySlice<[UInt8]> = []
    /// The bytes already read of the first chunk.
    private var readOfFirst = 0
    private var size = 0
    private var ending: StreamChunk?
    private var isClosed = false

    /// Creates a buffer that accepts bytes until it holds `limit` of them.
    package init(limit: Int) { self.limit = limit }

    /// True while it accepts no bytes.
    package var isFull: Bool { size >= limit }

    /// Appends bytes.
    package mutating func append(_ bytes: [UInt8]) -> AppendResult {
        guard !isClosed else { return .closed }
        guard !isFull else { return .full }
        guard !bytes.isEmpty else { return .accepted }
        chunks.append(bytes)
        size += bytes.count
        return .accepted
    }

    /// Ends the content; the ending is returned after the last byte.
    package mutating func finish(with ending: StreamChunk) { self.ending = ending }

    /// Closes the buffer; the client has left.
    package mutating func close() {
        isClosed = true
        chunks = []
        size = 0
    }

    /// Returns the next bytes for the client.
    package mutating func read(atMost limit: Int) -> StreamChunk {
        guard let first = chunks.first else { return ending ?? .pending }
        let chunk = first[readOfFirst...].prefix(limit)
        readOfFirst += chunk.count
        size -= chunk.count
        if readOfFirst == first.count {
            chunks.removeFirst()
            readOfFirst = 0
        }
        return .bytes(chunk)
    }
}
