import Basics
import FleetProtocol
import MQTT

/// A message of the broker, as far as the collector looks at it.
struct BrokerMessage: Hashable {
    /// The maximum number of bytes by which a device recognises its message.
    static let maxCorrelationBytes = 64

    /// Returns the filter of the collectors for OwnTracks' messages, `owntracks/USER/DEVICE`; the group is that of
    /// ``DeviceTopic/fixesFilter(group:)``.
    static func ownTracksFilter(group: String) -> String { "$share/\(group)/owntracks/+/+" }

    /// The topic.
    var topic: String
    /// The content.
    var payload: [UInt8]
    /// The topic for the answer; nil if none is wanted.
    var responseTopic: String?
    /// The bytes that the answer must repeat; empty for none.
    var correlation: [UInt8] = []

    /// The reason why a message is no upload.
    enum UploadError: Error, Hashable, CustomStringConvertible {
        /// The topic is none of the fleet's.
        case unknownTopic
        /// The answer is wanted elsewhere than at the device's own topic.
        case foreignResponseTopic(DeviceName)
        /// The content is longer than any upload.
        case tooLong(DeviceName)
        /// The content has more fixes than any upload.
        case tooManyFixes(DeviceName)

        /// One line, without what the sender has chosen freely.
        var description: String {
            switch self {
            case .unknownTopic: "a message of a topic that is no device's; fix: names have A-Z a-z 0-9 . _ -"
            case .foreignResponseTopic(let device): "\(device) wants its answer at a topic that is not its own"
            case .tooManyFixes(let device): "\(device) sends more than \(UploadBody.maxPointCount) fixes at once"
            case .tooLong(let device): "\(device) sends more than \(UploadBody.maxByteCount) bytes at once"
            }
        }
    }

    /// Returns the upload.
    func upload(received: Timestamp) throws(UploadError) -> Upload {
        guard let (device, topic) = DeviceTopic.parse(topic) else { return try phoneUpload(received: received) }
        guard payload.count <= UploadBody.maxByteCount else { throw .tooLong(device) }
        switch topic {
        case .fixes:
            let upload = Upload(
                sender: .device(device), format: .fleet, body: payload, received: received,
                reply: try reply(to: device))
            guard !upload.isTooLarge else { throw .tooManyFixes(device) }
            return upload
        case .status:
            return Upload(sender: .device(device), format: .status, body: payload, received: received, reply: .none)
        case .stored: throw .unknownTopic
        }
    }

    /// Returns the answer to fixes that are no upload, which would be repeated for ever without one; nil if none is
    /// wanted, or if the device could not recognise it.
    func rejection(_ error: UploadError) -> MQTTMessage? {
        guard case (let device, .fixes)? = DeviceTopic.parse(topic), responseTopic != nil,
            (1...Self.maxCorrelationBytes).contains(correlation.count)
        else { return nil }
        return MQTTMessage(
            answer: UploadResult.rejected("\(error)").json, to: DeviceTopic.stored.text(device), correlation)
    }

    private func reply(to device: DeviceName) throws(UploadError) -> Upload.Reply {
        guard let responseTopic else { return .none }
        let own = DeviceTopic.stored.text(device)
        guard responseTopic == own, correlation.count <= Self.maxCorrelationBytes else {
            throw .foreignResponseTopic(device)
        }
        return .topic(own, correlation: correlation)
    }

    /// Returns a position of OwnTracks, of the device USER.
    ///
    /// The access list `owntracks/%u/+` guarantees only the user: the phone chooses the rest.
    private func phoneUpload(received: Timestamp) throws(UploadError) -> Upload {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 3, levels[0] == "owntracks", !levels[2].isEmpty,
            let device = DeviceName(String(levels[1]))
        else { throw .unknownTopic }
        guard payload.count <= UploadBody.maxByteCount else { throw .tooLong(device) }
        return Upload(sender: .device(device), format: .ownTracks, body: payload, received: received, reply: .none)
    }
}
