public import History
public import Location
public import Tracks

/// A track out of a history, in some format.
public struct TrackQuery {
    /// Bytes that are gathered before they are handed on.
    private static let chunkSize = 65_536

    /// Which points.
    public var query: PointQuery
    /// Whether each receiver comes by itself, as in formats that draw lines or cannot name one; else all come by time.
    public var isGroupedByReceiver: Bool
    /// Metres by which the line may be off; nil for every fix.
    public var tolerance: Double?
    /// Whether a line may be drawn from what the history keeps of each hour, with times in whole seconds and places
    /// alone: in formats that draw lines, from 10 m on.
    public var usesOutlines: Bool
    /// What is seen of a point, nil for nothing; nil for everything as it is.
    public var transform: ((TrackPoint) -> TrackPoint?)?

    /// Asks for every fix of a query.
    public init(
        _ query: PointQuery, isGroupedByReceiver: Bool = false, tolerance: Double? = nil, usesOutlines: Bool = false
    ) {
        self.query = query
        self.isGroupedByReceiver = isGroupedByReceiver
        self.tolerance = tolerance
        self.usesOutlines = usesOutlines
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
                guard export.bytes.count >= Self.chunkSize else { return }
                try write(export.bytes)
                export.bytes.removeAll(keepingCapacity: true)
            }
            if isGroupedByReceiver { export.breakLine() }
        }
        export.finish()
        return (export.bytes, export.count, damaged)
    }

    /// Whether the lines of the history are fine enough, and nothing of them is to be hidden.
    private var readsOutlines: Bool {
        usesOutlines && isGroupedByReceiver && transform == nil
            && tolerance.map { $0 >= OutlineTrack.tolerance } ?? false
    }

    /// What is left of the tolerance where the kept lines are off already; nil for none.
    private var remainingTolerance: Double? {
        guard readsOutlines, let tolerance else { return tolerance }
        let rest = tolerance - OutlineTrack.tolerance - OutlineTrack.rounding
        return rest > 0 ? rest : nil
    }

    private func parts(of history: any HistoryStore) throws -> [PointQuery] {
        guard isGroupedByReceiver, query.device == nil else { return [query] }
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
        guard readsOutlines else {
            return try history.forEachPoint(part) { point in
                add(point, to: &export)
                try handOn(&export)
            }
        }
        var line = OutlineTrack(history, part)
        return try line.forEach { step in
            switch step {
            case .gap: export.breakLine()
            case .point(let point): export.addToLine(point)
            }
            try handOn(&export)
        }
    }

    private func add(_ point: TrackPoint, to export: inout TrackExport) {
        guard let transform else { return export.add(point) }
        // No line is drawn across what is hidden.
        guard let shown = transform(point) else { return export.breakLine() }
        export.add(shown)
    }
}
