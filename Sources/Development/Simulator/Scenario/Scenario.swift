/// A journey with a receiver on board, known by a name.
public struct Scenario: Sendable {
    /// The name, lower case.
    public let name: String
    /// What happens, in one line.
    public let summary: String
    /// Seconds from one epoch to the next.
    public var interval: Double { Double(tenths) / 10 }

    /// Tenths of a second from one epoch to the next.
    private let tenths: Int
    private let journey: Journey
    private let receiver: ReceiverModel

    init(_ name: String, summary: String, journey: Journey, receiver: ReceiverModel, tenths: Int = 10) {
        self.name = name
        self.summary = summary
        self.journey = journey
        self.receiver = receiver
        self.tenths = tenths
    }

    /// The scenario of a name; nil where there is none.
    public static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// Begins it.
    ///
    /// - Parameters:
    ///   - seed: what all its randomness comes from.
    ///   - rate: epochs a second in place of the scenario's own, 0.1 to 10; brought to whole tenths of a second.
    /// - Returns: its epochs, from the first.
    public func run(seed: UInt64, rate: Double? = nil) -> ScenarioRun {
        let wanted = rate.flatMap { $0.isFinite && $0 > 0 ? Int((10 / min(max($0, 0.1), 10)).rounded()) : nil }
        return ScenarioRun(journey.start(seed: seed), receiver, tenths: wanted ?? tenths, seed: seed)
    }
}
