import Basics
import FleetProtocol
import Testing

@testable import FleetCollector

/// Messages of the broker become uploads of the device in their topic, answered nowhere else.
struct BrokerMessageTests {
    private let now = Timestamp(milliseconds: 1_790_000_000_000)

    private func upload(_ topic: String, responseTopic: String? = nil, correlation: [UInt8] = []) throws -> Upload {
        try BrokerMessage(topic: topic, payload: [1], responseTopic: responseTopic, correlation: correlation)
            .upload(received: now)
    }

    @Test("fixes are answered at the device's own topic, with what the device recognises them by")
    func fixes() throws {
        let upload = try upload(
            "whereismy/v1/van/fixes", responseTopic: "whereismy/v1/van/stored", correlation: [7, 8])
        #expect(upload.sender == .device(try #require(DeviceName("van"))) && upload.format == .fleet)
        guard case .topic("whereismy/v1/van/stored", [7, 8]) = upload.reply else {
            Issue.record("wrong reply: \(upload.reply)")
            return
        }
    }

    @Test("without a response topic fixes are stored and not answered")
    func silent() throws {
        guard case .none = try upload("whereismy/v1/van/fixes").reply else {
            Issue.record("answered")
            return
        }
    }

    @Test(
        "an answer anywhere else is refused",
        arguments: ["whereismy/v1/boat/stored", "whereismy/v1/van/fixes", "x", "", "whereismy/v1/van/stored/"])
    func foreign(topic: String) throws {
        let device = try #require(DeviceName("van"))
        #expect(throws: BrokerMessage.UploadError.foreignResponseTopic(device)) {
            try self.upload("whereismy/v1/van/fixes", responseTopic: topic)
        }
    }

    @Test("a status has no answer")
    func status() throws {
        let upload = try upload("whereismy/v1/van/status", responseTopic: "x")
        #expect(upload.format == .status)
        guard case .none = upload.reply else {
            Issue.record("answered")
            return
        }
    }

    @Test(
        "a position of OwnTracks is that of its user, whom the broker guarantees, whatever follows",
        arguments: [
            ("owntracks/ann/phone-2", "ann"), ("owntracks/van/2", "van"), ("owntracks/van-2/phone", "van-2"),
            ("owntracks/van/a b", "van"),
        ])
    func ownTracks(topic: String, device: String) throws {
        let upload = try upload(topic)
        #expect(upload.sender == .device(try #require(DeviceName(device))) && upload.format == .ownTracks)
    }

    @Test(
        "other topics are no uploads",
        arguments: [
            "owntracks/ann x/phone", "owntracks/ann", "owntracks//phone", "owntracks/ann/", "owntracks/ann/phone/event",
            "whereismy/v1/van/stored", "whereismy/v1/van", "whereismy/v1/v n/fixes", "x/y/z", "owntracks/a b/c", "",
        ])
    func unknown(topic: String) {
        #expect(throws: BrokerMessage.UploadError.unknownTopic) { try self.upload(topic) }
    }

    @Test("a message beyond the limit of uploads is refused")
    func tooLong() throws {
        let device = try #require(DeviceName("van"))
        let message = BrokerMessage(
            topic: "whereismy/v1/van/fixes", payload: Array(repeating: 1, count: FleetBody.maxByteCount + 1))
        #expect(throws: BrokerMessage.UploadError.tooLong(device)) { try message.upload(received: now) }
    }
}
