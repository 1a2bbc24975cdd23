package import Basics
package import HTTPServer
package import History
package import Linux
import Queries

/// The query parameters of a request, each known and given once.
package struct QueryParameters {
    private let values: [String: String]

    /// Validates the query parameters of a request.
    ///
    /// - Parameters:
    ///   - query: the parameters as received.
    ///   - known: the valid names.
    /// - Throws: ``Problem`` naming the first unknown or repeated parameter: ignoring it would answer another question.
    package init(_ query: [HTTPField], known: [String]) throws(Problem) {
        var values: [String: String] = [:]
        for argument in query {
            guard known.contains(argument.name) else {
                let choice = known.isEmpty ? "there are none here" : "known are: \(known.joined(separator: ", "))"
                throw .badRequest("unknown argument \(argument.name.prefix(40).debugDescription), \(choice)")
            }
            guard values.updateValue(argument.value, forKey: argument.name) == nil else {
                throw .badRequest("\(argument.name) is given twice")
            }
        }
        self.values = values
    }

    /// Returns the text of a parameter; nil if absent.
    package func text(_ name: String) -> String? { values[name] }

    /// Returns the value of a parameter; nil if absent.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - expected: the expected form, as the end of a sentence.
    ///   - parse: returns nil for an invalid text.
    /// - Returns: the value.
    /// - Throws: ``Problem`` for an invalid text.
    package func value<Value>(_ name: String, expected: String, parse: (String) -> Value?) throws(Problem) -> Value? {
        guard let text = values[name] else { return nil }
        guard let value = parse(text) else {
            throw .badRequest("\(name): \(text.prefix(80).debugDescription) is not \(expected)")
        }
        return value
    }
}

extension QueryParameters {
    /// Returns a time in ISO 8601; nil if absent.
    ///
    /// - Throws: ``Problem`` for anything else.
    package func time(_ name: String) throws(Problem) -> Timestamp? {
        try value(name, expected: "a time such as 2026-01-31T10:30:00Z") { Timestamp(iso8601: $0) }
    }

    /// Returns a time in any accepted form: ISO 8601 with a zone, a date, a time of day, or a time ago; nil if absent.
    ///
    /// - Throws: ``Problem`` for anything else.
    package func time(_ name: String, now: Timestamp, clock: LocalClock) throws(Problem) -> Timestamp? {
        try value(name, expected: "a time; expected \(TimePhrase.examples)") { text in
            // An unescaped plus sign arrives as a space.
            let isZone = text.dropFirst(10).first.map { $0 == "T" || $0 == "t" } ?? false
            let text = isZone ? String(text.map { $0 == " " ? "+" : $0 }) : text
            return Timestamp(iso8601: text) ?? (try? TimePhrase(text))?.moment(now: now, clock: clock)
        }
    }

    /// Returns true for `yes`, false for `no` or if absent.
    ///
    /// - Throws: ``Problem`` for anything else.
    package func flag(_ name: String) throws(Problem) -> Bool {
        try value(name, expected: "yes or no") { ["yes": true, "no": false][$0] } ?? false
    }

    /// Returns a whole number of a range; nil if absent.
    ///
    /// - Throws: ``Problem`` for anything else.
    package func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        try value(name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns the number `last` of items to return, above 0; nil if absent.
    ///
    /// - Throws: ``Problem`` for anything else.
    package func last() throws(Problem) -> Int? {
        try value("last", expected: "a whole number above 0") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Returns a number of metres above 0; nil if absent.
    ///
    /// - Throws: ``Problem`` for anything else.
    package func metres(_ name: String) throws(Problem) -> Double? {
        try value(name, expected: "a number of metres above 0") { text in
            Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
    }

    /// Returns a box; nil if absent.
    ///
    /// - Throws: ``Problem`` for anything else.
    package func area(_ name: String) throws(Problem) -> Area? {
        try value(name, expected: "a box, \(Area.example)") { Area($0) }
    }
}
