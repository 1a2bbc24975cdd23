import CommandLine
import Simulator

/// `whereismy simulate`: print a simulated receiver's output, or the true positions.
enum SimulateCommand: Subcommand {
    static let name = "simulate"

    enum Format: String, CaseIterable {
        case gpsd
        case nmea
        case truth
    }

    /// The number of bytes buffered before writing.
    private static let chunkSize = 65_536

    private static let format = Option(
        "format", value: "FORMAT", .each(of: Format.self),
        help: "gpsd for gpsd's JSON, nmea for sentences, truth for true positions (gpsd)")
    private static let seed = Option("seed", value: "N", help: "seed of the random numbers (1)")
    private static let attack = Option(
        "attack", value: "ATTACK", .each(of: Attack.self),
        help: "what the receiver claims from minute 10 to 20 (none)")
    private static let rate = Option("rate", value: "HZ", help: "epochs per second, 0.1 to 10 (the scenario's own)")

    static let table = OptionTable(
        usage: "whereismy simulate [OPTION]... [SCENARIO]",
        summary: "Print a simulated journey; without a scenario, list them.",
        options: [format, seed, rate, attack] + CommandProgram.sharedOptions,
        operand: .words { Scenario.all.map(\.name) })

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        guard let name = options.operands.first else { return CommandResult(text: list) }
        guard options.operands.count == 1 else { throw UsageError("one scenario at a time: \(table.usage)") }
        guard let scenario = Scenario.named(name) else {
            throw UsageError("unknown scenario \(name.debugDescription), \(Scenario.all.map(\.name).hint(for: name))")
        }
        let format: Format = try options.choice(of: format) ?? .gpsd
        let number = ValueSyntax<UInt64>("a whole number from 0 to \(UInt64.max)") { UInt64($0) }
        let rates = ValueSyntax<Double>("a number from 0.1 to 10") { text in
            Double(text).flatMap { (0.1...10).contains($0) ? $0 : nil }
        }
        let run = scenario.run(
            seed: try options.value(of: seed, as: number) ?? 1, rate: try options.value(of: rate, as: rates),
            attack: try options.choice(of: attack))
        return try write(run, as: format, in: context)
    }

    private static var list: String {
        let scenarios = Scenario.all
        let width = scenarios.reduce(0) { max($0, $1.name.count) }
        return scenarios.map { scenario in
            let gap = String(repeating: " ", count: width - scenario.name.count + 2)
            return "\(scenario.name)\(gap)\(scenario.summary)\n"
        }.joined()
    }

    /// Writes in chunks, since a journey may be long and its reader slow.
    private static func write(_ run: ScenarioRun, as format: Format, in context: Context) throws -> CommandResult {
        var bytes = format == .gpsd ? ScenarioEpoch.greeting : []
        for epoch in run {
            bytes += line(epoch, format)
            guard bytes.count >= chunkSize else { continue }
            try context.write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        return CommandResult(output: bytes)
    }

    private static func line(_ epoch: ScenarioEpoch, _ format: Format) -> [UInt8] {
        switch format {
        case .gpsd: epoch.gpsd
        case .nmea: epoch.nmea
        case .truth: epoch.truthLine
        }
    }
}
