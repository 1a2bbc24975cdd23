import Basics
public import Configuration
import Location

/// The body of a request and its media type.
public struct WebhookContent: Hashable, Sendable {
    /// The media type.
    public let type: String
    /// The body.
    public let bytes: [UInt8]

    /// Creates the content of an entry: its JSON, or a sentence without a position.
    public init(_ entry: QueueEntry, as body: WebhookBody) {
        switch body {
        case .json: (type, bytes) = ("application/json", entry.bytes)
        case .text: (type, bytes) = ("text/plain; charset=utf-8", Array(Self.sentence(entry).utf8))
        }
    }

    private static func sentence(_ entry: QueueEntry) -> String {
        let event = entry.event
        let text =
            switch event.kind {
            case .enter: "Arrived at \(event.place)"
            case .leave: "Left \(event.place)"
            case .dragging: "The anchor is dragging" + distance(event)
            case .holding: "The anchor is holding again" + distance(event)
            case .lost: "The anchor watch has no position"
            case .found: "The anchor watch has a position again" + distance(event)
            case .contradicted: "The receiver's position cannot be true"
            case .trusted: "The receiver is trusted again" + (event.by.map { ", by \($0)" } ?? "")
            }
        return entry.isTest ? "Test: \(text)" : text
    }

    private static func distance(_ event: PlaceEvent) -> String {
        guard let distance = event.distance else { return "" }
        var bytes: [UInt8] = []
        guard DecimalText.append(distance, decimals: 0, to: &bytes) else { return "" }
        return ": \(String(decoding: bytes, as: UTF8.self)) m from it"
    }
}
