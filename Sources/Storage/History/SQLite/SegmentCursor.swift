import HistoryEncoding
import Location
import SQLite

/// A cursor over the points of a sealed segment, which damage ends.
final class SegmentCursor: PointCursor {
    private(set) var current: TrackPoint?
    /// The damage that ended the cursor; nil if there is none.
    private(set) var damage: DamagedSegment?

    private let header: SegmentHeader
    private let device: String
    private var reader: SegmentReader?

    init(_ header: SegmentHeader, _ table: SegmentTable, device: String) throws {
        self.header = header
        self.device = device
        try open(table)
        advance()
    }

    func advance() {
        do {
            current = try reader?.next()
        } catch {
            fail(error.description)
        }
    }

    /// Returns all points; nil if any cannot be decoded.
    func all() -> [TrackPoint]? {
        var points: [TrackPoint] = []
        points.reserveCapacity(reader?.summary.count ?? 0)
        if let first = current.take() { points.append(first) }
        do {
            while let point = try reader?.next() { points.append(point) }
        } catch {
            fail(error.description)
        }
        return damage == nil ? points : nil
    }

    private func open(_ table: SegmentTable) throws {
        do {
            let reader = try SegmentReader(try table.blob(of: header), device: device)
            guard reader.summary.matches(header) else { return fail("row and content differ") }
            self.reader = reader
        } catch let error as SegmentError {
            fail(error.description)
        } catch let error as SQLiteError where error.isCorrupt {
            fail("damaged pages: \(error.message)")
        }
    }

    private func fail(_ reason: String) {
        current = nil
        reader = nil
        damage = header.damaged(device: device, reason)
    }
}

extension SegmentSummary {
    /// Returns true if the row agrees with the segment.
    fileprivate func matches(_ header: SegmentHeader) -> Bool {
        first == header.start && last == header.stop && count == header.count
    }
}
