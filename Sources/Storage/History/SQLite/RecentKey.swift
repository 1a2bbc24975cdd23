import Basics
import Location

/// The key of a point's row: its time, and behind it the number of its device.
///
/// One number, and not two columns: a table that only grows at its end splits no pages, which halves what is written.
struct RecentKey: Hashable {
    /// So many devices fit behind the last millisecond of the year 9999.
    static let deviceLimit: Int64 = 1 &<< 14

    let value: Int64

    /// The key as it is in the table.
    init(value: Int64) {
        self.value = value
    }

    /// The key of a device's point; the device is within the limit, and a time that cannot be kept is the nearest one
    /// that can.
    init(_ time: Timestamp, device: Int64) {
        value = Timestamp(clamping: time.milliseconds).milliseconds &* Self.deviceLimit &+ device
    }

    /// The first and the last key of a span.
    static func range(_ span: TimeSpan) -> (first: RecentKey, last: RecentKey) {
        (RecentKey(span.first, device: 0), RecentKey(span.last, device: deviceLimit - 1))
    }

    /// Whether a device of that number can have keys.
    static func isValid(device: Int64) -> Bool { (0..<deviceLimit).contains(device) }

    var time: Timestamp { Timestamp(clamping: value / Self.deviceLimit) }
    var device: Int64 { value % Self.deviceLimit }
}
