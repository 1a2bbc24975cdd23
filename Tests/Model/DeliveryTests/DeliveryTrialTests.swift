import Basics
import Location
import Simulator
import Testing

@testable import Delivery

/// Whatever happens and in whatever order, nothing is lost, and nothing is sent twice without need.
struct DeliveryTrialTests {
    private static func rules(_ seed: UInt64, rewind: Duration? = nil) -> DeliveryRules {
        var generator = SeededGenerator(seed: seed)
        var rules = DeliveryRules()
        rules.isConnected = rewind != nil || Bool.random(using: &generator)
        rules.rewind = rewind
        rules.batch = Int.random(in: 1...9, using: &generator)
        rules.window = Int.random(in: 1...4, using: &generator)
        rules.endsAtHours = Bool.random(using: &generator)
        rules.sendsEvents = Bool.random(using: &generator)
        rules.retryMax = .seconds(4)
        return rules
    }

    /// Runs a trial of some minutes; `check` is called after each second.
    private func trial(
        _ rules: DeliveryRules, seed: UInt64, failures: Double, losses: Double = 0, restarts: Double = 0,
        check: (DeliveryTrial) -> Void = { _ in }
    ) -> DeliveryTrial {
        var trial = DeliveryTrial(rules, seed: seed)
        for _ in 0..<300 {
            trial.pass(imports: true)
            trial.connect()
            trial.work()
            trial.answer(failures: failures)
            if trial.chance(restarts) {
                trial.lose(restarts: true)
            } else if rules.isConnected, trial.chance(losses) {
                trial.lose(restarts: false)
            }
            check(trial)
        }
        let isSettled = trial.settle()
        #expect(isSettled, "seed \(seed)")
        return trial
    }

    @Test("each fix is taken once, and the cursor passes none that is not", arguments: 0..<40 as Range<UInt64>)
    func once(seed: UInt64) {
        let rules = Self.rules(seed)
        let trial = trial(rules, seed: seed, failures: seed.isMultiple(of: 3) ? 0 : 0.2) { trial in
            #expect(trial.promised.allSatisfy(trial.isSettled), "seed \(seed)")
        }
        #expect(trial.history.keys.allSatisfy(trial.isSettled), "seed \(seed)")
        #expect(trial.setAside.allSatisfy { trial.history[$0].map(DeliveryTrial.isBad) ?? false })
        // On a connection the newest report is sent again after the backlog had it, for those that only see the newest.
        let twice = trial.taken.filter { $0.value.count > (rules.isConnected ? Set($0.value).count : 1) }
        #expect(twice.isEmpty, "seed \(seed): \(twice)")
        #expect(trial.maxUnanswered.backlog <= rules.window)
        #expect(!rules.isConnected || trial.maxUnanswered.all <= 3)
        #expect(trial.destination.finalCursor.isFinal && trial.destination.problem == nil)
    }

    @Test("after crashes and lost connections, no fix and no event is missing", arguments: 0..<40 as Range<UInt64>)
    func crashes(seed: UInt64) {
        let rules = Self.rules(seed, rewind: seed.isMultiple(of: 2) ? .seconds(10) : nil)
        let trial = trial(rules, seed: seed, failures: 0.1, losses: 0.05, restarts: 0.05) { trial in
            #expect(trial.promised.allSatisfy(trial.isSettled), "seed \(seed)")
        }
        #expect(trial.history.keys.allSatisfy(trial.isSettled), "seed \(seed)")
        #expect(!rules.sendsEvents || Set(trial.takenEvents) == Set(trial.events))
    }

    @Test("events are taken in order, and once if no connection is lost", arguments: 0..<20 as Range<UInt64>)
    func events(seed: UInt64) {
        var rules = Self.rules(seed)
        rules.sendsEvents = true
        let trial = trial(rules, seed: seed, failures: 0.3)
        #expect(!trial.events.isEmpty && trial.takenEvents == trial.events, "seed \(seed)")
        #expect(trial.destination.cursor.events.map { $0 >= trial.events.last?.moment ?? $0 } == true)
    }
}
