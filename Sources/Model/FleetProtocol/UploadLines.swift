import Basics
import JSON
import Location
import Wire

/// Decodes JSON Lines of points and place events.
enum UploadLines {
    static func decode(_ bytes: [UInt8], device: DeviceName) throws(UploadBodyError) -> UploadedItems {
        var content = UploadedItems()
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            guard content.points.count + content.events.count < UploadBody.maxPointCount else { throw .tooManyPoints }
            do throws(ReportJSONError) {
                try add(Array(line), of: device, to: &content)
            } catch {
                throw .line(index + 1, reason: "\(error)")
            }
        }
        return content
    }

    private static func add(
        _ line: [UInt8], of device: DeviceName, to content: inout UploadedItems
    ) throws(ReportJSONError) {
        if isEvent(line) {
            content.events.append(try checked(try PlaceEventJSON.decode(line)))
        } else {
            let point = try TrackPointJSON.decode(line)
            try check("timestamp", point.timestamp)
            content.points.append(point.sanitised(for: device))
        }
    }

    /// Returns true if a line has the key `event`, which a fix has not.
    private static func isEvent(_ line: [UInt8]) -> Bool {
        guard UploadBody.maxEventCount(of: line) > 0 else { return false }
        return (try? SafeJSON.decode(Probe.self, from: line))?.event != nil
    }

    private struct Probe: Decodable {
        var event: String?
    }

    private static func checked(_ event: PlaceEvent) throws(ReportJSONError) -> PlaceEvent {
        try check("moment", event.moment)
        try check("since", event.since)
        guard !event.place.isEmpty else { throw ReportJSONError(key: "place", reason: .missing) }
        return event.sanitised
    }

    private static func check(_ key: String, _ time: Timestamp) throws(ReportJSONError) {
        guard !time.isStorable else { return }
        throw ReportJSONError(key: key, reason: .unknownValue(time.iso8601, known: ["times from 1970 to 9999"]))
    }
}
