import Basics
import JSON
import Location

/// The statistics of receivers as JSON, to be stored across restarts.
public enum LearnedReceiversJSON {
    private struct Document: Decodable {
        var receivers: [Entry]
    }

    /// An element that decodes to nil if it is damaged, so that the others can still be decoded.
    private struct Entry: Decodable {
        let record: ReceiverRecord?

        init(from decoder: any Decoder) {
            record = try? ReceiverRecord(from: decoder)
        }
    }

    /// Encodes what has been learnt as one line with a line end.
    public static func encode(_ learned: LearnedReceivers) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.objects("receivers", learned.receivers.sorted { $0.key < $1.key }) { json, receiver in
                receiver.value.write(to: &json, device: receiver.key)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Decodes the output of ``encode(_:)``; a receiver with an impossible value is skipped, since it is learnt again.
    ///
    /// - Throws: ``LearnedReceiversError`` if the file is unreadable as a whole.
    public static func decode(_ bytes: [UInt8]) throws(LearnedReceiversError) -> LearnedReceivers {
        guard let document = try? SafeJSON.decode(Document.self, from: bytes) else { throw LearnedReceiversError() }
        var receivers: [String: ReceiverStatistics] = [:]
        for record in document.receivers.compactMap(\.record) {
            guard let statistics = ReceiverStatistics(record) else { continue }
            let device = DevicePath.withoutCredentials(record.device)
            if let other = receivers[device], !other.isOlder(than: statistics) { continue }
            receivers[device] = statistics
        }
        return LearnedReceivers(receivers)
    }
}

/// The error for bytes that ``LearnedReceiversJSON`` has not written.
public struct LearnedReceiversError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem in one line.
    public var description: String { "not what whereismyd has learnt about receivers" }
}

/// The JSON of one receiver; nothing in it is checked.
private struct ReceiverRecord: Decodable {
    struct SpreadRecord: Decodable {
        var square, seconds: Double
    }

    var device, lastUsed: String
    var dopplerVariance, dopplerSeconds: Double
    var wandering: [Double]?
    var modelledRadius: Bool
    var rest, motion, restBySky, motionBySky, scale, strayed: [SpreadRecord]
}

extension ReceiverStatistics {
    /// The largest variance of a Doppler speed in (m/s)², and random walk at rest in metres, that a receiver can have.
    private static let maxVariance = 1e4
    private static let maxRandomWalk = 1e5

    fileprivate func write(to json: inout JSONWriter, device: String) {
        json.string("device", device)
        json.time("lastUsed", lastUsed)
        json.exactNumber("dopplerVariance", dopplerVariance)
        json.exactNumber("dopplerSeconds", dopplerSeconds)
        // Millimetres.
        if let randomWalk { json.numbers("wandering", [randomWalk[0], randomWalk[1]], decimals: 3) }
        json.boolean("modelledRadius", modelledRadius.isTrue)
        let spreads = [
            ("rest", rest), ("motion", motion), ("restBySky", restBySky), ("motionBySky", motionBySky),
            ("scale", [scale]), ("strayed", [innovation]),
        ]
        for (name, spreads) in spreads {
            json.objects(name, spreads) { json, spread in
                json.exactNumber("square", spread.square)
                json.exactNumber("seconds", spread.seconds)
            }
        }
    }

    /// Creates the statistics of a record; nil if a value is impossible.
    fileprivate init?(_ record: ReceiverRecord) {
        self.init()
        guard !record.device.isEmpty, let lastUsed = Timestamp(storable: record.lastUsed),
            (0...Self.maxVariance).contains(record.dopplerVariance), record.dopplerSeconds >= 0,
            Self.restore(&rest, record.rest), Self.restore(&motion, record.motion),
            Self.restore(&restBySky, record.restBySky), Self.restore(&motionBySky, record.motionBySky),
            Self.restore(&scale, record.scale), Self.restore(&innovation, record.strayed)
        else { return nil }
        self.lastUsed = lastUsed
        // From 0 it would grow only slowly.
        dopplerVariance = max(record.dopplerVariance, dopplerVariance)
        dopplerSeconds = record.dopplerSeconds
        if record.modelledRadius { modelledRadius.assert() }
        guard let distances = record.wandering else { return }
        guard distances.count == DisplacementTest.windows.scalarCount,
            distances.allSatisfy((0...Self.maxRandomWalk).contains)
        else { return nil }
        randomWalk = pointwiseMax(SIMD2(distances), SIMD2(repeating: DisplacementTest.minRandomWalk))
    }

    /// Restores spreads with their limits; false if there are too many or few, or if a value is impossible.
    private static func restore(_ spreads: inout [Spread], _ records: [ReceiverRecord.SpreadRecord]) -> Bool {
        records.count == spreads.count
            && spreads.indices.allSatisfy {
                spreads[$0].restore(square: records[$0].square, seconds: records[$0].seconds)
            }
    }

    private static func restore(_ spread: inout Spread, _ records: [ReceiverRecord.SpreadRecord]) -> Bool {
        records.count == 1 && spread.restore(square: records[0].square, seconds: records[0].seconds)
    }
}
