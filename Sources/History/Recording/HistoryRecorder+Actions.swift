public import Location

extension HistoryRecorder {
    /// What to do now; nil when there is nothing.
    public func next(at moment: Moment) -> RecordingAction? {
        if let due = due(.commit), moment.uptime >= due { return .commit(pending.points) }
        guard let latest else { return nil }
        if let due = due(.seal), moment.uptime >= due { return .seal(before: Self.sealable(latest).start) }
        guard let due = due(.retain), moment.uptime >= due else { return nil }
        // A clock that is wrong, the machine's or the receiver's, must not make everything old.
        return .retain(asOf: min(latest, moment.wallClock))
    }

    /// The uptime at which there is something to do; nil when only a new point brings it.
    public var deadline: Duration? {
        [RecordingAction.Kind.commit, .seal, .retain].compactMap(due).min()
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
        let lost = pending.dropped
        settle(action, isAllDone: isAllDone, at: uptime)
        let wasTrouble = troubles.removeValue(forKey: action.kind) != nil
        guard case .commit(let points) = action else {
            return wasTrouble ? .resumed(action.kind, written: 0, lost: 0) : nil
        }
        return wasTrouble || lost > 0 ? .resumed(.commit, written: points.count, lost: lost) : nil
    }

    /// An action has failed; it is tried again after a pause, unless this is the end.
    ///
    /// - Returns: What there is to say when that begins, and at the end; nil while it goes on.
    public mutating func note(
        failed action: RecordingAction, _ reason: String, at uptime: Duration
    ) -> RecordingNotice? {
        let isNew = troubles[action.kind] == nil
        troubles[action.kind] = uptime + retryPause(action.kind)
        if isEnding, case .commit(let points) = action {
            return .abandoned(count: points.count + pending.dropped, reason: reason)
        }
        return isNew ? .interrupted(action.kind, reason: reason) : nil
    }
}

extension HistoryRecorder {
    private mutating func settle(_ action: RecordingAction, isAllDone: Bool, at uptime: Duration) {
        switch action {
        case .commit:
            pending.removeAll()
            waitingSince = nil
        case .seal(let moment):
            sealed = Sealing(hour: Hour(containing: moment), uptime: uptime)
        case .retain:
            retainDue = uptime + (isAllDone ? Self.retainPause : .seconds(1))
        }
    }

    private func retryPause(_ kind: RecordingAction.Kind) -> Duration {
        kind == .commit ? max(settings.commitInterval, Self.retryPause) : Self.sealPause
    }

    /// When an action is due: not while it fails, and only a commit while that fails.
    private func due(_ kind: RecordingAction.Kind) -> Duration? {
        guard kind == .commit || troubles[.commit] == nil, let due = wanted(kind) else { return nil }
        return max(due, troubles[kind] ?? due)
    }

    private func wanted(_ kind: RecordingAction.Kind) -> Duration? {
        switch kind {
        case .commit:
            guard let waitingSince else { return nil }
            let isAtOnce = isEnding || pending.points.count >= Self.batch
            return isAtOnce ? .zero : waitingSince + settings.commitInterval
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
