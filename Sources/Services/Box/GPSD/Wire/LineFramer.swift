import Glibc

/// A splitter of a byte stream into lines, in pieces of any size.
///
/// A line ends with LF, with CR LF, or with CR or NUL if a program sends no LF. A line above gpsd's maximum is skipped up
/// to its end, so it costs that message and no memory.
struct LineFramer {
    /// The maximum in bytes, without the line end: twice gpsd's buffers (`GPS_JSON_RESPONSE_MAX` in gps_json.h is
    /// 10240).
    static let maxLineLength = 20_480

    private var storage: [UInt8] = []
    private var isSkipping = false
    private(set) var skipped = 0

    /// Appends bytes and passes on each complete line, with a NUL in place of its end.
    mutating func append(_ bytes: UnsafeRawBufferPointer, line: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        unsafe storage.append(contentsOf: bytes)
        let used = unsafe storage.withUnsafeMutableBufferPointer {
            unsafe Self.split($0, isSkipping: &isSkipping, skipped: &skipped, line: line)
        }
        storage.removeSubrange(..<used)
        if storage.count > Self.maxLineLength {
            if !isSkipping { skipped += 1 }
            isSkipping = true
            storage.removeAll(keepingCapacity: true)
        }
    }

    /// Discards a partial line, since its connection has ended; passes it on if it is a whole object without a line end.
    mutating func finish(line: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        if !isSkipping, storage.last == UInt8(ascii: "}") { unsafe append([0x0A], line: line) }
        storage.removeAll(keepingCapacity: true)
        isSkipping = false
    }

    private mutating func append(_ bytes: [UInt8], line: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        // The bytes are lent during the call.
        unsafe bytes.withUnsafeBytes { unsafe append($0, line: line) }
    }

    /// Passes on the lines of a buffer; returns the number of bytes consumed.
    private static func split(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, isSkipping: inout Bool, skipped: inout Int,
        line: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var start = 0
        var ends: ArraySlice<UInt8> = [0x0A, 0x0D, 0]
        while let end = unsafe lineEnd(base + start, buffer.count - start, of: &ends) {
            let length = unsafe end > 0 && base[start + end - 1] == 0x0D ? end - 1 : end
            // The end of the line, which is inside the buffer, becomes the NUL.
            unsafe base[start + length] = 0
            if isSkipping {
                isSkipping = false
            } else if length > maxLineLength {
                skipped += 1
            } else if length > 0 {
                unsafe line(UnsafeMutableBufferPointer(start: base + start, count: length))
            }
            start += end + 1
        }
        return start
    }

    /// Returns the next line end; nil without one.
    ///
    /// Kinds of ends that do not follow any more are removed, so that they are not searched for again.
    private static func lineEnd(
        _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, of ends: inout ArraySlice<UInt8>
    ) -> Int? {
        while let byte = ends.first {
            // memchr stays inside the buffer.
            if let end = unsafe memchr(bytes, Int32(byte), count) { return unsafe end - UnsafeMutableRawPointer(bytes) }
            ends.removeFirst()
        }
        return nil
    }
}
