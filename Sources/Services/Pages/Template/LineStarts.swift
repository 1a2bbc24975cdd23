/// Where the lines of a template begin, told piece by piece of its text.
struct LineStarts {
    private var isAtStart = true

    /// Says that what follows begins a line: the line before it went with its tag.
    mutating func beginLine() {
        isAtStart = true
    }

    /// The offsets in a piece of text at which a line begins that has something in it.
    ///
    /// - Parameters:
    ///   - bytes: The text up to the next tag, the next tag's own line, or the end.
    ///   - lineGoesOn: Whether a tag follows that shows on the text's last line.
    /// - Returns: The offsets, rising; the text's end among them where only that tag begins a line.
    mutating func starts(in bytes: [UInt8], lineContinues: Bool) -> [Int] {
        var starts: [Int] = []
        for (offset, byte) in bytes.enumerated() {
            if isAtStart { starts.append(offset) }
            isAtStart = byte == UInt8(ascii: "\n")
        }
        if isAtStart, lineContinues {
            starts.append(bytes.count)
            isAtStart = false
        }
        return starts
    }
}
