/// What the lines of a format say.
protocol LineContent {
    /// Whether a line goes on behind its end where a quotation mark is open, as in CSV.
    static var isQuoting: Bool { get }

    /// Takes a line without its end; lines are numbered from 1.
    mutating func take(_ line: Span<UInt8>, number: Int, into harvest: inout TrackHarvest)

    /// Ends the track.
    mutating func finish(into harvest: inout TrackHarvest)
}

extension LineContent {
    static var isQuoting: Bool { false }

    mutating func finish(into harvest: inout TrackHarvest) {}
}
