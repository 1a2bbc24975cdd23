/// Metrics in the text format of Prometheus, version 0.0.4.
package struct MetricsText {
    /// The value of `Content-Type`.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text so far.
    package private(set) var text = ""

    /// Creates an empty text.
    package init() {}

    /// Appends a gauge; an unknown value (nil) gives no line.
    package mutating func gauge(_ name: String, help: String, value: Double?) {
        guard let value, value.isFinite else { return }
        begin(name, type: "gauge", help: help)
        text += "\(name) \(Self.number(value))\n"
    }

    /// Appends a gauge with one label.
    package mutating func gauge(_ name: String, help: String, by label: String, values: [(String, Double)]) {
        begin(name, type: "gauge", help: help)
        for (value, number) in values { text += "\(name){\(Self.label(label, value))} \(Self.number(number))\n" }
    }

    /// Appends a counter.
    package mutating func counter(_ name: String, help: String, value: UInt64) {
        begin(name, type: "counter", help: help)
        text += "\(name) \(value)\n"
    }

    /// Appends a counter with several sets of labels.
    package mutating func counter(_ name: String, help: String, values: [(labels: [(String, String)], UInt64)]) {
        begin(name, type: "counter", help: help)
        for (labels, number) in values {
            text += "\(name){\(labels.map(Self.label).joined(separator: ","))} \(number)\n"
        }
    }

    private mutating func begin(_ name: String, type: String, help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private static func label(_ name: String, _ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return "\(name)=\"\(escaped)\""
    }

    private static func number(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }
}
