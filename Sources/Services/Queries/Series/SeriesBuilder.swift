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
    private var open: [String: SeriesBin] = [:]
    private var ends: [String: SeriesEnd] = [:]
    private var distance = 0.0
    private var newest: (device: String, last: Timestamp)?
    private(set) var rows: [SeriesRow] = []

    /// Creates a builder of rows from a moment on.
    init(start: Timestamp, step: Duration) {
        self.start = start
        self.step = step
    }

    /// Adds the next piece.
    ///
    /// - Returns: true if a row ended before it.
    mutating func add(_ piece: SeriesPiece) -> Bool {
        let next = (piece.first.timestamp - start).milliseconds / step.milliseconds
        let isEnd = next != index
        if isEnd { endRow() }
        index = next
        let device = piece.first.fix.device
        let step = ends[device]?.step(to: piece, gaps)
        if let step, open[device] != nil {
            open[device]?.add(piece, after: step)
        } else {
            open[device] = SeriesBin(piece, after: step)
        }
        ends[device] = SeriesEnd(piece, after: ends[device])
        return isEnd
    }

    /// Ends the last row.
    mutating func finish() { endRow() }

    private mutating func endRow() {
        guard let (device, bin) = choice else { return }
        open.removeAll(keepingCapacity: true)
        let isContinued = newest?.device == device && !bin.isAfterGap
        if !isContinued, let last = newest?.last { addGap(from: last, to: bin.first.timestamp) }
        if isContinued { distance += bin.approach }
        rows.append(SeriesRow(bin, distance: distance))
        distance += bin.distance
        newest = (device, bin.last.timestamp)
    }

    private var choice: (device: String, bin: SeriesBin)? {
        if let device = newest?.device, let bin = open[device] { return (device, bin) }
        return open.max { ($0.value.points, $1.key) < ($1.value.points, $0.key) }.map { ($0.key, $0.value) }
    }

    /// Adds the row of a gap, unless it is too short to be seen.
    private mutating func addGap(from last: Timestamp, to next: Timestamp) {
        let passed = next - last
        guard passed >= step, passed > gaps.maxSilence else { return }
        rows.append(SeriesRow(gapAt: last + .milliseconds(passed.milliseconds / 2)))
    }
}

/// A step from one piece of a device to the next.
struct SeriesStep {
    let isGap: Bool
    /// Metres; 0 across a gap.
    let distance: Double
    /// The time; zero across a gap.
    let covered: Duration
    /// The speed that the fixes at both ends reported at least, in metres per second; nil if unknown.
    let topSpeed: Double?
}

/// The end of a device's track so far.
private struct SeriesEnd {
    private let last: TrackPoint
    private let usual: Duration?
    private let speed: Double?

    init(_ piece: SeriesPiece, after end: SeriesEnd?) {
        last = piece.last
        usual = piece.usual ?? end.map { piece.first.timestamp - $0.last.timestamp }
        speed = piece.speed
    }

    func step(to piece: SeriesPiece, _ gaps: GapRule) -> SeriesStep {
        let isGap = gaps.isGap(from: last, to: piece.first, usual: usual)
        let top = isGap ? nil : speed.flatMap { speed in piece.speed.map { min(speed, $0) } }
        var (distance, covered) = (0.0, Duration.zero)
        switch TrackStep(from: last, to: piece.first, isGap: isGap) {
        case .gap: break
        case .standing(let time): covered = .milliseconds(time)
        case .moving(let time, let micrometres): (covered, distance) = (.milliseconds(time), Double(micrometres) / 1e6)
        }
        return SeriesStep(isGap: isGap, distance: distance, covered: covered, topSpeed: top)
    }
}
