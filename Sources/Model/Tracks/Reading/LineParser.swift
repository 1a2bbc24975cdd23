/// What the lines of a format say.
protocol LineParser {
    /// Whether a line goes on behind its end where a quotation mark is open, as in CSV.
    static var allowsQuotedNewlines: Bool { get }

    /// Takes a line without its end; lines are numbered from 1.
    mutating func parse(_ line: Span<UInt8>, number: Int, into harvest: inout ParsedTrack)

    /// Ends the track.
    mutating func finish(into harvest: inout ParsedTrack)
}

extension LineParser {
    static var allowsQuotedNewlines: Bool { false }

    mutating func finish(into harvest: inout ParsedTrack) {}
}
