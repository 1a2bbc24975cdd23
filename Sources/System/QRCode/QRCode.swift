import CQREncode

/// A QR code: a square of dark and light modules, without the quiet zone around it.
public struct QRCode: Hashable, Sendable {
    /// The number of modules per row and column.
    public let size: Int
    private let isDark: [Bool]

    /// The maximum number of bytes at error correction level M (ISO/IEC 18004, version 40).
    public static let capacity = 2331

    /// Encodes a text as UTF-8 in the smallest code at error correction level M (15 % may be lost).
    ///
    /// - Throws: ``QRCodeError`` if the text is empty, contains NUL or is too long.
    public init(_ text: String) throws(QRCodeError) {
        guard !text.isEmpty else { throw .empty }
        guard !text.utf8.contains(0) else { throw .unencodable }
        guard text.utf8.count <= Self.capacity else { throw .tooLong(bytes: text.utf8.count) }
        // The text is NUL-terminated and only read; version 0 lets the library choose the smallest.
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { throw .failed }
        // The library's memory, freed after its modules were copied.
        defer { unsafe QRcode_free(code) }
        let width = max(0, Int(unsafe code.pointee.width))
        // The library holds width times width bytes; the lowest bit of each is the module's colour.
        isDark = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
        size = width
    }

    /// True if a module is dark, counted from 0 at the top left; false out of range.
    public subscript(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return isDark[row * size + column]
    }
}

/// A text that cannot be encoded as a QR code.
public enum QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is empty.
    case empty
    /// The text contains NUL, which the library takes for its end.
    case unencodable
    /// The text exceeds the largest QR code; `bytes` is its length.
    case tooLong(bytes: Int)
    /// The library failed for lack of memory.
    case failed

    /// One line: what cannot be encoded, and the fix.
    public var description: String {
        switch self {
        case .empty: "cannot encode an empty text as a QR code; fix: give at least one character"
        case .unencodable: "cannot encode a text with a NUL character as a QR code; fix: remove it"
        case .tooLong(let bytes): "cannot encode \(bytes) bytes as a QR code; fix: use at most \(QRCode.capacity) bytes"
        case .failed: "libqrencode failed: out of memory"
        }
    }
}
