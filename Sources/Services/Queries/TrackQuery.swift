public import History
public import Location
public import Tracks

/// A query for a track, exported in any format.
public struct TrackQuery {
    /// The number of bytes to collect before writing.
    private static let chunkSize = 65_536

    /// The points.
    public var query: PointQuery
    /// Exports one device after another, for formats that draw lines or cannot name a device; otherwise all points are
    /// sorted by time.
    public var isGroupedByReceiver: Bool
    /// The tolerance of the line in metres; nil for every fix.
    public var tolerance: Double?
    /// Uses the stored outlines, with times in whole seconds and positions only: for formats that draw lines, from a
    /// tolerance of 10 m on.
    public var usesOutlines: Bool
    /// A transformation of each point, which returns nil to hide it; nil to export points unchanged.
    public var transform: ((TrackPoint) -> TrackPoint?)?

    /// Creates a query for every fix.
    public init(
        _ query: PointQuery, isGroupedByReceiver: Bool = false, tolerance: Double? = nil, usesOutlines: Bool = false
    ) {
        self.query = query
        self.isGroupedByReceiver = isGroupedByReceiver
        self.tolerance = tolerance
        self.usesOutlines = usesOutlines
    }

    /// Exports the track incrementally, so that a year takes no more memory than an hour.
    ///
    /// - Parameters:
    ///   - history: the source of points.
    ///   - encoder: the format.
    ///   - write: receives the bytes in chunks.
    /// - Returns: the last bytes, which are not passed to `write`, the number of points, and the segments that could
    ///   not be read.
    /// - Throws: `HistoryError`, or errors of `write`.
    public func write(
        from history: any HistoryReader, by encoder: any TrackEncoder, to write: ([UInt8]) throws -> Void
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

    /// Returns true if the outlines are precise enough, and no point is transformed.
    private var readsOutlines: Bool {
        usesOutlines && isGroupedByReceiver && transform == nil
            && tolerance.map { $0 >= OutlineTrack.tolerance } ?? false && !query.showsContradicted
    }

    /// The tolerance that remains for simplifying outlines; nil for none.
    private var remainingTolerance: Double? {
        guard readsOutlines, let tolerance else { return tolerance }
        let rest = tolerance - OutlineTrack.tolerance - OutlineTrack.rounding
        return rest > 0 ? rest : nil
    }

    private func parts(of history: any HistoryReader) throws -> [PointQuery] {
        guard isGroupedByReceiver, query.device == nil else { return [query] }
        return try history.deviceNames().map { name in
            var part = query
            part.device = name
            return part
        }
    }

    private func add(
        _ part: PointQuery, of history: any HistoryReader, to export: inout TrackExport,
        _ flush: (inout TrackExport) throws -> Void
    ) throws -> [DamagedSegment] {
        guard readsOutlines else {
            return try history.forEachPoint(part) { point in
                add(point, to: &export)
                try flush(&export)
            }
        }
        var track = OutlineTrack(history, part)
        return try track.forEach { element in
            switch element {
            case .gap: export.breakLine()
            case .point(let point): export.addToLine(point)
            }
            try flush(&export)
        }
    }

    private func add(_ point: TrackPoint, to export: inout TrackExport) {
        guard let transform else { return export.add(point) }
        // No line connects the ends of a hidden part.
        guard let shown = transform(point) else { return export.breakLine() }
        export.add(shown)
    }
}
