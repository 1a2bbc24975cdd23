public import History
public import Location
public import Tracks

/// A track out of a history, in some format.
public struct TrackAnswer {
    /// Bytes that are gathered before they are handed on.
    private static let portion = 65_536

    /// Which points.
    public var query: PointQuery
    /// Whether each receiver comes by itself, as in formats that draw lines or cannot name one; else all come by time.
    public var isByReceiver: Bool
    /// Metres by which the line may be off; nil for every fix.
    public var tolerance: Double?
    /// Whether a line may be drawn from what the history keeps of each hour, with times in whole seconds and places
    /// alone: in formats that draw lines, from 10 m on.
    public var takesKeptLines: Bool
    /// What is seen of a point, nil for nothing; nil for everything as it is.
    public var view: ((TrackPoint) -> TrackPoint?)?

    /// Asks for every fix of a query.
    public init(_ query: PointQuery, isByReceiver: Bool = false, tolerance: Double? = nil, takesKeptLines: Bool = false)
    {
        self.query = query
        self.isByReceiver = isByReceiver
        self.tolerance = tolerance
        self.takesKeptLines = takesKeptLines
    }

    /// Writes it as it goes, so that a year takes no more memory than an hour.
    ///
    /// - Parameters:
    ///   - history: where the points are.
    ///   - encoder: the format.
    ///   - write: takes the bytes, some thousands at a time.
    /// - Returns: the last bytes, which are not handed on, how many points were written, and what could not be read.
    /// - Throws: `HistoryError`, or what `write` throws.
    public func write(
        from history: any HistoryStore, by encoder: any TrackEncoder, to write: ([UInt8]) throws -> Void
    ) throws -> (rest: [UInt8], count: Int, damaged: [DamagedSegment]) {
        var export = TrackExport(to: encoder, tolerance: remainingTolerance)
        var damaged: [DamagedSegment] = []
        for part in try parts(of: history) {
            damaged += try add(part, of: history, to: &export) { export in
                guard export.bytes.count >= Self.portion else { return }
                try write(export.bytes)
                export.bytes.removeAll(keepingCapacity: true)
            }
            if isByReceiver { export.interrupt() }
        }
        export.finish()
        return (export.bytes, export.count, damaged)
    }

    /// Whether the lines of the history are fine enough, and nothing of them is to be hidden.
    private var readsKeptLines: Bool {
        takesKeptLines && isByReceiver && view == nil && tolerance.map { $0 >= KeptLine.tolerance } ?? false
    }

    /// What is left of the tolerance where the kept lines are off already; nil for none.
    private var remainingTolerance: Double? {
        guard readsKeptLines, let tolerance else { return tolerance }
        let rest = tolerance - KeptLine.tolerance - KeptLine.rounding
        return rest > 0 ? rest : nil
    }

    private func parts(of history: any HistoryStore) throws -> [PointQuery] {
        guard isByReceiver, query.device == nil else { return [query] }
        return try history.deviceNames().map { name in
            var part = query
            part.device = name
            return part
        }
    }

    private func add(
        _ part: PointQuery, of history: any HistoryStore, to export: inout TrackExport,
        _ handOn: (inout TrackExport) throws -> Void
    ) throws -> [DamagedSegment] {
        guard readsKeptLines else {
            return try history.forEachPoint(part) { point in
                add(point, to: &export)
                try handOn(&export)
            }
        }
        var line = KeptLine(history, part)
        return try line.forEach { step in
            switch step {
            case .gap: export.interrupt()
            case .point(let point): export.addToLine(point)
            }
            try handOn(&export)
        }
    }

    private func add(_ point: TrackPoint, to export: inout TrackExport) {
        guard let view else { return export.add(point) }
        // No line is drawn across what is hidden.
        guard let shown = view(point) else { return export.interrupt() }
        export.add(shown)
    }
}
