import Basics
import HistoryEncoding
import Location
import SQLite

extension SegmentTable {
    /// The times of a segment's points; of a damaged one those that its row tells.
    func times(of head: SegmentHeader) throws(SQLiteError) -> [Timestamp] {
        let blob: [UInt8]
        do throws(SQLiteError) {
            blob = try self.blob(of: head)
        } catch {
            guard error.isCorrupt else { throw error }
            return [head.start, head.stop]
        }
        guard let positions = try? Segment.decodePositions(blob) else { return [head.start, head.stop] }
        return positions.map(\.timestamp)
    }
}
