public import Basics
import JSON

/// Encodes the messages of OwnTracks (booklet, `tech/json.md`), one JSON object each, for MQTT and HTTP.
public struct OwnTracksEncoder: Hashable, Sendable {
    /// The delay from which a message has the time of its sending, in milliseconds.
    private static let maxDelay: Int64 = 10_000

    private let trackerID: String

    /// Creates an encoder with a tracker ID of two characters; nil for the last two of the device, as OwnTracks'
    /// consumers do.
    public init(tid: String?, device: String) {
        trackerID = tid ?? String(device.suffix(2))
    }

    /// Returns a location; the time of sending is written if it is more than ten seconds after the fix, nil for never.
    public func location(_ fix: PublishedFix, sent: Timestamp? = nil) -> [UInt8] {
        message("location") { json in
            json.coordinates(fix.coordinate, latitude: "lat", longitude: "lon")
            json.integer("tst", fix.timestamp.seconds)
            json.number("acc", fix.accuracy.flatMap(\.wholeRadius), decimals: 0)
            json.number("alt", fix.altitude, decimals: 0)
            json.number("vac", fix.verticalAccuracy.flatMap(\.wholeRadius), decimals: 0)
            json.number("vel", fix.speed.map { $0 * 3.6 }, decimals: 0)
            json.number("cog", fix.course.map { $0.rounded() >= 360 ? 0 : $0 }, decimals: 0)
            json.string("tid", trackerID)
            if !fix.inside.isEmpty { json.strings("inregions", fix.inside) }
            if let sent, sent.isLater(than: fix.timestamp, by: Self.maxDelay) {
                json.integer("created_at", sent.seconds)
            }
        }
    }

    /// Returns the message of a place that was entered or left.
    public func transition(_ transition: PublishedTransition) -> [UInt8] {
        message("transition") { json in
            // The creation of the waypoint, which is required; 0 for one that has always been there.
            json.integer("wtst", transition.placeCreated?.seconds ?? 0)
            json.integer("tst", transition.moment.seconds)
            json.number("acc", transition.accuracy.flatMap(\.wholeRadius), decimals: 0)
            json.word("event", transition.isEntering ? "enter" : "leave")
            json.string("desc", transition.place)
            json.coordinates(transition.coordinate, latitude: "lat", longitude: "lon")
            json.string("tid", trackerID)
            json.word("t", "c")
        }
    }

    /// Returns the last will of a connection, with its time, which a broker sends when the connection is lost.
    public func lastWill(_ connected: Timestamp) -> [UInt8] {
        message("lwt") { $0.integer("tst", connected.seconds) }
    }

    private func message(_ type: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { json in
            json.word("_type", type)
            members(&json)
        }
    }
}

extension Timestamp {
    /// Whole seconds since 1970, rounded down.
    fileprivate var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    fileprivate func isLater(than other: Timestamp, by milliseconds: Int64) -> Bool {
        let (difference, overflow) = self.milliseconds.subtractingReportingOverflow(other.milliseconds)
        return !overflow && difference > milliseconds
    }
}

extension Double {
    /// A radius in whole metres, rounded up, at least 1, since 0 would look exact; nil if it is not finite.
    fileprivate var wholeRadius: Double? { isFinite ? max(1, rounded(.up)) : nil }
}
