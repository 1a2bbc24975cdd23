import FleetProtocol
import Synchronization

/// What a collector has done since its start; any thread counts.
final class CollectorCounts: Sendable {
    private let stored = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let rejected = Atomic<Int>(0)
    private let unavailable = Atomic<Int>(0)

    /// Counts answers.
    func record(_ answers: [(Upload, UploadAnswer)]) {
        for (_, answer) in answers { record(answer) }
    }

    /// Counts an upload that was not taken.
    func recordRefusal() { unavailable.add(1, ordering: .relaxed) }

    private func record(_ answer: UploadAnswer) {
        switch answer {
        case .answer(let content): record(content)
        case .unauthorised: rejected.add(1, ordering: .relaxed)
        case .unavailable: unavailable.add(1, ordering: .relaxed)
        case .done: break
        }
    }

    private func record(_ answer: FleetAnswer) {
        switch answer {
        case .stored(let count, let refusals):
            stored.add(count, ordering: .relaxed)
            refused.add(refusals.count, ordering: .relaxed)
        case .rejected, .forbidden: rejected.add(1, ordering: .relaxed)
        case .unavailable: unavailable.add(1, ordering: .relaxed)
        }
    }

    /// The counts by their names in JSON.
    var all: [(name: String, value: Int)] {
        [
            ("storedFixes", stored.load(ordering: .relaxed)), ("refusedFixes", refused.load(ordering: .relaxed)),
            ("rejectedUploads", rejected.load(ordering: .relaxed)),
            ("unavailableUploads", unavailable.load(ordering: .relaxed)),
        ]
    }
}
