import Basics
import FleetProtocol
import MQTT
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
            topic: "whereismy/v1/van/fixes", payload: Array(repeating: 1, count: UploadBody.maxByteCount + 1))
        #expect(throws: BrokerMessage.UploadError.tooLong(device)) { try message.upload(received: now) }
    }

    @Test("fixes that are no upload are rejected at the device's own topic, if it can recognise the answer")
    func rejection() throws {
        let device = try #require(DeviceName("van"))
        var message = BrokerMessage(
            topic: "whereismy/v1/van/fixes", payload: [1], responseTopic: "whereismy/v1/boat/stored",
            correlation: [7, 8])
        let answer = try #require(message.rejection(.foreignResponseTopic(device)))
        #expect(answer.topic == "whereismy/v1/van/stored" && answer.correlation == [7, 8])
        guard case .rejected = UploadResult(answer.payload) else {
            Issue.record("\(answer.payload)")
            return
        }
        message.correlation = Array(repeating: 1, count: 65)
        #expect(message.rejection(.tooLong(device)) == nil)
        (message.correlation, message.responseTopic) = ([1], nil)
        #expect(message.rejection(.tooLong(device)) == nil)
        (message.topic, message.responseTopic) = ("whereismy/v1/van/status", "x")
        #expect(message.rejection(.tooLong(device)) == nil)
    }

    @Test("a status and an event count as ten fixes, however they are written")
    func others() throws {
        let device = try #require(DeviceName("van"))
        func count(_ body: String, as format: Upload.Format = .fleet) -> Int {
            Upload(sender: .device(device), format: format, body: Array(body.utf8), received: now, reply: .none)
                .fixCount
        }
        #expect(count(#"{"state":"online"}"#, as: .status) == 10)
        let fix = #"{"timestamp":"2026-11-01T00:00:00Z","mode":"3d","latitude":1,"longitude":1}"# + "\n"
        let times = #""moment":"2026-11-01T00:00:00Z","since":"2026-11-01T00:00:00Z""#
        let event = #"{"place":"1","event":"enter","# + times + "}\n"
        #expect((100...101).contains(count(String(repeating: fix, count: 100))))
        #expect((550...551).contains(count(String(repeating: fix + event, count: 50))))
        #expect((200...201).contains(count(String(repeating: event.replacing("\":\"", with: "\" : \""), count: 20))))
    }

    @Test("a segment says how many fixes it has, however few bytes they take; a commit counts a quarter and the hours")
    func segments() throws {
        let device = try #require(DeviceName("van"))
        for (count, isTooLarge) in [(3600, false), (10_001, true)] {
            let body = try Self.segment(of: count, device)
            let upload = Upload(
                sender: .device(device), format: .fleet, body: body, received: now, reply: .none)
            let hours = count / 3600
            #expect((hours + 1...hours + 2).contains(upload.fixCount - count / 4) && upload.isTooLarge == isTooLarge)
            #expect(body.count < count)
            let message = BrokerMessage(topic: "whereismy/v1/van/fixes", payload: body)
            guard isTooLarge else { continue }
            #expect(throws: BrokerMessage.UploadError.tooManyFixes(device)) { try message.upload(received: now) }
        }
    }

    /// Fixes of a device that stands still, a second apart.
    private static func segment(of count: Int, _ device: DeviceName) throws -> [UInt8] {
        var content = UploadedItems()
        for start in stride(from: 0, to: count, by: 3000) {
            let lines = (start..<min(start + 3000, count)).map { second in
                let time = Timestamp(milliseconds: 1_790_000_000_000 + Int64(second) * 1000).iso8601
                return #"{"timestamp":"\#(time)","mode":"3d","latitude":1,"longitude":2}"#
            }
            let body = Array(lines.joined(separator: "\n").utf8)
            content.points += try UploadBody.decode(body, device: device).points
        }
        return UploadBody.encode(content.points)
    }
}
