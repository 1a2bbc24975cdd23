public import Basics
public import JSON
import Location

/// The status of a device, as its publisher reports it; unknown values are nil.
public struct DeviceStatus: Hashable, Sendable {
    /// The state of the clock of a device.
    public enum Clock: String, CaseIterable, Sendable {
        /// It follows a time server or a receiver.
        case synchronised
        /// It may be wrong.
        case unsynchronised
    }

    /// True while the publisher is connected to the broker; false in its will.
    public var isOnline: Bool
    /// The time of the report by the clock of the device.
    public var time: Timestamp?
    /// The version of the publisher.
    public var version: String?
    /// The device path of the receiver in use.
    public var receiver: String?
    /// The number of satellites used.
    public var satellites: Int?
    /// The free space in bytes on the file system of the history.
    public var diskFree: Int64?
    /// The number of fixes not yet stored by a collector.
    public var waiting: Int?
    /// The time of the oldest of them.
    public var oldestWaiting: Timestamp?
    /// The state of the clock.
    public var clock: Clock?
    /// The time without a report after which the device counts as silent; nil for the collector's default.
    public var staleAfter: Duration?
    /// A mark of the machine since its boot, which no other boot has, and no copy of its memory card; nil if unknown.
    public var boot: String?
    /// When two machines have reported by turns under this name; set by collectors, nil if they have not.
    public var nameConflict: Timestamp?

    /// Creates a status with only the state set.
    public init(isOnline: Bool) { self.isOnline = isOnline }
}

extension DeviceStatus {
    /// The maximum number of bytes of a status.
    public static let maxByteCount = 4096
    /// The number of characters of ``boot``.
    public static let bootLength = 8
    /// The cure for two machines with one name.
    public static let sharedNameFix = "give each a name and a token of its own: whereismy-fleet device add"
    private static let maxTextLength = PrintableText.maxDeviceLength
    private static let maxStaleAfter: ClosedRange<Double> = 1...31_536_000

    /// The status as JSON on one line; times in ISO 8601, `staleAfter` in seconds, unknown values are absent.
    public var json: [UInt8] {
        JSONWriter.object { $0.members(of: self) }
    }

    /// Decodes a status; nil if it is none.
    ///
    /// Values that cannot be are nil.
    public init?(_ json: [UInt8]) {
        guard json.count <= Self.maxByteCount, let document = try? SafeJSON.decode(Document.self, from: json),
            document.state == "online" || document.state == "offline"
        else { return nil }
        isOnline = document.state == "online"
        time = document.time.flatMap { Timestamp(storable: $0) }
        version = document.version.map { PrintableText.sanitized($0, limit: Self.maxTextLength) }
        receiver = document.receiver.map(DevicePath.printable)
        satellites = document.satellites.flatMap { Plausible.satellites.contains($0) ? $0 : nil }
        diskFree = document.diskFree.flatMap { $0 >= 0 ? $0 : nil }
        waiting = document.waiting.flatMap { $0 >= 0 ? $0 : nil }
        oldestWaiting = document.oldestWaiting.flatMap { Timestamp(storable: $0) }
        clock = document.clock.flatMap(Clock.init)
        staleAfter = document.staleAfter.flatMap {
            Self.maxStaleAfter.contains($0) ? .milliseconds(Int64(($0 * 1000).rounded())) : nil
        }
        boot = document.boot.map { PrintableText.sanitized($0, limit: Self.bootLength) }
        nameConflict = document.nameConflict.flatMap { Timestamp(storable: $0) }
    }

    private struct Document: Decodable {
        var state: String
        var time: String?
        var version: String?
        var receiver: String?
        var satellites: Int?
        var diskFree: Int64?
        var waiting: Int?
        var oldestWaiting: String?
        var clock: String?
        var staleAfter: Double?
        var boot: String?
        var nameConflict: String?
    }
}

extension JSONWriter {
    /// Writes the members of a status into an object that may have other members.
    public mutating func members(of status: DeviceStatus) {
        word("state", status.isOnline ? "online" : "offline")
        time("time", status.time)
        string("version", status.version)
        string("receiver", status.receiver)
        integer("satellites", status.satellites)
        integer("diskFree", status.diskFree)
        integer("waiting", status.waiting)
        time("oldestWaiting", status.oldestWaiting)
        word("clock", status.clock?.rawValue)
        exactNumber("staleAfter", status.staleAfter?.inSeconds)
        string("boot", status.boot)
        time("nameConflict", status.nameConflict)
    }
}
