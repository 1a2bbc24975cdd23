import HTTPServer
import Linux
package import Pages

/// The routes of the scripts, styles and pictures of the pages.
///
/// They contain no secrets, so everyone can read them.
package struct AssetRoutes<Context: RouteContext> {
    package typealias Route = ContextRoute<Context>

    private let assets: AssetLibrary
    private let libraries: String
    private let folders: [String]

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - assets: the templates and scripts.
    ///   - libraries: the directory of the page's libraries.
    ///   - folders: the folders of scripts among the assets.
    package init(assets: AssetLibrary, libraries: String, folders: [String] = ["live"]) {
        (self.assets, self.libraries, self.folders) = (assets, libraries, folders)
    }

    /// The routes.
    package var all: [Route] {
        [
            Route("/assets/{name}", for: .anyone, [.get: own]),
            Route("/assets/leaflet/{name}", for: .anyone, [.get: leaflet]),
            Route("/assets/leaflet/images/{name}", for: .anyone, [.get: leaflet]),
        ]
            + folders.flatMap { folder in
                [
                    Route("/assets/\(folder)/{name}", for: .anyone, [.get: script(in: folder)]),
                    Route("/assets/\(folder)/{folder}/{name}", for: .anyone, [.get: script(in: folder)]),
                ]
            }
    }

    private var own: Route.Handler {
        { try asset(named: $0.segments[0], context: $0) }
    }

    private func script(in folder: String) -> Route.Handler {
        { try asset(named: "\(folder)/" + $0.segments.joined(separator: "/"), context: $0) }
    }

    private func asset(named name: String, context: Context) throws -> HTTPResponse {
        guard let asset = try assets.asset(named: name), !asset.mediaType.hasPrefix("text/html") else {
            throw Problem.notFound("no asset \(name.prefix(80).debugDescription)")
        }
        return Self.response(bytes: asset.bytes, mediaType: asset.mediaType, context: context)
    }

    private var leaflet: Route.Handler {
        { [libraries] context in
            let name = context.segments[0]
            guard let file = LeafletFile(named: name) else {
                throw Problem.notFound("no asset \(name.prefix(80).debugDescription)")
            }
            do throws(SystemError) {
                return Self.response(
                    bytes: try FileContents.read("\(libraries)/\(file.path)"), mediaType: file.mediaType,
                    context: context)
            } catch {
                throw Problem(
                    .notFound, code: "no-leaflet", detail: "the package libjs-leaflet is not installed: \(error)")
            }
        }
    }

    private static func response(bytes: [UInt8], mediaType type: String, context: Context) -> HTTPResponse {
        let tag = EntityTag.of(bytes)
        let headers = [
            HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-cache"), HTTPField("ETag", tag.text),
        ]
        if tag.matches(context.request.header("If-None-Match")) { return HTTPResponse(.notModified, headers: headers) }
        return HTTPResponse(headers: headers, body: .bytes(bytes))
    }
}

/// The Leaflet files of the live page, as packaged in Debian's `libjs-leaflet`.
struct LeafletFile {
    /// The public names, and the files and types behind them.
    private static let files: [String: (file: String, type: String)] = [
        "leaflet.js": ("leaflet.min.js", "text/javascript; charset=utf-8"),
        "leaflet.css": ("leaflet.css", "text/css; charset=utf-8"),
        "layers.png": ("images/layers.png", "image/png"),
        "layers-2x.png": ("images/layers-2x.png", "image/png"),
        "marker-icon.png": ("images/marker-icon.png", "image/png"),
        "marker-icon-2x.png": ("images/marker-icon-2x.png", "image/png"),
        "marker-shadow.png": ("images/marker-shadow.png", "image/png"),
    ]

    /// The path below the directory of libraries.
    let path: String
    /// The value of `Content-Type`.
    let mediaType: String

    /// Returns the file of a public name; nil for any other name.
    init?(named name: String) {
        guard let (file, type) = Self.files[name] else { return nil }
        path = "leaflet/\(file)"
        mediaType = type
    }
}
