import Basics
import FleetProtocol
import HTTPServer
import HistoryEncoding

/// A message of a device that waits to be stored, and where its answer goes.
struct Upload: Sendable {
    /// The sender of an upload.
    enum Sender: Hashable, Sendable {
        /// A device that the broker has authenticated.
        case device(DeviceName)
        /// The holder of a device token, which is yet to be looked up.
        case token(String)

        /// The device token; nil for none.
        var token: String? {
            if case .token(let token) = self { token } else { nil }
        }

        /// True if the broker has authenticated it.
        var isOfBroker: Bool {
            if case .device = self { true } else { false }
        }
    }

    /// The form of the body.
    enum Format: Hashable, Sendable {
        /// The body of the fleet's protocol.
        case fleet
        /// A message of OwnTracks.
        case ownTracks
        /// A batch of Overland.
        case overland
        /// The status of the device.
        case status
        /// No body: whether the token is that of a device, before its upload is received.
        case question
    }

    /// The destination of the answer.
    enum Reply: Sendable {
        /// Nowhere: the sender does not want one.
        case none
        /// To a topic of the broker, with what the device recognises its message by.
        case topic(String, correlation: [UInt8])
        /// To a client that waits.
        case response(DeferredResponse)
    }

    /// The sender.
    let sender: Sender
    /// The form of the body.
    let format: Format
    /// The body, not decoded yet.
    let body: [UInt8]
    /// The time of reception.
    let received: Timestamp
    /// The destination of the answer.
    let reply: Reply

    /// The fewest bytes that a fix takes in a format of text.
    private static let minFixLength = 60
    /// The fixes that take as long as a status or an event.
    private static let fixesOfOther = 10

    /// The number of its fixes that a commit counts: the most that there can be in a text, with ten for a status or an
    /// event, and a quarter of those of a segment, which are stored at many times the rate, and one more for each hour
    /// that it may touch.
    var fixCount: Int {
        switch format {
        case .question: 0
        case .status: Self.fixesOfOther
        case .fleet where Segment.begins(body): segment.map { $0.count / 4 + Self.hours(of: $0) } ?? 1
        case .fleet:
            max(1, min(body.count { $0 == 0x0A } + 1, body.count / Self.minFixLength))
                + UploadBody.maxEventCount(of: body) * (Self.fixesOfOther - 1)
        case .ownTracks, .overland: max(1, body.count / Self.minFixLength)
        }
    }

    /// True if it is a segment of more fixes than an upload may have.
    var isTooLarge: Bool {
        format == .fleet && Segment.begins(body) && (segment?.count ?? 0) > UploadBody.maxPointCount
    }

    /// The header of a segment; nil if it is none, which the decoder rejects.
    private var segment: SegmentSummary? {
        try? SegmentSummary(beginning: Array(body.prefix(SegmentSummary.maxByteCount)))
    }

    private static func hours(of segment: SegmentSummary) -> Int {
        let last = segment.last.milliseconds / 3_600_000, first = segment.first.milliseconds / 3_600_000
        return min(segment.count, Int(last - first) + 1)
    }
}
