import Basics
import TextEncoding

/// The text of a file in another encoding than UTF-8, converted as it arrives.
final class ConvertedText {
    /// The first bytes that are no text in the encoding; nil while there are none.
    private(set) var error: TrackError?

    private let encoding: String
    private var converter: TextConverter
    /// The line at the end of what has been converted, from 1.
    private var line = 1

    /// Creates the text of a file.
    ///
    /// - Throws: ``TrackError`` for an encoding that the system does not know.
    init(from encoding: String) throws(TrackError) {
        guard let converter = TextConverter(from: encoding) else {
            let name = PrintableText.sanitized(encoding).debugDescription
            throw TrackError(line: 1, "unknown encoding \(name); fix: convert the file to UTF-8")
        }
        self.converter = converter
        self.encoding = encoding
    }

    /// Returns a piece in UTF-8, up to an error, and nothing after one.
    func convert(_ bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        guard error == nil else { return text }
        do throws(TextEncodingError) {
            try converter.convert(bytes, into: &text)
            line += text.count { $0 == 0x0A }
        } catch {
            line += text.count { $0 == 0x0A }
            fail()
        }
        return text
    }

    /// Ends the text, in which a character may be unfinished.
    func finish() {
        guard error == nil else { return }
        do throws(TextEncodingError) { try converter.finish() } catch { fail() }
    }

    private func fail() {
        error = TrackError(line: line, "bytes that are no text in the encoding of the file, \(encoding)")
    }
}
