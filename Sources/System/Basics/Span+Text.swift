extension Span<UInt8> {
    /// Where the text stands without the blanks and line ends around it.
    public var trimmedRange: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start] <= 0x20 { start += 1 }
        while end > start, self[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    /// The bytes as UTF-8, what is none replaced.
    public var string: String {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: count) { output in
            for index in indices { output.append(self[index]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the bytes are these characters.
    public func equals(_ text: String) -> Bool {
        let text = text.utf8.span
        guard count == text.count else { return false }
        for index in indices where self[index] != text[index] { return false }
        return true
    }

    /// The place of a byte from a place on; nil where there is none.
    public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The number that a range of digits stands for; nil where another character stands there, or more than 9 digits.
    public func wholeNumber(_ range: Range<Int>) -> Int? {
        guard range.lowerBound >= 0, range.upperBound <= count, (1...9).contains(range.count) else { return nil }
        var number = 0
        for index in range {
            let digit = self[index] &- 48
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
