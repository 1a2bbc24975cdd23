import Basics
import HTTPServer
import History
import Linux
import Location
import Queries

/// The arguments of a request, each of them known and given once.
struct QueryParameters {
    private let values: [String: String]

    /// Takes the arguments of a request.
    ///
    /// - Parameters:
    ///   - query: as they came.
    ///   - known: the names that mean something here.
    /// - Throws: ``Problem`` naming the first that means nothing, or that stands twice: it would be passed over else, and
    ///   the answer be one to another question.
    init(_ query: [HTTPField], known: [String]) throws(Problem) {
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

    /// The text of an argument; nil where it is not given.
    func text(_ name: String) -> String? { values[name] }

    /// The value of an argument; nil where it is not given.
    ///
    /// - Parameters:
    ///   - name: which one.
    ///   - expected: what it must be, to end a sentence with.
    ///   - parse: reads it; nil where it makes no sense.
    /// - Returns: the value.
    /// - Throws: ``Problem`` where it makes no sense.
    func value<Value>(_ name: String, expected: String, parse: (String) -> Value?) throws(Problem) -> Value? {
        guard let text = values[name] else { return nil }
        guard let value = parse(text) else {
            throw .badRequest("\(name): \(text.prefix(80).debugDescription) is not \(expected)")
        }
        return value
    }
}

extension QueryParameters {
    /// A moment by ISO 8601; nil where it is not given.
    ///
    /// - Throws: ``Problem`` where it is none.
    func time(_ name: String) throws(Problem) -> Timestamp? {
        try value(name, expected: "a time such as 2026-01-31T10:30:00Z") { Timestamp(iso8601: $0) }
    }

    /// A moment as people and programs write it: ISO 8601 with a zone, a date or time of the clock, how long ago.
    ///
    /// - Throws: ``Problem`` where it is none.
    func time(_ name: String, now: Timestamp, clock: LocalClock) throws(Problem) -> Timestamp? {
        try value(name, expected: "a time; understood are: \(TimePhrase.examples)") { text in
            // A plus sign that was not escaped has come as a space.
            let isZone = text.dropFirst(10).first.map { $0 == "T" || $0 == "t" } ?? false
            let text = isZone ? String(text.map { $0 == " " ? "+" : $0 }) : text
            return Timestamp(iso8601: text) ?? (try? TimePhrase(text))?.moment(now: now, clock: clock)
        }
    }

    /// Yes or no; no where it is not given.
    ///
    /// - Throws: ``Problem`` where it is neither.
    func flag(_ name: String) throws(Problem) -> Bool {
        try value(name, expected: "yes or no") { ["yes": true, "no": false][$0] } ?? false
    }

    /// A number of metres above 0; nil where it is not given.
    ///
    /// - Throws: ``Problem`` where it is none.
    func metres(_ name: String) throws(Problem) -> Double? {
        try value(name, expected: "a number of metres above 0") { text in
            Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
    }

    /// A box; nil where it is not given.
    ///
    /// - Throws: ``Problem`` where it is none.
    func area(_ name: String) throws(Problem) -> Area? {
        try value(name, expected: "a box, \(Area.example)") { Area($0) }
    }
}
