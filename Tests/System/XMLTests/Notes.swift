import XML

/// A recorder of a parser's events as text.
struct Notes {
    static let vocabulary = [
        XMLName("root", hasText: false), XMLName("item", hasText: true), XMLName("value", hasText: true),
    ]

    var notes: [String] = []

    mutating func take(_ events: XMLEvents) {
        for event in events.events {
            let name = event.name.map { Self.vocabulary[$0].name } ?? "-"
            let value = String(decoding: events.bytes[event.value], as: UTF8.self)
            switch event.kind {
            case .start: notes.append("<\(name) \(event.line)")
            case .attribute: notes.append("@\(name)=\(value)")
            case .text: add(text: value)
            case .end: notes.append(">\(name)")
            }
        }
    }

    private mutating func add(text: String) {
        if let last = notes.last, last.hasPrefix("'") {
            notes[notes.count - 1] = last + text
        } else {
            notes.append("'" + text)
        }
    }
}
