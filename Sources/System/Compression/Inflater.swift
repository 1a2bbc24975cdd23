import CZlib

/// An incremental decompressor of deflated data; it uses about 110 KB for its lifetime.
///
/// Safe to use: zlib's state stays at one address from `init` to `deinit` and never leaves this class.
@safe final class Inflater {
    enum Format {
        /// A gzip file, whose checksum is verified (RFC 1952).
        case gzip
        /// Nothing, as in a zip archive (RFC 1951).
        case raw
    }

    private static let block = 65_536

    private let stream: UnsafeMutablePointer<z_stream>
    private var output = [UInt8](repeating: 0, count: Inflater.block)

    init(_ format: Format) throws(UnpackError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe whereismy_inflate_start(stream, format == .raw ? 1 : 0) == Z_OK else {
            throw .outOfMemory
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Decompresses a piece of at most 4 GB and passes the result on in blocks.
    ///
    /// - Returns: the number of bytes used, and true if the data ends after them.
    /// - Throws: ``UnpackError/damaged``.
    func inflate(
        _ input: Span<UInt8>, _ receive: (Span<UInt8>) throws(UnpackError) -> Void
    ) throws(UnpackError) -> (used: Int, isEnd: Bool) {
        var used = 0
        while true {
            let step = try step(input.extracting(used..<input.count))
            used += step.used
            if step.written > 0 { try lend(step.written, to: receive) }
            if step.isEnd { return (used, true) }
            // A block that is not full is all that the input has.
            if step.written < Self.block { return (used, false) }
        }
    }

    /// Prepares for the next data of the same format.
    func reset() {
        unsafe inflateReset(stream)
    }

    private func lend(
        _ count: Int, to receive: (Span<UInt8>) throws(UnpackError) -> Void
    ) throws(UnpackError) {
        var block: [UInt8] = []
        swap(&block, &output)
        defer { swap(&block, &output) }
        try receive(block.span.extracting(0..<count))
    }

    private func step(_ input: Span<UInt8>) throws(UnpackError) -> (used: Int, written: Int, isEnd: Bool) {
        var code: Int32 = Z_OK
        // zlib only reads the input, and writes at most `avail_out` bytes, during this one call.
        unsafe input.withUnsafeBytes { bytes in
            let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
            unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
            unsafe output.withUnsafeMutableBufferPointer { buffer in
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(clamping: buffer.count)
                code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            }
        }
        // Z_BUF_ERROR says that there is nothing to do without more input.
        guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
            throw code == Z_MEM_ERROR ? .outOfMemory : .damaged
        }
        let used = unsafe input.count - Int(stream.pointee.avail_in)
        let written = unsafe Self.block - Int(stream.pointee.avail_out)
        return (used, written, code == Z_STREAM_END)
    }
}

/// A checksum of bytes as in gzip and zip (CRC-32, ISO 3309).
struct CRC32 {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: Span<UInt8>) {
        // zlib reads `count` bytes during the call.
        value = unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress
            return unsafe UInt32(truncatingIfNeeded: crc32(UInt(value), start, UInt32(clamping: buffer.count)))
        }
    }
}
