import Configuration
import Location
import Pages
import Tracks
import Wire

/// Where it was at a moment, in words and as JSON.
struct WhereaboutsAnswer {
    let moment: Timestamp
    let whereabouts: Whereabouts

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
            case .between(let position): Self.lines(position.fix, Self.between(position, in: context))
            }
        return Array(lines.map { PrintableText.text($0) + "\n" }.joined().utf8)
    }

    /// An object: `state` is `fix`, `between` or `unknown`, and what is not known is absent.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            switch whereabouts {
            case .fix(let point):
                json.word("state", "fix")
                json.position(at: moment, point.fix)
                json.point("fix", point)
            case .between(let position):
                json.word("state", "between")
                json.position(at: moment, position.fix)
                json.point("before", position.before)
                json.point("after", position.after)
            case .unknown(let before, let after):
                json.word("state", "unknown")
                json.time("timestamp", moment)
                json.point("before", before)
                json.point("after", after)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func lines(_ fix: Fix, _ origin: String) -> [String] {
        let position = fix.coordinate.map { PositionText.words($0, fix.horizontalAccuracy) }
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

extension InterpolatedPosition {
    /// What is known at that moment, as a fix.
    fileprivate var fix: Fix {
        var fix = Fix(device: before.fix.device, mode: altitude == nil ? .twoDimensional : .threeDimensional)
        fix.timestamp = timestamp
        fix.coordinate = coordinate
        fix.altitude = altitude
        fix.horizontalAccuracy = horizontalAccuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .estimate) }
        return fix
    }
}

extension JSONWriter {
    fileprivate mutating func position(at moment: Timestamp, _ fix: Fix) {
        time("timestamp", moment)
        number("latitude", fix.coordinate?.latitude, decimals: 9)
        number("longitude", fix.coordinate?.longitude, decimals: 9)
        number("altitude", fix.altitude, decimals: 3)
        number("horizontalAccuracy", fix.horizontalAccuracy?.radius, decimals: 3)
        string("device", fix.device.isEmpty ? nil : fix.device)
    }
}
