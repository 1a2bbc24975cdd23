import Basics
import Location

/// What is told of a segment without its blob.
struct SegmentHeader: Hashable {
    let id: Int64
    let device: Int64
    let start: Timestamp
    let stop: Timestamp
    let count: Int
    let thinning: ThinningLevel

    /// The hour it lies in; none reaches beyond.
    var hour: Hour { Hour(containing: start) }
    var span: TimeSpan { TimeSpan(first: start, last: stop) }

    /// The same as a segment that is damaged.
    func damaged(device: String, _ reason: String) -> DamagedSegment {
        DamagedSegment(device: device, first: start, last: stop, count: count, reason: reason)
    }
}
