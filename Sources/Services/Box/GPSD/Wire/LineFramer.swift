import Glibc

/// A splitter of a byte stream into lines, in pieces of any size.
///
/// A line above gpsd's maximum is skipped up to its end, so it costs that message and no memory.
struct LineFramer {
    /// The maximum in bytes, without the line end: twice gpsd's buffers (`GPS_JSON_RESPONSE_MAX` in gps_json.h is
    /// 10240).
    static let maxLineLength = 20_480

    private var storage: [UInt8] = []
    private var isSkipping = false

    /// Appends bytes and passes on each complete line, with a NUL in place of its end.
    mutating func append(_ bytes: UnsafeRawBufferPointer, line: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        unsafe storage.append(contentsOf: bytes)
        let used = unsafe storage.withUnsafeMutableBufferPointer {
            unsafe Self.split($0, isSkipping: &isSkipping, line: line)
        }
        storage.removeSubrange(..<used)
        if storage.count > Self.maxLineLength {
            isSkipping = true
            storage.removeAll(keepingCapacity: true)
        }
    }

    /// Discards a partial line: its connection has ended.
    mutating func reset() {
        storage.removeAll(keepingCapacity: true)
        isSkipping = false
    }

    /// Passes on the lines of a buffer; returns the number of bytes consumed.
    private static func split(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, isSkipping: inout Bool,
        line: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var start = 0
        // memchr stays inside the buffer, and so does the byte it finds, which becomes the NUL.
        while let end = unsafe memchr(base + start, 0x0A, buffer.count - start) {
            let stop = unsafe end - UnsafeMutableRawPointer(base)
            let length = unsafe stop > start && base[stop - 1] == 0x0D ? stop - 1 - start : stop - start
            unsafe base[start + length] = 0
            if isSkipping {
                isSkipping = false
            } else if length > 0, length <= maxLineLength {
                unsafe line(UnsafeMutableBufferPointer(start: base + start, count: length))
            }
            start = stop + 1
        }
        return start
    }
}
