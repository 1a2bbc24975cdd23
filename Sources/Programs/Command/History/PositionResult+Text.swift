import Queries
import Basics
import Configuration
import Location
import Pages
import Tracks

extension PositionResult {
    /// What a program is told about it.
    var code: ExitCode {
        if case .unknown = whereabouts { return .nothingKnown }
        return .success
    }

    /// Lines for people: the position, of when it is, a link to a map; or that it is not known.
    func text(in context: Context) -> [UInt8] {
        let lines =
            switch whereabouts {
            case .unknown(let before, let after): [Self.unknown(before, after, in: context)]
            case .fix(let point): Self.lines(point.fix, "a fix of \(context.localTime(point.timestamp))")
            case .interpolated(let position): Self.lines(position.fix, Self.between(position, in: context))
            }
        return Array(lines.map { PrintableText.sanitized($0) + "\n" }.joined().utf8)
    }

    private static func lines(_ fix: Fix, _ origin: String) -> [String] {
        let position = fix.coordinate.map { PositionText.text($0, accuracy: fix.horizontalAccuracy) }
        return [position, origin, MapLink.url(.openstreetmap, for: fix)].compactMap { $0 }
    }

    private static func between(_ position: InterpolatedPosition, in context: Context) -> String {
        let times = [position.before, position.after].map { context.localTime($0.timestamp) }
        return "\(context.localTime(position.timestamp)), between the fixes of \(times[0]) and \(times[1])"
    }

    private static func unknown(_ before: TrackPoint?, _ after: TrackPoint?, in context: Context) -> String {
        let what =
            switch (before, after) {
            case (let before?, let after?):
                "no fix between \(context.localTime(before.timestamp)) and \(context.localTime(after.timestamp))"
            case (let before?, nil): "no fix after \(context.localTime(before.timestamp))"
            case (nil, let after?): "no fix before \(context.localTime(after.timestamp))"
            case (nil, nil): "no fix at all"
            }
        return "not known: \(what)"
    }
}
