import FoundationEssentials
import Linux
import Simulator

/// What has been reached before, by scenario and figure: a change must not make it worse.
struct Thresholds {
    /// A figure that has become worse.
    struct Regression {
        let scenario: String
        let figure: Figure
        let value: Double
        let earlier: Double
    }

    /// What another libm may change; the simulation itself is the same to the bit.
    private static let tolerance = 0.02
    private static let leastTolerance = 0.01

    private var values: [String: [String: Double]]

    /// Reads the committed file.
    ///
    /// - Throws: ``SystemError`` where it cannot be read, `DecodingError` where it is no table of numbers.
    init(path: String) throws {
        values = try JSONDecoder().decode([String: [String: Double]].self, from: Data(FileContents.read(path)))
    }

    /// Makes a table of what has been reached now.
    init(_ results: [Result]) {
        values = [:]
        for result in results {
            let goals = Goals.of(result.scenario.name)
            for figure in Figure.allCases where goals.limit(figure) != nil {
                guard let value = result.own.value(figure), value < 1e12 else { continue }
                values[result.scenario.name, default: [:]][figure.rawValue] = value
            }
        }
    }

    /// The figures of a result that are worse than they were; of the containment more is not better.
    func regressions(of result: Result) -> [Regression] {
        Figure.allCases.compactMap { figure in
            let name = result.scenario.name
            guard figure != .containment, let earlier = values[name]?[figure.rawValue] else { return nil }
            let slack = max(Self.leastTolerance, earlier * Self.tolerance)
            let value = result.own.value(figure) ?? .infinity
            let isWorse = figure == .motion ? value < earlier - 0.1 : value > earlier + slack
            return isWorse ? Regression(scenario: name, figure: figure, value: value, earlier: earlier) : nil
        }
    }

    /// Whether a goal was missed before too, so that it is not news.
    func knows(_ miss: Goals.Miss, in scenario: String) -> Bool {
        values[scenario]?[miss.figure.rawValue].map { !miss.limit.contains($0) } ?? false
    }

    /// The table as JSON, a scenario a line, for a readable difference.
    var json: [UInt8] {
        let lines = values.sorted { $0.key < $1.key }.map { scenario, figures in
            let pairs = Figure.allCases.compactMap { figure in
                figures[figure.rawValue].map { "\"\(figure.rawValue)\": \(Text.number($0, 4))" }
            }
            return "  \"\(scenario)\": {\(pairs.joined(separator: ", "))}"
        }
        return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }
}
