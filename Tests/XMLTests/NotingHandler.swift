import XML

/// Writes down what a parser says.
struct NotingHandler: XMLHandler {
    enum Name: String, CaseIterable {
        case root, item, value
    }

    var notes: [String] = []

    mutating func start(_ name: Name?, line: Int) { notes.append("<\(word(name)) \(line)") }

    mutating func attribute(_ name: Name?, _ value: Span<UInt8>) { notes.append("@\(word(name))=\(string(value))") }

    mutating func text(_ text: Span<UInt8>) {
        if let last = notes.last, last.hasPrefix("'") {
            notes[notes.count - 1] = last + string(text)
        } else {
            notes.append("'" + string(text))
        }
    }

    mutating func end(_ name: Name?) { notes.append(">\(word(name))") }

    private func word(_ name: Name?) -> String { name?.rawValue ?? "-" }

    private func string(_ text: Span<UInt8>) -> String {
        String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
    }
}
