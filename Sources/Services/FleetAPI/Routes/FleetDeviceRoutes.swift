import Basics
import FleetProtocol
import FleetStore
import HTTPServer
import History
import JSON
import Location
import Web
import Wire

/// The newest positions: of all devices, and of one.
struct FleetDeviceRoutes {
    let feed: FleetFeed
    let pages: FleetPageRoutes

    /// The routes.
    var all: [FleetRoute] {
        [
            FleetRoute("/v1/devices", for: .viewers, [.get: devices]),
            FleetRoute("/v1/events", for: .viewers, [.get: events]),
            FleetRoute("/v1/devices/{name}", for: .viewers, [.get: device]),
            FleetRoute("/v1/devices/{name}/report", for: .viewers, [.get: report]),
            FleetRoute("/v1/devices/{name}/events", for: .viewers, [.get: deviceEvents]),
            FleetRoute("/v1/devices/{name}/map", for: .viewers, [.get: description]),
        ]
    }

    private var devices: FleetRoute.Handler {
        { context in
            let parameters = try context.queryParameters("team", "state", "within", "name")
            let filter = try DeviceFilter(parameters)
            let now = context.moment.wallClock
            // The database is not asked for a team of others, so that its existence does not take time.
            let viewer = try context.viewer()
            let mayExist = viewer.seesAll || filter.team.map { viewer.roles[$0] != nil } ?? true
            let found = mayExist ? try context.reader().devices(matching: filter, at: now) : []
            return .json(FleetDeviceJSON.list(found, at: now) + [0x0A])
        }
    }

    private var device: FleetRoute.Handler {
        { context in
            _ = try context.queryParameters()
            let device = try context.device()
            return .json(FleetDeviceJSON.encode(device) + [0x0A])
        }
    }

    private var report: FleetRoute.Handler {
        { context in
            _ = try context.queryParameters()
            let report = try context.device().report(at: context.moment.wallClock)
            return .json(ReportJSON.encode(report) + [0x0A])
        }
    }

    private var events: FleetRoute.Handler {
        { [feed] context in
            _ = try context.queryParameters()
            return .events(feed.stream(.viewer(try context.viewer()), credential: try context.credential()))
        }
    }

    private var deviceEvents: FleetRoute.Handler {
        { [feed] context in
            _ = try context.queryParameters()
            let device = try context.device().name
            return .events(
                feed.stream(.viewer(try context.viewer()), credential: try context.credential(), device: device))
        }
    }

    private var description: FleetRoute.Handler {
        { [pages] context in
            _ = try context.queryParameters()
            let device = try context.device()
            let role = try context.viewer().role(in: device)
            let hasSession = context.admission?.hasSession ?? false
            return .json(
                pages.settings { json in
                    if hasSession { json.boolean("session", true) }
                    json.number("staleAfter", device.staleAfter.inSeconds, decimals: 3)
                    json.boolean("history", role >= .history)
                    json.strings("features", role >= .share && (context.admission?.isMember ?? false) ? ["shares"] : [])
                })
        }
    }
}

extension FleetContext {
    /// The credentials, for a stream.
    ///
    /// - Throws: ``Problem`` on a route for everybody.
    func credential() throws(Problem) -> FleetStreamCredential {
        guard let admission else { throw .unauthorized }
        return .member(admission.credential)
    }

    /// What the viewer may see.
    ///
    /// - Throws: ``Problem`` on a route for everybody.
    func reader() throws(Problem) -> FleetReader { FleetReader(try connection(), as: try viewer()) }

    /// Returns the device of the first variable segment.
    ///
    /// - Throws: ``Problem`` if there is none, or none that the viewer may see: the database is asked for the same, and
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
