import Basics
import Configuration
import Location
import Testing

@testable import Webhooks

struct WebhookContentTests {
    private static let moment = Timestamp(milliseconds: 1_790_000_000_000)

    private static func entry(
        _ kind: PlaceEvent.Kind, place: String = "anchor", distance: Double? = nil, isTest: Bool = false
    ) -> QueueEntry {
        QueueEntry(
            id: String(repeating: "0a", count: 16), queued: moment,
            event: PlaceEvent(
                kind, place: place, moment: moment, since: moment,
                coordinate: Coordinate(latitude: 51.477928, longitude: -0.001545), horizontalAccuracy: 4,
                distance: distance),
            isTest: isTest)
    }

    @Test(
        "a text body is a sentence without the position",
        arguments: [
            (entry(.enter, place: "Zuhause ü"), "Arrived at Zuhause ü"), (entry(.leave, place: "Home"), "Left Home"),
            (entry(.dragging, distance: 62.7), "The anchor is dragging: 63 m from it"),
            (entry(.dragging), "The anchor is dragging"),
            (entry(.holding, distance: 12), "The anchor is holding again: 12 m from it"),
            (entry(.lost), "The anchor watch has no position"),
            (entry(.found, distance: 0.2), "The anchor watch has a position again: 0 m from it"),
            (entry(.enter, place: "Home", isTest: true), "Test: Arrived at Home"),
        ])
    func text(entry: QueueEntry, expected: String) {
        let content = WebhookContent(entry, as: .text)
        #expect(String(decoding: content.bytes, as: UTF8.self) == expected)
        #expect(content.type == "text/plain; charset=utf-8")
    }

    @Test("a JSON body is the entry, and only a test says that it is one")
    func json() {
        let real = WebhookContent(Self.entry(.enter, place: "Home"), as: .json)
        #expect(real.bytes == Self.entry(.enter, place: "Home").bytes && real.type == "application/json")
        #expect(!String(decoding: real.bytes, as: UTF8.self).contains("test"))
        let test = WebhookContent(Self.entry(.enter, place: "Home", isTest: true), as: .json)
        #expect(String(decoding: test.bytes, as: UTF8.self).hasSuffix(",\"test\":true}"))
    }
}
