import Basics

/// Parses what gpspipe(1) records: gpsd's JSON (`-w`), the sentences of a receiver (`-r`), or both, with or without a time
/// stamp before each line.
///
/// Of a fix in both, gpsd's report counts. The first sentences are held until a report of a fix shows that there are some.
struct RecordingParser: LineParser {
    private enum Mode {
        /// Whether reports follow is not known yet.
        case undecided
        case reports, sentences
    }

    /// The number of sentences after which no report is expected: gpsd sends one for about ten.
    private static let maxUndecided = 10_000
    /// The members of the report of a fix; the sentences of any other one may have a point.
    private static let fixWords = ["\"TPV\"", "\"time\"", "\"lat\"", "\"lon\""]
    /// The number of points of reports that are held until their days are known: an hour at 1 Hz.
    private static let maxReported = 3600

    private let reports: any TrackDecoder
    private let makeSentences: () -> NMEAParser
    private var sentences: NMEAParser
    private var mode = Mode.undecided
    /// What the sentences have while it is undecided, and their number.
    private var held = ParsedTrack()
    private var heldCount = 0
    /// The first points of reports, and their days.
    private var reported = ParsedTrack()
    private var dating = ReportDating()
    private var isHolding = true
    /// The line that the decoder of reports expects, from 1.
    private var reportNumber = 1

    /// - Parameters:
    ///   - reports: decodes gpsd's JSON, also behind a time stamp.
    ///   - sentences: creates a parser of sentences.
    init(reports: any TrackDecoder, sentences: @escaping () -> NMEAParser) {
        self.reports = reports
        makeSentences = sentences
        self.sentences = sentences()
    }

    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        if line.firstIndex(of: UInt8(ascii: "{"), from: 0) != nil {
            parse(report: line, number: number, into: &track)
        }
        guard line.firstIndex(of: UInt8(ascii: "$"), from: 0) != nil else { return }
        switch mode {
        case .reports: track.skip(.inReport, line: number)
        case .sentences: sentences.parse(line, number: number, into: &track)
        case .undecided:
            sentences.parse(line, number: number, into: &held)
            heldCount += 1
            if heldCount == Self.maxUndecided { endHolding(.sentences, number: number, into: &track) }
        }
    }

    mutating func finish(into track: inout ParsedTrack) {
        endSentences(number: reportNumber, into: &track)
        holding(&track) { decoder, track in decoder.finish(into: &track) }
        track.append(reported)
        reported = ParsedTrack()
    }

    private mutating func parse(report line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        if line.contains(word: "\"VERSION\"") {
            // gpsd's greeting begins another recording.
            endSentences(number: number, into: &track)
            track.append(reported)
            (reported, dating, isHolding) = (ParsedTrack(), ReportDating(), true)
        } else if mode != .reports, Self.fixWords.allSatisfy({ line.contains(word: $0) }) {
            endHolding(.reports, number: number, into: &track)
        }
        let end: [UInt8] = [0x0A]
        let skipped = max(0, number - reportNumber)
        reportNumber = number + 1
        holding(&track) { decoder, track in
            for _ in 0..<skipped { decoder.feed(end.span, into: &track) }
            decoder.feed(line, into: &track)
            decoder.feed(end.span, into: &track)
        }
    }

    /// Lets the decoder of reports add to what is held, or to the track once the hour is over.
    private mutating func holding(
        _ track: inout ParsedTrack, _ read: (any TrackDecoder, inout ParsedTrack) -> Void
    ) {
        guard isHolding else { return read(reports, &track) }
        read(reports, &reported)
        dating.examine(&reported)
        guard reported.points.count >= Self.maxReported else { return }
        track.append(reported)
        (reported, isHolding) = (ParsedTrack(), false)
    }

    /// Passes on the sentences of a recording that has no reports.
    private mutating func endSentences(number: Int, into track: inout ParsedTrack) {
        if mode == .undecided { endHolding(.sentences, number: number, into: &track) }
        if mode == .sentences { sentences.finish(into: &track) }
        (mode, sentences) = (.undecided, makeSentences())
    }

    /// Passes on what is held, or counts it if there are reports.
    private mutating func endHolding(_ mode: Mode, number: Int, into track: inout ParsedTrack) {
        if self.mode == .sentences { sentences.finish(into: &track) }
        if mode == .sentences {
            track.append(held)
        } else {
            for _ in 0..<heldCount { track.skip(.inReport, line: number) }
            sentences = makeSentences()
        }
        (self.mode, held, heldCount) = (mode, ParsedTrack(), 0)
    }
}

extension Span<UInt8> {
    /// Returns true if a word, which begins with a quotation mark, is in a line.
    fileprivate func contains(word: String) -> Bool {
        let word = word.utf8.span
        var start = 0
        while let index = firstIndex(of: word[1], from: start), index + word.count <= count + 1 {
            if index > 0, extracting((index - 1)..<(index - 1 + word.count)).isEqual(to: word) { return true }
            start = index + 1
        }
        return false
    }

    private func isEqual(to other: Span<UInt8>) -> Bool {
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
