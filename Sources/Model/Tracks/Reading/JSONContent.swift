/// What takes the tokens of JSON in their order.
protocol JSONContent {
    /// Takes a token; `text` is what a key or string says, escapes resolved, or a number as it stands.
    mutating func take(_ token: JSONToken, _ text: Span<UInt8>, line: Int)
}

/// What JSON is made of.
enum JSONToken {
    case objectStart, objectEnd, arrayStart, arrayEnd
    case key, string, number, yes, no, null
}
