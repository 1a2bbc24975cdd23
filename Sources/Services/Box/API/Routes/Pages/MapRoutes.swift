import Access
import Basics
import HTTPServer
import JSON
import Linux
import Web

struct MapRoutes {
    let daemon: DaemonAccess
    let map: MapSource
    /// The local tiles; nil if browsers load them elsewhere.
    let tiles: (any TileArchive)?
    let land: LandOutlines
    let gazetteer: GazetteerAccess

    var all: [Route] {
        [
            Route("/v1/map", for: .readers, [.get: description]),
            tileRoute, land.route(for: .readers),
        ]
    }

    /// The route of tiles, which reveal nothing about the position.
    var tileRoute: Route { Route("/tiles/{z}/{x}/{y}", for: .readers, [.get: tile]) }

    private func description(_ context: RequestContext) throws -> HTTPResponse {
        description { json in
            // Lets the page show the controls that change something, and the sign-out button.
            if context.admission?.session != nil { json.boolean("session", true) }
            // Without a gazetteer, a page does not ask for towns again and again.
            json.boolean("towns", gazetteer.exists)
            // A share does not reveal it.
            if let offset = LocalClock.system.offset(at: daemon.clock().wallClock) {
                json.integer("utcOffset", Int(offset.components.seconds))
            }
        }
    }

    /// Returns the map's description for the page, with more members for a share.
    func description(_ more: (inout JSONWriter) -> Void) -> HTTPResponse {
        .json { json in
            json.string("tiles", tiles == nil ? map.tiles : "tiles/{z}/{x}/{y}")
            json.string("attribution", tiles == nil ? map.attribution : tiles?.metadata.attribution)
            json.string("attributionLink", tiles == nil ? map.attributionLink : nil)
            json.string("appearance", map.isDark ? "dark" : "light")
            json.integer("minZoom", tiles?.metadata.minZoom ?? 0)
            json.integer("maxZoom", tiles?.metadata.maxZoom ?? 19)
            if let bounds = tiles?.metadata.bounds {
                json.numbers("bounds", [bounds.west, bounds.south, bounds.east, bounds.north], decimals: 7)
            }
            land.describe(&json)
            json.number("staleAfter", daemon.staleAfter.inSeconds, decimals: 3)
            json.boolean("history", daemon.historyFile != nil)
            more(&json)
        }
    }

    private func tile(_ context: RequestContext) throws -> HTTPResponse {
        let numbers = context.segments.compactMap { Int($0) }
        guard let tiles, numbers.count == 3,
            let address = TileAddress(zoom: numbers[0], column: numbers[1], row: numbers[2]),
            let tile = try tiles.tile(address)
        else { throw Problem.notFound("the map has no tile \(context.segments.joined(separator: "/").prefix(80))") }
        let headers = [
            HTTPField("Content-Type", tile.type.mediaType), HTTPField("Cache-Control", "private, max-age=86400"),
        ]
        return HTTPResponse(headers: headers, body: .bytes(tile.bytes))
    }
}
