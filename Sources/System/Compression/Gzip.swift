import CZlib

/// The gzip format (RFC 1952).
public enum Gzip {
    /// Compresses bytes as a whole.
    public static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let encoder = GzipEncoder()
        return encoder.append(bytes[...]) + encoder.finish()
    }

    /// Decompresses one complete gzip file to its original length, at most 1 GB; nil if it is damaged or has another.
    public static func decompress(_ bytes: [UInt8], length: Int) -> [UInt8]? {
        guard (0...1 << 30).contains(length), bytes.count <= 1 << 30 else { return nil }
        var stream = unsafe z_stream()
        guard unsafe whereismy_gunzip_start(&stream) == Z_OK else { return nil }
        defer { unsafe _ = inflateEnd(&stream) }
        var isWhole = false
        let output = unsafe bytes.withUnsafeBytes { input in
            // zlib only reads the input, and writes at most `avail_out` bytes, during this one call. The extra byte of
            // room reveals a longer result.
            unsafe [UInt8](unsafeUninitializedCapacity: length + 1) { buffer, count in
                let start = unsafe input.bindMemory(to: UInt8.self).baseAddress
                unsafe stream.next_in = UnsafeMutablePointer(mutating: start)
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(buffer.count)
                let code = unsafe inflate(&stream, Z_FINISH)
                count = unsafe buffer.count - Int(stream.avail_out)
                isWhole = unsafe code == Z_STREAM_END && stream.avail_in == 0 && count == length
            }
        }
        return isWhole ? output : nil
    }
}

/// An incremental compressor; it uses about 260 KB for its lifetime.
///
/// Safe to use: zlib's state stays at one address from `init` to `deinit` and never leaves this class.
@safe public final class GzipEncoder {
    /// zlib's default: the higher levels take twice the time for 1 % less.
    private static let level: Int32 = 6
    private static let block = 16_384

    private let stream: UnsafeMutablePointer<z_stream>
    private var isFinished = false

    /// Creates an encoder.
    public init() {
        unsafe stream = .allocate(capacity: 1)
        // With Swift's allocator, which never fails, initialisation cannot fail either.
        unsafe stream.initialize(to: z_stream())
        unsafe stream.pointee.zalloc = allocate
        unsafe stream.pointee.zfree = deallocate
        unsafe whereismy_gzip_start(stream, Self.level)
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Compresses the next bytes; returns the output so far, which may be empty.
    public func append(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        run(bytes, Z_NO_FLUSH)
    }

    /// Returns the rest of the output; nothing may be appended after it.
    public func finish() -> [UInt8] {
        defer { isFinished = true }
        return run([], Z_FINISH)
    }

    private func run(_ bytes: ArraySlice<UInt8>, _ flush: Int32) -> [UInt8] {
        guard !isFinished else { return [] }
        var output: [UInt8] = []
        var rest = bytes
        // zlib counts in 32 bits.
        repeat {
            let part = rest.prefix(1 << 30)
            rest = rest.dropFirst(part.count)
            unsafe part.withUnsafeBytes { input in
                // zlib only reads it, during the calls below.
                let start = unsafe input.bindMemory(to: UInt8.self).baseAddress
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                while fill(&output, flush) {}
            }
        } while !rest.isEmpty
        return output
    }

    /// Compresses into one more block; returns true if the output did not fit.
    private func fill(_ output: inout [UInt8], _ flush: Int32) -> Bool {
        var isFull = false
        // zlib writes at most `avail_out` bytes, and `avail_out` is then what it left free.
        output += unsafe [UInt8](unsafeUninitializedCapacity: Self.block) { buffer, count in
            unsafe stream.pointee.next_out = buffer.baseAddress
            unsafe stream.pointee.avail_out = UInt32(buffer.count)
            unsafe deflate(stream, flush)
            count = unsafe buffer.count - Int(stream.pointee.avail_out)
            isFull = unsafe stream.pointee.avail_out == 0
        }
        return isFull
    }
}

private func allocate(_: UnsafeMutableRawPointer?, _ count: UInt32, _ size: UInt32) -> UnsafeMutableRawPointer? {
    // zlib allocates about 260 KB in total.
    .allocate(byteCount: Int(count) * Int(size), alignment: 16)
}

private func deallocate(_: UnsafeMutableRawPointer?, _ memory: UnsafeMutableRawPointer?) {
    // The memory that `allocate` returned.
    unsafe memory?.deallocate()
}
