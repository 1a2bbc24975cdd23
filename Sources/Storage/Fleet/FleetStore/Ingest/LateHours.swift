import Basics
import FleetProtocol
import History

/// The points of a commit that go into segments at once: many of an hour that the job has sealed already.
///
/// A few points of such an hour become rows, which the job merges later.
struct LateHours {
    /// From this number on, to write the segment of an hour again costs less than as many rows.
    static let minCount = 60
    /// The maximum number of hours for a commit, which holds the lock of each until its end.
    static let maxCount = 64
    /// The number of stored fixes that a commit writes again, but for those of one hour: more would hold up other uploads.
    static let maxRewritten = 20_000
    /// The time from the end of an hour to its sealing.
    static let delay: Duration = .seconds(7200)

    /// The hours in the order of their locks, each with its items.
    private(set) var hours: [(hour: StoredHour, items: ArraySlice<IngestItem>)] = []
    /// All other points.
    private(set) var rest: [IngestItem] = []

    /// Divides points, which are sorted by device, then by time.
    init(_ items: [IngestItem], _ uploads: [DeviceUpload]) {
        var start = 0
        while start < items.count {
            let first = items[start]
            let hour = Hour(containing: Timestamp(milliseconds: first.time))
            let end = items[start...].firstIndex { $0.device != first.device || $0.time > hour.last.milliseconds }
            let group = items[start..<(end ?? items.count)]
            let upload = uploads[Int(first.upload)]
            if hours.count < Self.maxCount, group.count >= Self.minCount, upload.received - hour.last > Self.delay {
                hours.append((StoredHour(device: Int64(first.device), name: upload.device.text, hour: hour), group))
            } else {
                rest += group
            }
            start = group.endIndex
        }
    }
}
