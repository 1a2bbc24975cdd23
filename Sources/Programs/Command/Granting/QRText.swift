import QRCode

/// A QR code in characters of a terminal, two modules each.
enum QRText {
    /// Light modules that ISO/IEC 18004 wants around a code.
    private static let quietZone = 4
    /// Black on white, whatever colours the terminal has: a code the other way round is none.
    private static let (begin, end) = ("\u{1B}[30;47m", "\u{1B}[0m")

    /// The lines of a code for a text; nil where it is too wide, or the text too long.
    static func drawing(_ text: String, columns: Int) -> String? {
        guard let code = try? QRCode(text), code.size + 2 * quietZone <= columns else { return nil }
        let range = -quietZone..<code.size + quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            begin + range.map { symbol(upper: code[row, $0], lower: code[row + 1, $0]) }.joined() + end + "\n"
        }.joined()
    }

    private static func symbol(upper: Bool, lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "\u{2588}"
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (false, false): " "
        }
    }
}
