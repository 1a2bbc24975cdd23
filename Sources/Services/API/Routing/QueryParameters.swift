import HTTPServer
import Location

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
