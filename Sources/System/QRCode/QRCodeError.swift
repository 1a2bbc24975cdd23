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
