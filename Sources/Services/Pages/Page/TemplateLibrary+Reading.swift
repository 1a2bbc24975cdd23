import Linux

extension TemplateLibrary {
    /// Returns the text of a file; nil if it does not exist.
    ///
    /// - Throws: ``TemplateError`` with the reason for a file that cannot be read, and with the line and column for one
    ///   that is not UTF-8.
    static func read(_ path: String) throws(TemplateError) -> Source? {
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path)
        } catch {
            if error.isNotFound { return nil }
            let expected = "a regular file of at most 1 MB that this program can read"
            throw TemplateError(file: path, line: 1, column: 1, found: "“\(error.reason)”", expected: expected)
        }
        return Source(file: path, text: try text(of: bytes, file: path))
    }

    /// Returns the bytes as text.
    ///
    /// A byte 0 is valid UTF-8, but in practice it comes from a file in UTF-16.
    private static func text(of bytes: [UInt8], file: String) throws(TemplateError) -> String {
        guard let offset = invalidOffset(in: bytes) ?? bytes.firstIndex(of: 0) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let digits = String(bytes[offset], radix: 16, uppercase: true)
        throw TemplateScanner(file: file, bytes: bytes)
            .error(at: offset, found: "the byte 0x\(digits.count < 2 ? "0" : "")\(digits)", expected: "text in UTF-8")
    }

    private static func invalidOffset(in bytes: [UInt8]) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
