public import Basics
import JSON
public import Location
public import Tracks
import Wire

/// Where it was at a moment, as JSON.
public struct PositionResult: Hashable, Sendable {
    /// The moment.
    public let moment: Timestamp
    /// Where it was then.
    public let whereabouts: TrackPosition

    /// Makes the answer.
    public init(moment: Timestamp, whereabouts: TrackPosition) {
        self.moment = moment
        self.whereabouts = whereabouts
    }

    /// An object: `state` is `fix`, `between` or `unknown`, and what is not known is absent.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            switch whereabouts {
            case .fix(let point):
                json.word("state", "fix")
                json.position(at: moment, point.fix)
                json.point("fix", point)
            case .interpolated(let position):
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
}

extension InterpolatedPosition {
    /// What is known at that moment, as a fix.
    public var fix: Fix {
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
