import HTTPServer
import Linux
import Location
import Pages

/// The routes of the scripts, styles and pictures of the pages.
///
/// They contain no secrets, so everyone can read them.
struct AssetRoutes {
    let assets: AssetLibrary
    /// The directory of the page's libraries.
    let libraries: String

    /// The routes.
    var all: [Route] {
        [
            Route("/assets/{name}", for: .anyone, [.get: own]),
            Route("/assets/live/{name}", for: .anyone, [.get: script]),
            Route("/assets/live/{folder}/{name}", for: .anyone, [.get: script]),
            Route("/assets/leaflet/{name}", for: .anyone, [.get: leaflet]),
            Route("/assets/leaflet/images/{name}", for: .anyone, [.get: leaflet]),
        ]
    }

    private var own: Route.Handler {
        { try asset(named: $0.segments[0], context: $0) }
    }

    private var script: Route.Handler {
        { try asset(named: "live/" + $0.segments.joined(separator: "/"), context: $0) }
    }

    private func asset(named name: String, context: RequestContext) throws -> HTTPResponse {
        guard let asset = try assets.asset(named: name), !asset.mediaType.hasPrefix("text/html") else {
            throw Problem.notFound("there is no \(name.prefix(80).debugDescription)")
        }
        return Self.response(bytes: asset.bytes, mediaType: asset.mediaType, context: context)
    }

    private var leaflet: Route.Handler {
        { [libraries] call in
            let name = call.segments[0]
            guard let file = LeafletFile(named: name) else {
                throw Problem.notFound("there is no \(name.prefix(80).debugDescription)")
            }
            do throws(SystemError) {
                return Self.response(bytes: try FileContents.read("\(libraries)/\(file.path)"), mediaType: file.mediaType, context: call)
            } catch {
                throw Problem(.notFound, code: "no-leaflet", detail: "the package libjs-leaflet is not installed: \(error)")
            }
        }
    }

    private static func response(bytes: [UInt8], mediaType type: String, context call: RequestContext) -> HTTPResponse {
        let tag = EntityTag.of(bytes)
        let headers = [
            HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-cache"), HTTPField("ETag", tag.text),
        ]
        if tag.matches(call.request.header("If-None-Match")) { return HTTPResponse(.notModified, headers: headers) }
        return HTTPResponse(headers: headers, body: .bytes(bytes))
    }
}
