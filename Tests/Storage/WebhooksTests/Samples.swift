import Basics
import Location
import Synchronization
import Testing

@testable import Configuration

/// Collects the messages for the journal.
final class MessageLog: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    var append: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
}

extension PlaceEvent {
    static func sample(_ kind: Kind, place: String = "Home") -> PlaceEvent {
        PlaceEvent(
            kind, place: place, moment: Timestamp(milliseconds: 1_790_000_000_000),
            since: Timestamp(milliseconds: 1_789_999_990_000),
            coordinate: Coordinate(latitude: -37.81, longitude: 144.96), horizontalAccuracy: 5)
    }
}

extension WebhookSettings {
    static func sample(
        _ name: String, _ url: String = "https://hooks.example.org/", secretFile: String? = nil,
        events: Set<PlaceEvent.Kind> = Set(PlaceEvent.Kind.allCases)
    ) throws -> WebhookSettings {
        let address = try #require(WebhookAddress(url))
        return WebhookSettings(name: name, address: address, secretFile: secretFile, events: events)
    }
}
