import Coastline
import HTTPServer
import JSON
import Web

extension MapRoutes {
    /// The route of the outlines of land, which reveal nothing about the position.
    var landRoute: Route { Route("/v1/land/{z}/{x}/{y}", for: .readers, [.get: outlines]) }

    private func outlines(_ context: RequestContext) throws -> HTTPResponse {
        let numbers = context.segments.compactMap { Int($0) }
        guard let land, numbers.count == 3,
            let square = MapSquare(zoom: numbers[0], column: numbers[1], row: numbers[2])
        else {
            throw Problem.notFound("there are no outlines of \(context.segments.joined(separator: "/").prefix(80))")
        }
        var json = JSONWriter()
        let path = String(decoding: try Self.path(of: square, in: land), as: UTF8.self)
        json.object { json in
            json.integer("extent", LandFile.extent)
            json.string("path", path)
        }
        return .tagged(
            json.bytes + [0x0A], type: "application/json", caching: "private, max-age=86400", for: context.request)
    }

    private static func path(of square: MapSquare, in land: LandFile) throws(Problem) -> [UInt8] {
        do {
            return try land.path(of: square)
        } catch {
            throw Problem(.serviceUnavailable, code: "land-unreadable", detail: "\(error)")
        }
    }
}
