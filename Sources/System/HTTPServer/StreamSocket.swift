import Linux

/// The socket of a connection whose response is a stream, for sending chunks past the library.
///
/// Used only while the connection is suspended, and so open.
struct StreamSocket {
    /// The result of sending a chunk.
    enum Result {
        /// The kernel has all of it.
        case sent
        /// The kernel has no room for it, and took nothing.
        case refused
        /// The connection is lost, or cut in the middle of a chunk, after which the library cannot continue.
        case broken
    }

    /// The maximum bytes of one chunk.
    static let maxChunk = 4096

    /// The socket.
    let descriptor: Int32
    /// True if the client supports chunked encoding.
    let isChunked: Bool

    /// Sends a chunk by one system call, or nothing.
    func send(_ bytes: ArraySlice<UInt8>) -> Result {
        let framed = isChunked ? Self.frame(bytes) : Array(bytes)
        do throws(SystemError) {
            return try TCPSocket.send(framed, to: descriptor) == framed.count ? .sent : .broken
        } catch {
            return error.isTransient ? .refused : .broken
        }
    }

    /// Returns a chunk with its length before it (RFC 9112, section 7.1).
    private static func frame(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var framed: [UInt8] = []
        framed.reserveCapacity(bytes.count + 16)
        framed += String(bytes.count, radix: 16).utf8
        framed += [0x0D, 0x0A]
        framed += bytes
        framed += [0x0D, 0x0A]
        return framed
    }
}
