import Basics
import JSON
import TestSupport

/// Messages of the formats, as far as the tests need them.
private struct Message: Decodable {
    struct Feature: Decodable {
        struct Properties: Decodable {
            let timestamp: String
        }

        let properties: Properties
    }

    let tst: Int64?
    let locations: [Feature]?
}

/// Returns the seconds of the fixes in a message of OwnTracks or Overland, since the start of the publisher's history.
func seconds(in content: [UInt8]) -> [Int] {
    guard let message = try? SafeJSON.decode(Message.self, from: content) else { return [] }
    let times = message.locations?.compactMap { Timestamp(iso8601: $0.properties.timestamp)?.milliseconds } ?? []
    return (times + [message.tst].compactMap { $0.map { $0 * 1000 } })
        .map { Int($0 / 1000 - RunningPublisher.start) }
}

extension FakeMQTTBroker {
    /// The address of the broker.
    var address: String { "mqtt://127.0.0.1:\(port)" }
}

extension MQTTBrokerLog {
    /// The seconds of the fixes in the messages, in order.
    var seconds: [Int] { messages.flatMap { PublishingTests.seconds(in: $0.payload) } }
}

extension FakeHTTPServer {
    /// The address of the server.
    var address: String { "http://127.0.0.1:\(port)/in" }
}

extension [FakeHTTPRequest] {
    /// The seconds of the fixes that the server took, in order.
    var taken: [Int] {
        filter {
            switch $0.answer {
            case .status(let status, let content): status == 200 && !content.hasPrefix("<")
            case .lost, .half: true
            }
        }.flatMap { PublishingTests.seconds(in: $0.body) }
    }
}
