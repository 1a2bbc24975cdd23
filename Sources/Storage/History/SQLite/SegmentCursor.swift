import HistoryEncoding
import Location
import SQLite

/// The points of a sealed segment; damage ends it.
final class SegmentCursor: PointCursor {
    private(set) var current: TrackPoint?
    /// Why it has ended too early; nil when it has not.
    private(set) var damage: DamagedSegment?

    private let head: SegmentHeader
    private let device: String
    private var reader: SegmentReader?

    init(_ head: SegmentHeader, _ table: SegmentTable, device: String) throws {
        self.head = head
        self.device = device
        try open(table)
        advance()
    }

    func advance() {
        do {
            current = try reader?.next()
        } catch {
            mark(error.description)
        }
    }

    /// All points; nil where one of them cannot be read.
    func all() -> [TrackPoint]? {
        var points: [TrackPoint] = []
        points.reserveCapacity(reader?.summary.count ?? 0)
        while let current {
            points.append(current)
            advance()
        }
        return damage == nil ? points : nil
    }

    private func open(_ table: SegmentTable) throws {
        do {
            let reader = try SegmentReader(try table.blob(of: head), device: device)
            guard reader.summary.matches(head) else { return mark("its row says something else than its content") }
            self.reader = reader
        } catch let error as SegmentError {
            mark(error.description)
        } catch let error as SQLiteError where error.isCorrupt {
            mark("its pages are damaged: \(error.message)")
        }
    }

    private func mark(_ reason: String) {
        current = nil
        reader = nil
        damage = head.damaged(device: device, reason)
    }
}

extension SegmentSummary {
    /// Whether it is what the row beside the segment says.
    fileprivate func matches(_ head: SegmentHeader) -> Bool {
        first == head.start && last == head.stop && count == head.count
    }
}
