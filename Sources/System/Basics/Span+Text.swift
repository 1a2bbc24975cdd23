extension Span<UInt8> {
    /// The range without leading and trailing blanks and line ends.
    public var trimmedRange: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start] <= 0x20 { start += 1 }
        while end > start, self[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    /// The bytes decoded as UTF-8, invalid sequences replaced.
    public var string: String {
        var bytes: [UInt8] = []
        bytes.append(self)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns true if the bytes are the UTF-8 of a text.
    public func equals(_ text: String) -> Bool {
        let text = text.utf8.span
        guard count == text.count else { return false }
        for index in indices where self[index] != text[index] { return false }
        return true
    }

    /// Returns the first index of a byte from a start index on; nil if there is none.
    public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Returns the number that a range of digits represents; nil for other characters or more than 9 digits.
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
