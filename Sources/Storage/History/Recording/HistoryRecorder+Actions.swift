public import Basics
import Location

extension HistoryRecorder {
    /// What to do now; nil when there is nothing.
    public func nextAction(at moment: Moment) -> RecordingAction? {
        if let due = due(.commitPoints), moment.uptime >= due { return .commitPoints(pendingPoints.points) }
        if let due = due(.commitEvents), moment.uptime >= due { return .commitEvents(pendingEvents.events) }
        guard let latestTimestamp else { return nil }
        if let due = due(.seal), moment.uptime >= due { return .seal(before: Self.sealable(latestTimestamp).start) }
        guard let due = due(.applyRetention), moment.uptime >= due else { return nil }
        // A clock that is wrong, the machine's or the receiver's, must not make everything old.
        return .applyRetention(asOf: min(latestTimestamp, moment.wallClock))
    }

    /// The uptime at which there is something to do; nil when only a new point brings it.
    public var deadline: Duration? {
        [RecordingAction.Kind.commitPoints, .commitEvents, .seal, .applyRetention].compactMap(due).min()
    }

    /// An action has been done.
    ///
    /// - Parameters:
    ///   - action: What ``next(at:)`` has answered.
    ///   - isAllDone: False where the same action has more to do.
    ///   - uptime: When it was done.
    /// - Returns: What there is to say; nil where all went as it should.
    public mutating func recordCompletion(
        of action: RecordingAction, isComplete: Bool = true, at uptime: Duration
    ) -> RecorderEvent? {
        let lost = dropped(action.kind)
        finish(action, isComplete: isComplete, at: uptime)
        let wasTrouble = retryTimes.removeValue(forKey: action.kind) != nil
        return wasTrouble || lost > 0 ? .resumed(action.kind, written: action.count, lost: lost) : nil
    }

    /// An action has failed; it is tried again after a pause, unless this is the end.
    ///
    /// - Returns: What there is to say when that begins, and at the end; nil while it goes on.
    public mutating func recordFailure(
        of action: RecordingAction, reason: String, at uptime: Duration
    ) -> RecorderEvent? {
        let isNew = retryTimes[action.kind] == nil
        retryTimes[action.kind] = uptime + retryInterval(action.kind)
        if isFinishing, let loss = loss(of: action, reason) { return loss }
        return isNew ? .interrupted(action.kind, reason: reason) : nil
    }
}

extension HistoryRecorder {
    /// How many of what an action is about could not even wait.
    private func dropped(_ kind: RecordingAction.Kind) -> Int {
        switch kind {
        case .commitPoints: pendingPoints.dropped
        case .commitEvents: pendingEvents.dropped
        case .seal, .applyRetention: 0
        }
    }

    /// What is lost where an action fails at the end; nil where nothing is.
    private func loss(of action: RecordingAction, _ reason: String) -> RecorderEvent? {
        let count = action.count + dropped(action.kind)
        return switch action {
        case .commitPoints: .pointsLost(count: count, reason: reason)
        case .commitEvents: .eventsLost(count: count, reason: reason)
        case .seal, .applyRetention: nil
        }
    }

    private mutating func finish(_ action: RecordingAction, isComplete: Bool, at uptime: Duration) {
        switch action {
        case .commitPoints:
            pendingPoints.removeAll()
            waitingSince = nil
        case .commitEvents: pendingEvents = PlaceEventBuffer()
        case .seal(let moment):
            sealed = Sealing(hour: Hour(containing: moment), uptime: uptime)
        case .applyRetention:
            retentionDue = uptime + (isComplete ? Self.retentionInterval : .seconds(1))
        }
    }

    private func retryInterval(_ kind: RecordingAction.Kind) -> Duration {
        switch kind {
        case .commitPoints: max(settings.commitInterval, Self.retryInterval)
        case .commitEvents: Self.retryInterval
        case .seal, .applyRetention: Self.sealInterval
        }
    }

    /// When an action is due: not while it fails, and only what came from outside while points cannot be written.
    private func due(_ kind: RecordingAction.Kind) -> Duration? {
        let isNew = kind == .commitPoints || kind == .commitEvents
        guard isNew || retryTimes[.commitPoints] == nil, let due = regularDue(kind) else { return nil }
        return max(due, retryTimes[kind] ?? due)
    }

    private func regularDue(_ kind: RecordingAction.Kind) -> Duration? {
        switch kind {
        case .commitPoints:
            guard let waitingSince else { return nil }
            let isAtOnce = isFinishing || pendingPoints.points.count >= Self.batchSize
            return isAtOnce ? .zero : waitingSince + settings.commitInterval
        case .commitEvents: return pendingEvents.events.isEmpty ? nil : .zero
        case .seal:
            guard let latestTimestamp, sealed?.hour != Self.sealable(latestTimestamp) else { return nil }
            return sealed.map { $0.uptime + Self.sealInterval } ?? firstSealDue
        case .applyRetention:
            return settings.retention.isUnlimited || latestTimestamp == nil ? nil : retentionDue
        }
    }

    /// The first hour that is not sealed yet at a point's time.
    private static func sealable(_ time: Timestamp) -> Hour {
        Hour(containing: Timestamp(milliseconds: max(0, time.milliseconds) - sealDelay.milliseconds))
    }
}
