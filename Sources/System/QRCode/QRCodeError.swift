/// A text that cannot become a QR code.
public enum QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no text.
    case empty
    /// The text holds a NUL character, which the library takes for its end.
    case unencodable
    /// The text has more bytes than the largest QR code holds; `bytes` is how many.
    case tooLong(bytes: Int)
    /// The library could not, for want of memory.
    case failed

    /// One line: what cannot be encoded and what could.
    public var description: String {
        switch self {
        case .empty: "cannot make a QR code of an empty text: give at least one character"
        case .unencodable: "cannot make a QR code of a text with a NUL character: leave it out"
        case .tooLong(let bytes): "cannot make a QR code of \(bytes) bytes: at most \(QRCode.capacity) fit"
        case .failed: "libqrencode could not make a QR code: out of memory"
        }
    }
}
