import Basics
import FleetProtocol
import HistoryEncoding
import Location
import Tracks

/// Decodes the input as every body that a collector takes, and as an answer that a device takes.
struct FleetTarget: FuzzTarget {
    private let device: DeviceName

    init() {
        guard let device = DeviceName("van") else { fatalError("a name of a device") }
        self.device = device
    }

    func run(_ input: [UInt8]) {
        for body in [input, input.checksummed] {
            if let content = try? UploadBody.decode(body, device: device) { check(content) }
        }
        for message in [PhoneMessage.ownTracks, .overland] {
            let track = message.decode(input, device: device.text)
            for issue in track.issues { _ = issue.description }
            check(UploadedItems(points: track.points).sanitised(for: device))
        }
        if let status = DeviceStatus(input), DeviceStatus(status.json) != status {
            violated("a status is read as it was written")
        }
        if let answer = UploadResult(input), UploadResult(answer.json) == nil {
            violated("an answer can be read after it was written")
        }
        _ = DeviceTopic.parse(String(decoding: input, as: UTF8.self))
    }

    /// The store relies on that decoding has sanitised a content.
    private func check(_ content: UploadedItems) {
        let (again, unstorable) = UploadedItems(points: content.points, events: content.events).sanitised(for: device)
        guard unstorable.isEmpty, again.points == content.points, again.events == content.events else {
            violated("a decoded content is sanitised")
        }
        checkSegment(content.points)
    }

    private func check(_ phone: (content: UploadedItems, unstorable: [Int])) {
        let unstorable = Set(phone.unstorable)
        let points = phone.content.points.indices.filter { !unstorable.contains($0) }.map { phone.content.points[$0] }
        check(UploadedItems(points: points))
    }

    private func checkSegment(_ points: [TrackPoint]) {
        let points = points.sorted { $0.timestamp < $1.timestamp }
        guard !points.isEmpty else { return }
        _ = Outline(simplifying: points).encode()
        guard let segment = try? Segment.encode(points) else { violated("the points of a body make a segment") }
        let decoded = try? Segment.decode(segment, device: device.text)
        if decoded != points { violated("points are read from a segment as they were written") }
    }
}
