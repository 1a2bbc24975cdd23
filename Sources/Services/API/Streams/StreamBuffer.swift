import HTTPServer

/// Bytes between the thread that makes them and the client that reads them.
struct StreamBuffer {
    /// How it went with bytes that were handed in.
    enum AppendResult {
        /// They will be read.
        case accepted
        /// There are enough already.
        case full
        /// Nobody reads any more.
        case closed
    }

    private let limit: Int
    private var chunks: ArraySlice<[UInt8]> = []
    /// How much of the first chunk has been read.
    private var readOfFirst = 0
    private var size = 0
    private var ending: StreamChunk?
    private var isClosed = false

    /// An empty buffer that takes bytes until it holds `limit` of them.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether it takes no more for now.
    var isFull: Bool { size >= limit }

    /// Takes bytes for the client.
    mutating func append(_ bytes: [UInt8]) -> AppendResult {
        guard !isClosed else { return .closed }
        guard !isFull else { return .full }
        guard !bytes.isEmpty else { return .accepted }
        chunks.append(bytes)
        size += bytes.count
        return .accepted
    }

    /// No more bytes will come; how it ended is told after the last of them.
    mutating func finish(with ending: StreamChunk) {
        self.ending = ending
    }

    /// Nobody reads any more.
    mutating func close() {
        isClosed = true
        chunks = []
        size = 0
    }

    /// The next bytes for the client.
    mutating func read(atMost limit: Int) -> StreamChunk {
        guard let first = chunks.first else { return ending ?? .pending }
        let portion = first[readOfFirst...].prefix(limit)
        readOfFirst += portion.count
        size -= portion.count
        if readOfFirst == first.count {
            chunks.removeFirst()
            readOfFirst = 0
        }
        return .bytes(portion)
    }
}
