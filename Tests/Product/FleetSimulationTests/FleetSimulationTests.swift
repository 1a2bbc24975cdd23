import Linux
import Testing

/// A hundred boxes, their broker, collectors and database, in one process and by one seed.
///
/// `make simulate-fleet SEEDS=N` runs the first N seeds with a hundred boxes each, and with SEED=N that one, with a line for
/// each event; here is a sample of some seconds.
struct FleetSimulationTests {
    private static let environment = ProcessEnvironment.variables
    private static let seed = environment["WHEREISMY_SEED"].flatMap { UInt64($0) }
    private static let seeds = environment["WHEREISMY_SEEDS"].flatMap { UInt64($0) }
    private static let boxes = environment["WHEREISMY_BOXES"].flatMap { Int($0) }
    private static let (count, boxCount) = (seeds ?? 50, boxes ?? 8)
    private static let parts: UInt64 = 8

    private static func simulate(
        _ seed: UInt64, _ sabotage: FleetSimulation.Sabotage = .init(), boxCount: Int = boxCount
    ) -> FleetSimulation {
        let trace: ((String) -> Void)? = Self.seed == nil ? nil : { print($0) }
        let simulation = FleetSimulation(seed: seed, boxCount: boxCount, sabotage: sabotage, trace: trace)
        simulation.run()
        return simulation
    }

    @Test("whatever dies or is lost on its way, each recorded fix is stored once", arguments: 0..<parts)
    func delivery(part: UInt64) {
        let seeds =
            Self.seed.map { part == 0 ? [$0] : [] }
            ?? stride(from: part, to: Self.count, by: Int(Self.parts)).map(\.self)
        for seed in seeds {
            let simulation = Self.simulate(seed)
            #expect(simulation.problems == [], "make simulate-fleet SEED=\(seed) BOXES=\(Self.boxCount)")
        }
    }

    @Test("a seed replays to the letter")
    func replay() {
        let digests = [3, 3, 4].map { Self.simulate($0, boxCount: 8).digest }
        #expect(digests[0] == digests[1] && digests[1] != digests[2])
    }

    @Test("an answer before the commit, a point stored twice and a cursor too far are noticed")
    func sabotage() {
        let all = [
            FleetSimulation.Sabotage(tables: .answersEarly), .init(tables: .storesTwice), .init(box: .savesWhatWasSent),
        ]
        for sabotage in all {
            let isNoticed = (0..<40).contains { !Self.simulate($0, sabotage, boxCount: 20).problems.isEmpty }
            #expect(isNoticed, "\(sabotage)")
        }
    }
}
