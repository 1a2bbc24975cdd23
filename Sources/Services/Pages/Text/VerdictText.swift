public import Basics
public import Location

/// An epoch and its verdict as text, without control characters.
public enum VerdictText {
    /// The difference between the receiver's time and reception above which both are shown.
    private static let ordinaryDelay: Duration = .seconds(10)

    /// Returns one line: the time, the verdict, the fix.
    ///
    /// - Parameters:
    ///   - record: the epoch, or a run of equal ones.
    ///   - state: the state at the time; nil if unknown.
    ///   - style: the form of positions and lengths.
    ///   - format: formats a time, by default as ISO 8601 in UTC.
    /// - Returns: the line, without an end.
    public static func line(
        _ record: VerdictRecord, state: TrackingState? = nil, style: DisplayStyle = DisplayStyle(),
        time format: (Timestamp) -> String = { $0.iso8601 }
    ) -> String {
        let raw = record.raw
        let position = raw.coordinate.map { PositionText.text($0, style.coordinates) } ?? "no position"
        let accuracy = raw.horizontalAccuracy.map { AccuracyText.text($0.radius, style.units) } ?? "accuracy unknown"
        let parts = [time(record, format), verdict(record), raw.mode.rawValue, position, accuracy, raw.device]
        return PrintableText.sanitized((parts + [state?.rawValue ?? ""]).filter { !$0.isEmpty }.joined(separator: "  "))
    }

    /// Returns the reasons of the verdict, one line each; none if there is nothing to add.
    public static func reasons(
        _ record: VerdictRecord, time format: (Timestamp) -> String = { $0.iso8601 }
    ) -> [String] {
        let right = record.isReinstated ? "accepted in retrospect, as the following epochs agree" : nil
        let used = record.correction.map { [position($0), time($0)] } ?? []
        let shown = record.treatment.map(text)
        return ([record.explanation, right, reinstatement(record), shown] + used + [receiverTime(record, format)])
            .compactMap {
                $0
            }
            .map { PrintableText.sanitized($0) }
    }

    private static func time(_ record: VerdictRecord, _ format: (Timestamp) -> String) -> String {
        guard let time = record.received ?? record.raw.timestamp else { return "no time" }
        return record.until.map { "\(format(time)) to \(format($0))" } ?? format(time)
    }

    private static func verdict(_ record: VerdictRecord) -> String {
        let times = record.count > 1 ? "\(record.count) times" : nil
        return [record.verdict, record.reason, times].compactMap { $0 }.joined(separator: " ")
    }

    private static func reinstatement(_ record: VerdictRecord) -> String? {
        guard record.reinstatedCount > 0 else { return nil }
        return record.reinstatedCount == 1
            ? "the rejected epoch before it agrees and is accepted in retrospect"
            : "the \(record.reinstatedCount) rejected epochs before it agree and are accepted in retrospect"
    }

    private static func text(_ treatment: Treatment) -> String {
        let metres = "\(FixedDecimalText.text(treatment.distance, decimals: 1)) m from the fix"
        return switch treatment.kind {
        case .passedThrough: "passed through: shown as it is"
        case .smoothed: "smoothed: shown \(metres)"
        case .averaged: "averaged at rest: shown \(metres)"
        case .held: "held: too far from the mean at rest, which is shown \(metres)"
        case .restarted: "shown as it is: the estimate starts anew"
        }
    }

    private static func position(_ correction: Correction) -> String? {
        correction.distance.map { metres in
            let distance = FixedDecimalText.text(metres, decimals: 1)
            return "position from the Earth-centred one, \(distance) m from the one given (gpsd 3.22 freezes some)"
        }
    }

    private static func time(_ correction: Correction) -> String? {
        switch correction.timeSource {
        case .receiver: nil
        case .shifted: "time shifted by \(correction.weeks) weeks"
        case .reception: "time of reception, as the receiver's is missing or impossible"
        }
    }

    private static func receiverTime(_ record: VerdictRecord, _ format: (Timestamp) -> String) -> String? {
        guard let received = record.received, let time = record.raw.timestamp,
            !(Duration.zero - ordinaryDelay...ordinaryDelay).contains(received - time)
        else { return nil }
        return "the receiver's time was \(format(time))"
    }
}
