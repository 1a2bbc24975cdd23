public import History
public import JSON

extension JSONWriter {
    /// Writes the statistics of a history.
    public mutating func members(of info: HistoryInfo) {
        integer("fixes", info.fixes)
        integer("recent", info.recent)
        integer("events", info.placeEvents)
        integer("segments", info.segments)
        integer("bytes", info.bytes)
        integer("freeBytes", info.freeBytes)
        number("bytesPerFix", info.fixes > 0 ? Double(info.bytes) / Double(info.fixes) : nil, decimals: 3)
        time("first", info.first)
        time("last", info.last)
        strings("devices", info.devices)
        objects("gaps", info.gaps) { json, gap in
            json.time("from", gap.from)
            json.time("to", gap.to)
        }
    }

    /// Writes the result of a verification.
    public mutating func members(of result: Verification) {
        boolean("good", result.isGood)
        integer("fixes", result.fixes)
        integer("events", result.placeEvents)
        integer("segments", result.segments)
        objects("damaged", result.damaged) { json, segment in
            json.string("device", segment.device)
            json.time("first", segment.first)
            json.time("last", segment.last)
            json.integer("fixes", segment.count)
            json.string("reason", segment.reason)
        }
        strings("faults", result.issues)
    }

    /// Writes the size of a history before and after a change.
    public mutating func members(of size: SizeChange) {
        integer("bytesBefore", size.from)
        integer("bytes", size.to)
    }
}

/// The size of a file before and after a change, in bytes.
public struct SizeChange: Hashable, Sendable {
    /// The size before.
    public let from: Int
    /// The size after.
    public let to: Int

    /// Creates a pair of sizes.
    public init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }
}
