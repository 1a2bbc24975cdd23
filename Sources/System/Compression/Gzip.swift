import CZlib

/// The gzip format (RFC 1952).
public enum Gzip {
    /// Compresses bytes as a whole.
    public static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let encoder = GzipEncoder()
        return encoder.append(bytes[...]) + encoder.finish()
    }

    /// Decompresses bytes.
    ///
    /// - Parameters:
    ///   - bytes: One complete gzip file.
    ///   - length: The original length in bytes, at most 1 GB.
    /// - Returns: The original bytes; nil if the data is damaged or of another length.
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
