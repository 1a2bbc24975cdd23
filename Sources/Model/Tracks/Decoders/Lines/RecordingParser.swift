import Basics

/// Parses what gpspipe(1) records: gpsd's JSON (`-w`), the sentences of a receiver (`-r`), or both, with or without a time
/// stamp before each line.
///
/// Of a fix in both, gpsd's report counts; before the first report of a fix, the sentences do. They are held until they are
/// many or such a report has come, to tell its own sentences from earlier ones.
struct RecordingParser: LineParser {
    private enum Mode {
        /// Whether reports follow is not known yet.
        case undecided
        case reports, sentences
    }

    /// The number of points of reports that are held until their days are known: an hour at 1 Hz.
    private static let maxReported = 3600

    private var reports: any LineParser
    private let makeSentences: () -> NMEAParser
    private var sentences: NMEAParser
    private var mode = Mode.undecided
    /// The sentences while it is undecided.
    private var held = HeldSentences()
    /// The last points of reports, and their days.
    private var reported = ParsedTrack.withLateDates()
    private var dating = ReportDating()

    /// - Parameters:
    ///   - reports: parses gpsd's JSON, also behind a time stamp.
    ///   - sentences: creates a parser of sentences.
    init(reports: any LineParser, sentences: @escaping () -> NMEAParser) {
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
            held.append(line, number: number)
            guard held.isFull else { return }
            mode = .sentences
            held.release(to: &sentences, into: &track)
        }
    }

    mutating func finish(into track: inout ParsedTrack) {
        endSentences(into: &track)
        reports.finish(into: &reported)
        release(into: &track)
    }

    private mutating func parse(report line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        if line.contains(word: "\"VERSION\"") {
            // gpsd's greeting begins another recording.
            endSentences(into: &track)
            release(into: &track)
            dating = ReportDating()
        } else if mode != .reports, let fix = ReportedFix(line) {
            beginReports(with: fix, number: number, into: &track)
        }
        reports.parse(line, number: number, into: &reported)
        if reported.points.count >= Self.maxReported { release(into: &track) }
    }

    private mutating func release(into track: inout ParsedTrack) {
        dating.examine(&reported)
        track.append(reported)
        reported = ParsedTrack.withLateDates()
    }

    private mutating func endSentences(into track: inout ParsedTrack) {
        held.release(to: &sentences, into: &track)
        sentences.finish(into: &track)
        (mode, sentences) = (.undecided, makeSentences())
    }

    /// Passes on the sentences before the first report of a fix, and counts those of its fix.
    private mutating func beginReports(with fix: ReportedFix, number: Int, into track: inout ParsedTrack) {
        for _ in 0..<held.removeSentences(of: fix) { track.skip(.inReport, line: number) }
        endSentences(into: &track)
        mode = .reports
    }
}
