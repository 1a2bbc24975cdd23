import Basics
import HistoryEncoding
import Location

/// Collects the rows of a series while its pieces arrive by first point, in memory that grows with the number of rows.
///
/// Of devices that recorded in the same step only one counts: that of the row before, else the one with the most
/// points.
struct SeriesBuilder {
    private let start: Timestamp
    private let step: Duration
    private let gaps = GapRule()
    /// The step that is open, from the start.
    private var index: Int64 = 0
    private var tracks: [String: SeriesTrack] = [:]
    /// The tracks with a bin in the open step.
    private var open: [SeriesTrack] = []
    /// The track of the last piece.
    private var current: SeriesTrack?
    private var distance = 0.0
    private var newest: (device: String, last: Timestamp)?
    private(set) var rows: [SeriesRow] = []

    init(start: Timestamp, step: Duration) {
        self.start = start
        self.step = step
    }

    /// Adds the next piece; returns true if a row ended before it.
    mutating func add(_ piece: SeriesPiece) -> Bool {
        let next = (piece.first.timestamp.milliseconds - start.milliseconds) / step.milliseconds
        let isEnd = next != index
        if isEnd { endRow() }
        index = next
        let track = track(of: piece.first.fix.device)
        if track.add(piece, gaps) { open.append(track) }
        return isEnd
    }

    mutating func finish() { endRow() }

    private mutating func track(of device: String) -> SeriesTrack {
        if let current, current.device == device { return current }
        let track = tracks[device] ?? SeriesTrack(device)
        tracks[device] = track
        current = track
        return track
    }

    private mutating func endRow() {
        guard let (device, bin) = choice else { return }
        for track in open { track.bin = nil }
        open.removeAll(keepingCapacity: true)
        let isContinued = newest?.device == device && !bin.isAfterGap
        if !isContinued, let last = newest?.last { addGap(from: last, to: bin.first) }
        if isContinued { distance += bin.approach }
        rows.append(SeriesRow(bin, distance: distance))
        distance += bin.distance
        newest = (device, bin.last)
    }

    private var choice: (device: String, bin: SeriesBin)? {
        let bins = open.compactMap { track in track.bin.map { (device: track.device, bin: $0) } }
        if let found = bins.first(where: { $0.device == newest?.device }) { return found }
        return bins.max { ($0.bin.points, $1.device) < ($1.bin.points, $0.device) }
    }

    /// Adds the row of a gap, unless it is too short to be seen.
    private mutating func addGap(from last: Timestamp, to next: Timestamp) {
        let passed = next - last
        guard passed >= step, passed > gaps.maxSilence else { return }
        rows.append(SeriesRow(gapAt: last + .milliseconds(passed.milliseconds / 2)))
    }
}

/// The track of a device, and its figures in the open step.
private final class SeriesTrack {
    let device: String
    var bin: SeriesBin?
    private var end: SeriesEnd?

    init(_ device: String) { self.device = device }

    /// Adds a piece; returns true if it is the first one of a step.
    func add(_ piece: SeriesPiece, _ gaps: GapRule) -> Bool {
        let step = end?.step(to: piece, gaps)
        let usual = piece.usual ?? end.map { piece.first.timestamp - $0.last.timestamp }
        end = SeriesEnd(last: piece.last, usual: usual, speed: piece.speed ?? step?.speed)
        if let step, bin?.add(piece, after: step) != nil { return false }
        bin = SeriesBin(piece, after: step)
        return true
    }
}

/// A step from one piece of a device to the next.
struct SeriesStep {
    let isGap: Bool
    /// Metres; 0 across a gap.
    let distance: Double
    /// The time; zero across a gap.
    let covered: Duration
    /// The speed of a fix in motion after another, in metres per second; nil for all else.
    let speed: Double?
    /// The speed that was reached at both ends, in metres per second; nil if unknown.
    let topSpeed: Double?
}

/// The end of a device's track so far.
private struct SeriesEnd {
    let last: TrackPoint
    /// The interval that ended there; nil if there is none.
    let usual: Duration?
    /// The speed of the last fix, reported or of the step to it; nil if unknown, and after a summary.
    let speed: Double?

    func step(to piece: SeriesPiece, _ gaps: GapRule) -> SeriesStep {
        let isGap = gaps.isGap(from: last, to: piece.first, usual: usual)
        var (distance, covered) = (0.0, Duration.zero)
        var own: Double?
        switch TrackStep(from: last, to: piece.first, isGap: isGap) {
        case .gap: break
        case .standing(let time): covered = .milliseconds(time)
        case .moving(let time, let micrometres):
            (covered, distance) = (.milliseconds(time), Double(micrometres) / 1e6)
            if piece.isFix, time > 0 { own = distance / covered.inSeconds }
        }
        let reached = piece.speed ?? own
        let top = isGap ? nil : speed.flatMap { speed in reached.map { min(speed, $0) } }
        return SeriesStep(isGap: isGap, distance: distance, covered: covered, speed: own, topSpeed: top)
    }
}
