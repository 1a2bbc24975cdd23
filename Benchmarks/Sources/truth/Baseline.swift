import FoundationEssentials
import Linux
import Simulator

/// The results that have been reached, by scenario and metric; a change must not make them worse (`thresholds.json`).
struct Baseline {
    /// A metric that has become worse.
    struct Regression {
        let scenario: String
        let metric: Metric
        let value: Double
        let earlier: Double
    }

    /// The relative difference that another libm may cause; the simulation itself is identical to the bit.
    private static let tolerance = 0.02
    private static let minimumTolerance = 0.01

    private var values: [String: [String: Double]]

    /// Reads the file of thresholds.
    ///
    /// - Throws: ``SystemError`` if it cannot be read, `DecodingError` if it is not a table of numbers.
    init(path: String) throws {
        values = try JSONDecoder().decode([String: [String: Double]].self, from: Data(FileContents.read(path)))
    }

    /// Creates a baseline from current results.
    init(_ results: [ScenarioResult]) {
        values = [:]
        for result in results {
            let goals = Goals.of(result.scenario.name)
            for metric in Metric.allCases where goals.limit(metric) != nil {
                guard let value = result.own.value(metric), value < 1e12 else { continue }
                values[result.scenario.name, default: [:]][metric.rawValue] = value
            }
        }
    }

    /// Returns the metrics of a result that are worse than before.
    func regressions(of result: ScenarioResult) -> [Regression] {
        Metric.allCases.compactMap { metric in
            let name = result.scenario.name
            guard let earlier = values[name]?[metric.rawValue] else { return nil }
            let slack = max(Self.minimumTolerance, earlier * Self.tolerance)
            let value = result.own.value(metric) ?? .infinity
            let isWorse = metric == .motion ? value < earlier - 0.1 : value > earlier + slack
            return isWorse ? Regression(scenario: name, metric: metric, value: value, earlier: earlier) : nil
        }
    }

    /// Returns true if the goal was missed before too.
    func isKnown(_ miss: Goals.Miss, in scenario: String) -> Bool {
        values[scenario]?[miss.metric.rawValue].map { !miss.limit.contains($0) } ?? false
    }

    /// The table as JSON with one scenario per line, for a readable diff.
    var json: [UInt8] {
        let lines = values.sorted { $0.key < $1.key }.map { scenario, metrics in
            let pairs = Metric.allCases.compactMap { metric in
                metrics[metric.rawValue].map { "\"\(metric.rawValue)\": \(TextFormat.number($0, 4))" }
            }
            return "  \"\(scenario)\": {\(pairs.joined(separator: ", "))}"
        }
        return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }
}
