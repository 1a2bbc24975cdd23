import Basics
import FleetProtocol
import FleetStore
import HTTPServer
import JSON
import Linux
import Web

/// The events that are stored, of all devices that the viewer may see.
struct EventRoutes {
    /// The number of events without and with a number in the request.
    private static let (defaultCount, maxCount) = (100, 1000)

    /// The clock for dates and times of day.
    var clock: LocalClock = .system

    /// The routes.
    var all: [Route] { [Route("/v1/events/past", for: .viewers, readsQuery: true, [.get: past])] }

    private func past(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("device", "before", "last")
        let count = try parameters.value("last", expected: "a whole number from 1 to \(Self.maxCount)") { text in
            Int(text).flatMap { (1...Self.maxCount).contains($0) ? $0 : nil }
        }
        let before = try parameters.time("before", now: context.moment.wallClock, clock: clock)
        let name = parameters.text("device")
        let device = name.flatMap { DeviceName($0) }
        // No name of another form exists.
        guard name == nil || device != nil else { return Self.list([]) }
        let events = try context.reader().events(of: device, before: before, limit: count ?? Self.defaultCount)
        return Self.list(events)
    }

    private static func list(_ events: [DeviceEvent]) -> HTTPResponse {
        .json { $0.objects("events", events) { $0.members(of: $1) } }
    }
}
