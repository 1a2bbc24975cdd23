import Basics
import History
import HistoryEncoding
import Location
import PostgreSQL

/// A row of a segment with its blob: an hour of a device, or a part of it.
struct SegmentPart {
    let hour: Hour
    let number: Int64
    let span: TimeSpan
    let count: Int
    let blob: [UInt8]

    /// Reads a row of hour, part, first and last time, count and blob.
    init(_ row: PostgresRow) {
        hour = Hour(index: row.integer(at: 0) ?? 0)
        number = row.integer(at: 1) ?? 0
        span = TimeSpan(row)
        count = Int(clamping: row.integer(at: 4) ?? 0)
        blob = row.bytes(at: 5) ?? []
    }

    /// Decodes all points, and returns the damage that ended them; nil if there is none.
    func points(device: String) -> (points: [TrackPoint], damage: DamagedSegment?) {
        var reader = SegmentPartReader(self, device: device)
        var points: [TrackPoint] = []
        points.reserveCapacity(count)
        while let point = reader.next() { points.append(point) }
        return (points, reader.damage)
    }
}

/// Decodes the points of a part one by one; damage ends them.
struct SegmentPartReader {
    /// The damage that ended the points; nil if there is none.
    private(set) var damage: DamagedSegment?

    private let part: SegmentPart
    private let device: String
    private var reader: SegmentReader?

    /// Begins with the first point.
    init(_ part: SegmentPart, device: String) {
        self.part = part
        self.device = device
        do {
            let reader = try SegmentReader(part.blob, device: device)
            self.reader = reader
            if !reader.summary.isSame(as: part) { fail("row and content differ") }
        } catch {
            fail(error.description)
        }
    }

    /// Returns the next point; nil at the end.
    mutating func next() -> TrackPoint? {
        do {
            return try reader?.next()
        } catch {
            fail(error.description)
            return nil
        }
    }

    private mutating func fail(_ reason: String) {
        reader = nil
        damage = DamagedSegment(
            device: device, first: part.span.first, last: part.span.last, count: part.count, reason: reason)
    }
}

extension SegmentSummary {
    fileprivate func isSame(as part: SegmentPart) -> Bool {
        first == part.span.first && last == part.span.last && count == part.count
            && Hour(containing: first) == part.hour && Hour(containing: last) == part.hour
    }
}

extension TimeSpan {
    /// Reads the third and the fourth column of a row of a segment.
    init(_ row: PostgresRow) {
        self.init(
            first: Timestamp(milliseconds: row.integer(at: 2) ?? 0),
            last: Timestamp(milliseconds: row.integer(at: 3) ?? 0))
    }
}
