import XML

/// A recorder of a parser's events as text.
struct EventTranscript {
    static let vocabulary = [
        XMLName("root", hasText: false), XMLName("item", hasText: true), XMLName("value", hasText: true),
    ]

    var lines: [String] = []

    mutating func append(_ events: XMLEvents) {
        for event in events.events {
            let name = event.name.map { Self.vocabulary[$0].name } ?? "-"
            let value = String(decoding: events.bytes[event.value], as: UTF8.self)
            switch event.kind {
            case .start: lines.append("<\(name) \(event.line)")
            case .attribute: lines.append("@\(name)=\(value)")
            case .text: add(text: value)
            case .end: lines.append(">\(name)")
            }
        }
    }

    private mutating func add(text: String) {
        if let last = lines.last, last.hasPrefix("'") {
            lines[lines.count - 1] = last + text
        } else {
            lines.append("'" + text)
        }
    }
}
