import Basics
import CIconv

/// An incremental converter of text to UTF-8, by iconv(3) of the C library, which knows all encodings in use.
///
/// Safe to use: the descriptor is created and closed with it and passed only to iconv.
@safe public struct TextConverter: ~Copyable {
    private static let block = 16_384
    /// No encoding has a longer character, with the sequences that switch its state.
    private static let maxCharacterBytes = 32

    private let descriptor: iconv_t
    private var output = [UInt8](repeating: 0, count: Self.block)
    /// The start of a character whose rest has not come.
    private var rest: [UInt8] = []

    /// Creates a converter; nil for an encoding that the system does not know.
    ///
    /// - Parameter encoding: a name in any case, such as `windows-1252`, see ``EncodingName``.
    public init?(from encoding: String) {
        // A name with a slash has options of the C library behind it.
        guard EncodingName.isValid(encoding),
            let descriptor = unsafe whereismy_iconv_open("UTF-8", EncodingName.canonical(encoding))
        else { return nil }
        // Swift 6.2 cannot compile a failure of an initialiser that has set some properties.
        unsafe self.init(descriptor: descriptor)
    }

    private init(descriptor: iconv_t) {
        unsafe self.descriptor = descriptor
    }

    deinit {
        unsafe iconv_close(descriptor)
    }

    /// Appends a piece in UTF-8 to a text; an unfinished character waits for the next piece.
    ///
    /// - Throws: ``TextEncodingError`` for bytes that the encoding does not have; all before them is appended.
    public mutating func convert(
        _ bytes: Span<UInt8>, into text: inout [UInt8]
    ) throws(TextEncodingError) {
        var input = rest
        input.append(bytes)
        rest = []
        var start = 0
        while start < input.count {
            let step = step(input.span.extracting(start..<input.count), &text)
            start += step.used
            if step.code == WHEREISMY_ICONV_FULL { continue }
            guard step.code != WHEREISMY_ICONV_INVALID, input.count - start <= Self.maxCharacterBytes else {
                throw TextEncodingError()
            }
            rest = Array(input[start...])
            return
        }
    }

    /// Ends the text.
    ///
    /// - Throws: ``TextEncodingError`` if a character is unfinished.
    public mutating func finish() throws(TextEncodingError) {
        guard rest.isEmpty else { throw TextEncodingError() }
    }

    /// Converts as much as the output block holds.
    private mutating func step(_ input: Span<UInt8>, _ text: inout [UInt8]) -> (used: Int, code: Int) {
        var (left, room) = (input.count, output.count)
        var code: Int32 = 0
        // iconv reads and writes within the sizes that it gets, during the call only.
        unsafe input.withUnsafeBytes { source in
            unsafe output.withUnsafeMutableBytes { target in
                let from = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self)
                let to = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
                code = unsafe whereismy_iconv(descriptor, from, &left, to, &room)
            }
        }
        text += output[..<(output.count - room)]
        return (input.count - left, Int(code))
    }
}

/// Bytes that are no text in the encoding.
public struct TextEncodingError: Error, Hashable, Sendable {}
