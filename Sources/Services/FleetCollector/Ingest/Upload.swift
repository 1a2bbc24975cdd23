import Basics
import FleetProtocol
import HTTPServer
import HistoryEncoding

/// A message of a device that waits to be stored, and where its answer goes.
struct Upload: Sendable {
    /// Who sent it.
    enum Sender: Hashable, Sendable {
        /// A device that the broker has authenticated.
        case device(DeviceName)
        /// The holder of a device token, which is yet to be looked up.
        case token(String)
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
    }

    /// Where the answer goes.
    enum Reply: Sendable {
        /// Nowhere: nobody asked for it.
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
    /// Where the answer goes.
    let reply: Reply

    /// The number of its fixes, estimated from its size: a segment has about five bytes for each.
    var estimatedFixCount: Int {
        switch format {
        case .status: 0
        case .fleet where body.first == Segment.version: max(1, body.count / 5)
        case .fleet, .ownTracks, .overland: max(1, body.count / 200)
        }
    }
}
