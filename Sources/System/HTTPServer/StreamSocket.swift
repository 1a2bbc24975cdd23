import Linux

/// The socket of a connection whose response is a stream, for sending chunks past the library.
///
/// Used only while the connection is suspended, and so open.
struct StreamSocket {
    /// The result of sending a chunk.
    enum Result {
        /// The kernel has all of it but for a remainder, which is usually empty.
        case sent(remainder: ArraySlice<UInt8>)
        /// The kernel has no room for it, and took nothing.
        case refused
        /// The connection is lost.
        case broken
    }

    /// The maximum bytes of one chunk.
    static let maxChunk = 4096

    /// The socket.
    let descriptor: Int32
    /// True if the client supports chunked encoding.
    let isChunked: Bool

    /// Sends a chunk by one system call.
    func send(_ bytes: ArraySlice<UInt8>) -> Result { send(raw: isChunked ? Self.frame(bytes) : Array(bytes)) }

    /// Sends framed bytes by one system call.
    func send(raw bytes: [UInt8]) -> Result {
        do throws(SystemError) {
            return .sent(remainder: bytes.dropFirst(try TCPSocket.send(bytes, to: descriptor)))
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
