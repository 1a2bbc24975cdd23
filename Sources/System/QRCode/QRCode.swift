import CQREncode

/// A QR code: a square of dark and light modules, without the quiet zone around it.
public struct QRCode: Hashable, Sendable {
    /// Modules in a row and in a column.
    public let size: Int
    private let isDark: [Bool]

    /// Bytes that the largest code holds at error correction level M (ISO/IEC 18004, version 40).
    public static let capacity = 2331

    /// Encodes a text as UTF-8 bytes, at error correction level M (15 % may be lost), as small as it can be.
    ///
    /// - Throws: ``QRCodeError`` where the text is empty, holds NUL or is too long.
    public init(_ text: String) throws(QRCodeError) {
        guard !text.isEmpty else { throw .empty }
        guard !text.utf8.contains(0) else { throw .unencodable }
        guard text.utf8.count <= Self.capacity else { throw .tooLong(bytes: text.utf8.count) }
        // The text is NUL-terminated and only read; version 0 lets the library choose the smallest.
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { throw .failed }
        // The library's own memory, given back when its modules are copied.
        defer { unsafe QRcode_free(code) }
        let width = max(0, Int(unsafe code.pointee.width))
        // The library keeps width times width bytes; the lowest bit of each is the module's colour.
        isDark = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
        size = width
    }

    /// Whether a module is dark, counted from 0 at the top left; false outside of the code.
    public subscript(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return isDark[row * size + column]
    }
}
