public import Basics
import Location

extension HistoryRecorder {
    /// What to do now; nil when there is nothing.
    public func next(at moment: Moment) -> RecordingAction? {
        if let due = due(.commit), moment.uptime >= due { return .commit(pending.points) }
        if let due = due(.keep), moment.uptime >= due { return .keep(happened.occurrences) }
        guard let latest else { return nil }
        if let due = due(.seal), moment.uptime >= due { return .seal(before: Self.sealable(latest).start) }
        guard let due = due(.retain), moment.uptime >= due else { return nil }
        // A clock that is wrong, the machine's or the receiver's, must not make everything old.
        return .retain(asOf: min(latest, moment.wallClock))
    }

    /// The uptime at which there is something to do; nil when only a new point brings it.
    public var deadline: Duration? {
        [RecordingAction.Kind.commit, .keep, .seal, .retain].compactMap(due).min()
    }

    /// An action has been done.
    ///
    /// - Parameters:
    ///   - action: What ``next(at:)`` has answered.
    ///   - isAllDone: False where the same action has more to do.
    ///   - uptime: When it was done.
    /// - Returns: What there is to say; nil where all went as it should.
    public mutating func note(
        done action: RecordingAction, isAllDone: Bool = true, at uptime: Duration
    ) -> RecordingNotice? {
        let lost = dropped(action.kind)
        settle(action, isAllDone: isAllDone, at: uptime)
        let wasTrouble = troubles.removeValue(forKey: action.kind) != nil
        return wasTrouble || lost > 0 ? .resumed(action.kind, written: action.count, lost: lost) : nil
    }

    /// An action has failed; it is tried again after a pause, unless this is the end.
    ///
    /// - Returns: What there is to say when that begins, and at the end; nil while it goes on.
    public mutating func note(
        failed action: RecordingAction, _ reason: String, at uptime: Duration
    ) -> RecordingNotice? {
        let isNew = troubles[action.kind] == nil
        troubles[action.kind] = uptime + retryPause(action.kind)
        if isEnding, let loss = loss(of: action, reason) { return loss }
        return isNew ? .interrupted(action.kind, reason: reason) : nil
    }
}

extension HistoryRecorder {
    /// How many of what an action is about could not even wait.
    private func dropped(_ kind: RecordingAction.Kind) -> Int {
        switch kind {
        case .commit: pending.dropped
        case .keep: happened.dropped
        case .seal, .retain: 0
        }
    }

    /// What is lost where an action fails at the end; nil where nothing is.
    private func loss(of action: RecordingAction, _ reason: String) -> RecordingNotice? {
        let count = action.count + dropped(action.kind)
        return switch action {
        case .commit: .abandoned(count: count, reason: reason)
        case .keep: .forgotten(count: count, reason: reason)
        case .seal, .retain: nil
        }
    }

    private mutating func settle(_ action: RecordingAction, isAllDone: Bool, at uptime: Duration) {
        switch action {
        case .commit:
            pending.removeAll()
            waitingSince = nil
        case .keep: happened = OccurrenceBuffer()
        case .seal(let moment):
            sealed = Sealing(hour: Hour(containing: moment), uptime: uptime)
        case .retain:
            retainDue = uptime + (isAllDone ? Self.retainPause : .seconds(1))
        }
    }

    private func retryPause(_ kind: RecordingAction.Kind) -> Duration {
        switch kind {
        case .commit: max(settings.commitInterval, Self.retryPause)
        case .keep: Self.retryPause
        case .seal, .retain: Self.sealPause
        }
    }

    /// When an action is due: not while it fails, and only what came from outside while points cannot be written.
    private func due(_ kind: RecordingAction.Kind) -> Duration? {
        let isNew = kind == .commit || kind == .keep
        guard isNew || troubles[.commit] == nil, let due = wanted(kind) else { return nil }
        return max(due, troubles[kind] ?? due)
    }

    private func wanted(_ kind: RecordingAction.Kind) -> Duration? {
        switch kind {
        case .commit:
            guard let waitingSince else { return nil }
            let isAtOnce = isEnding || pending.points.count >= Self.batch
            return isAtOnce ? .zero : waitingSince + settings.commitInterval
        case .keep: return happened.occurrences.isEmpty ? nil : .zero
        case .seal:
            guard let latest, sealed?.hour != Self.sealable(latest) else { return nil }
            return sealed.map { $0.uptime + Self.sealPause } ?? firstSealDue
        case .retain:
            return settings.retention.isForever || latest == nil ? nil : retainDue
        }
    }

    /// The first hour that is not sealed yet at a point's time.
    private static func sealable(_ time: Timestamp) -> Hour {
        Hour(containing: Timestamp(milliseconds: max(0, time.milliseconds) - grace.milliseconds))
    }
}
