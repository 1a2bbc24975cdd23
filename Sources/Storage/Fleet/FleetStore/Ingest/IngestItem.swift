import Basics
import FleetProtocol
import Location

/// A point or an event of an upload, by its place in it.
struct IngestItem: Hashable, Sendable {
    /// The number of the device in the database.
    let device: Int32
    /// The time in milliseconds since 1970.
    let time: Int64
    /// The index of the upload.
    let upload: Int32
    /// The index in its body: events follow the points.
    let index: Int32
}

/// A refused item, with the index of its upload.
typealias RefusedUploadItem = (upload: Int, refusal: UploadResult.RefusedItem)

/// The items of some uploads, in the order in which all collectors take their locks: by device, then by time.
struct IngestItems: Sendable {
    /// The points.
    private(set) var points: [IngestItem] = []
    /// The events.
    private(set) var events: [IngestItem] = []

    /// Collects the items of uploads with the device of each, nil for a rejected upload, without those of the given
    /// indices.
    init(_ uploads: [DeviceUpload], devices: [Int32?], without unstorable: [Set<Int>]) {
        points.reserveCapacity(uploads.reduce(0) { $0 + $1.content.points.count })
        for (number, upload) in uploads.enumerated() {
            guard let device = devices[number] else { continue }
            add(upload.content, device: device, upload: Int32(clamping: number), without: unstorable[number])
        }
        points.sort(by: Self.precedes)
        events.sort(by: Self.precedes)
    }

    private init(points: [IngestItem], events: [IngestItem]) {
        self.points = points
        self.events = events
    }

    /// The number of points and events.
    var count: Int { points.count + events.count }

    /// Two halves, neither empty if there are two items or more.
    var halves: [IngestItems] {
        let middle = count / 2
        let (first, second) = (min(middle, points.count), max(0, middle - points.count))
        return [
            IngestItems(points: Array(points[..<first]), events: Array(events[..<second])),
            IngestItems(points: Array(points[first...]), events: Array(events[second...])),
        ]
    }

    private mutating func add(_ content: UploadedItems, device: Int32, upload: Int32, without unstorable: Set<Int>) {
        for index in content.points.indices where !unstorable.contains(index) {
            points.append(
                IngestItem(
                    device: device, time: content.points[index].timestamp.milliseconds, upload: upload,
                    index: Int32(clamping: index)))
        }
        for index in content.events.indices where !unstorable.contains(content.points.count + index) {
            events.append(
                IngestItem(
                    device: device, time: content.events[index].moment.milliseconds, upload: upload,
                    index: Int32(clamping: content.points.count + index)))
        }
    }

    /// The order of the locks.
    static func precedes(_ left: IngestItem, _ right: IngestItem) -> Bool {
        left.device != right.device ? left.device < right.device : left.time < right.time
    }
}
