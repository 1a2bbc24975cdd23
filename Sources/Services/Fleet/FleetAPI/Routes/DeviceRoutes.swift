import Basics
import FleetProtocol
import FleetStore
import HTTPServer
import JSON
import Linux
import Web

/// The newest positions and the events: of all devices that the viewer may see, and of one.
struct DeviceRoutes {
    /// The number of past events without and with a number in the request.
    private static let (defaultEventCount, maxEventCount) = (100, 1000)

    let feed: DeviceFeed
    let pages: PageRoutes
    let json: DeviceJSON

    var all: [Route] {
        [
            Route("/v1/devices", for: .viewers, readsQuery: true, [.get: devices]),
            Route("/v1/events", for: .viewers, [.get: events]),
            Route("/v1/events/past", for: .viewers, readsQuery: true, [.get: pastEvents]),
            Route("/v1/devices/{name}", for: .viewers, [.get: device]),
            Route("/v1/devices/{name}/report", for: .viewers, [.get: report]),
            Route("/v1/devices/{name}/events", for: .viewers, [.get: deviceEvents]),
            Route("/v1/devices/{name}/map", for: .viewers, [.get: description]),
        ]
    }

    private func devices(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("team", "state", "within", "name")
        let filter = try DeviceFilter(parameters)
        let now = context.moment.wallClock
        // The database is not queried for a team of others, so that its existence does not take time.
        let viewer = try context.viewer()
        let mayExist = viewer.seesAll || filter.team.map { viewer.roles[$0] != nil } ?? true
        let found = mayExist ? try context.reader().devices(matching: filter, at: now) : []
        return .json(json.list(found, at: now) + [0x0A])
    }

    private func device(_ context: RequestContext) throws -> HTTPResponse {
        .json(json.device(try context.device()) + [0x0A])
    }

    private func report(_ context: RequestContext) throws -> HTTPResponse {
        .json(json.report(try context.device().report(at: context.moment.wallClock)) + [0x0A])
    }

    private func events(_ context: RequestContext) throws -> HTTPResponse {
        .events(feed.stream(.viewer(try context.viewer()), credential: try context.credential()))
    }

    private func deviceEvents(_ context: RequestContext) throws -> HTTPResponse {
        let device = try context.device().name
        return .events(
            feed.stream(.viewer(try context.viewer()), credential: try context.credential(), device: device))
    }

    private func description(_ context: RequestContext) throws -> HTTPResponse {
        let device = try context.device()
        let role = try context.viewer().role(in: device)
        let isMember = context.admission?.isMember ?? false
        return pages.description { json in
            if context.hasSession { json.boolean("session", true) }
            json.number("staleAfter", device.staleAfter.inSeconds, decimals: 3)
            json.boolean("history", role >= .history)
            json.strings("features", role >= .share && isMember ? ["shares"] : [])
        }
    }

    private func pastEvents(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("device", "before", "last")
        let count = try parameters.number("last", in: 1...Self.maxEventCount)
        let before = try parameters.time("before", now: context.moment.wallClock, clock: .system)
        let name = parameters.text("device")
        let device = name.flatMap { DeviceName($0) }
        // No name of another form exists.
        guard name == nil || device != nil else { return Self.list([]) }
        let events = try context.reader().events(of: device, before: before, limit: count ?? Self.defaultEventCount)
        return Self.list(events)
    }

    private static func list(_ events: [DeviceEvent]) -> HTTPResponse {
        .json { $0.objects("events", events) { $0.members(of: $1) } }
    }
}

extension RequestContext {
    /// The credentials, for a stream.
    ///
    /// - Throws: ``Problem`` on a route for everybody.
    func credential() throws(Problem) -> StreamCredential {
        guard let admission else { throw .unauthorized }
        return .member(admission.credential)
    }

    /// The visible devices and their history.
    ///
    /// - Throws: ``Problem`` on a route for everybody.
    func reader() throws(Problem) -> FleetReader { FleetReader(try connection(), as: try viewer()) }

    /// Returns the device of the first variable segment.
    ///
    /// - Throws: ``Problem`` if there is none, or none that the viewer may see: the database runs the same query, and
    ///   the response is the same.
    func device() throws -> FleetDevice {
        // No name of another form exists.
        guard let name = DeviceName(segments[0]) else { throw Problem.noDevice }
        guard let device = try reader().device(named: name, at: moment.wallClock) else { throw Problem.noDevice }
        return device
    }

    /// Returns the device of the first variable segment to a viewer with a role for it.
    ///
    /// - Throws: ``Problem`` as ``device()``, or if the viewer may only see its newest position.
    func device(for role: TeamRole) throws -> FleetDevice {
        let device = try device()
        guard try viewer().role(in: device) >= role else {
            throw Problem.forbidden("your role shows only the newest position; fix: ask an administrator of the team")
        }
        return device
    }
}

extension DeviceFilter {
    /// Creates a filter from the query parameters `team`, `state`, `within` and `name`.
    ///
    /// - Throws: ``Problem`` for an invalid parameter.
    fileprivate init(_ parameters: QueryParameters) throws(Problem) {
        let states = DeviceState.allCases.map(\.rawValue).joined(separator: ", ")
        self.init(
            team: parameters.text("team"),
            state: try parameters.value("state", expected: "a state: \(states)", parse: DeviceState.init(rawValue:)),
            within: try parameters.area("within"), name: parameters.text("name"))
    }
}
