import Basics
import FleetProtocol
import FleetStore
import HTTPServer
import History
import Linux
import PostgreSQL
import Queries
import Web

/// The past of one device, by the queries that the daemon has.
struct HistoryRoutes {
    private static let type = "application/json"

    let services: Services
    /// The clock for dates and times of day.
    var clock: LocalClock = .system

    var all: [Route] {
        [
            Route("/v1/devices/{name}/track", for: .viewers, readsQuery: true, [.get: track]),
            Route("/v1/devices/{name}/at", for: .viewers, readsQuery: true, [.get: at]),
            Route("/v1/devices/{name}/stats", for: .viewers, readsQuery: true, [.get: stats]),
            Route("/v1/devices/{name}/days", for: .viewers, readsQuery: true, [.get: days]),
            Route("/v1/devices/{name}/places/events", for: .viewers, readsQuery: true, [.get: placeEvents]),
        ]
    }

    private func track(_ context: RequestContext) throws -> HTTPResponse {
        let now = context.moment.wallClock
        let track = try TrackRequest(ofDevice: context, at: now, clock: clock)
        return try response(context, type: track.media.mediaType) { history, device, output in
            try track.write(from: history, device: device) { try output.write($0) }
        }
    }

    private func at(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("time")
        guard let moment = try parameters.time("time", now: context.moment.wallClock, clock: clock) else {
            throw Problem.badRequest("time is missing; expected \(TimePhrase.examples)")
        }
        return try response(context, type: Self.type) { history, device, output in
            let (position, _) = try PositionQuery(history: history, moment: moment).run(device: device)
            try output.write(PositionResult(moment: moment, position: position).json())
        }
    }

    private func stats(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("from", "to", "zone")
        let clock = try parameters.clock(else: clock)
        let period = try parameters.period(at: context.moment.wallClock, clock: clock)
        return try response(context, type: Self.type) { history, device, output in
            let (statistics, _) = try StatisticsQuery(history).run(period, device: device, clock: clock)
            try output.write(statistics.json())
        }
    }

    private func days(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("from", "to", "zone")
        let clock = try parameters.clock(else: clock)
        let period = try parameters.periodOfDays(at: context.moment.wallClock, clock: clock)
        return try response(context, type: Self.type) { history, _, output in
            // An empty write fails once the client has left.
            let result = try DaysResult(history, period, clock: clock) { try output.write([]) }
            try output.write(result.json)
        }
    }

    private func placeEvents(_ context: RequestContext) throws -> HTTPResponse {
        let selection = try PlaceEventFilter(
            context.queryParameters("from", "to", "place", "last"), now: context.moment.wallClock, clock: clock)
        let type = try context.mediaType(among: PlaceEventFilter.mediaTypes)
        return try response(context, type: type) { history, _, output in
            try selection.write(from: history, as: type, to: output)
        }
    }

    /// Returns the response with the past of the device in the path, which its own thread produces.
    private func response(
        _ context: RequestContext, type: String,
        _ produce: @escaping @Sendable (any HistoryReader, String, ProducedStream.Output) throws -> Void
    ) throws -> HTTPResponse {
        let (device, viewer) = (try context.device(for: .history), try context.viewer())
        let lease = CredentialLease(try context.credential(), .viewer(viewer), services: services)
        return try services.workers.response(for: context, type: type, isValid: { lease.isValid }) {
            [services] output in
            try produce(
                DeviceHistory(services.connect(DatabaseSession.maxLongStatement), of: device, as: viewer),
                device.name.text,
                output)
        }
    }
}

extension DeviceHistory {
    /// Creates the history of a device with the rights of a viewer.
    convenience init(_ connection: PostgresConnection, of device: FleetDevice, as viewer: FleetViewer) {
        self.init(connection, device: Int64(device.id), name: device.name.text) { connection in
            try FleetReader.restrict(connection, to: viewer)
        }
    }
}
