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
            Route("/assets/{name}", for: .anyone, readsQuery: true, [.get: own]),
            Route("/assets/languages/{name}", for: .anyone, readsQuery: true, [.get: files(in: "languages")]),
            Route("/assets/leaflet/{name}", for: .anyone, readsQuery: true, [.get: leaflet]),
            Route("/assets/leaflet/images/{name}", for: .anyone, readsQuery: true, [.get: leaflet]),
            Route("/assets/dygraphs/{name}", for: .anyone, readsQuery: true, [.get: dygraphs]),
        ]
            + folders.flatMap { folder in
                [
                    Route("/assets/\(folder)/{name}", for: .anyone, readsQuery: true, [.get: files(in: folder)]),
                    Route(
                        "/assets/\(folder)/{folder}/{name}", for: .anyone, readsQuery: true, [.get: files(in: folder)]),
                ]
            }
    }

    private var own: Route.Handler { { try asset(named: $0.segments[0], context: $0) } }

    private func files(in folder: String) -> Route.Handler {
        { try asset(named: "\(folder)/" + $0.segments.joined(separator: "/"), context: $0) }
    }

    private func asset(named name: String, context: Context) throws -> HTTPResponse {
        guard let asset = try assets.asset(named: name), !asset.mediaType.hasPrefix("text/html") else {
            throw Problem.notFound("no asset \(name.prefix(80).debugDescription)")
        }
        return Self.response(bytes: asset.bytes, mediaType: asset.mediaType, context: context)
    }

    private var leaflet: Route.Handler { library(LibraryFile.leaflet, package: "libjs-leaflet", code: "no-leaflet") }

    private var dygraphs: Route.Handler {
        library(LibraryFile.dygraphs, package: "libjs-dygraphs", code: "no-dygraphs")
    }

    private func library(_ files: [String: LibraryFile], package: String, code: String) -> Route.Handler {
        { [libraries] context in
            let name = context.segments[0]
            guard let file = files[name] else { throw Problem.notFound("no asset \(name.prefix(80).debugDescription)") }
            do throws(SystemError) {
                return Self.response(
                    bytes: try FileContents.read("\(libraries)/\(file.path)"), mediaType: file.mediaType,
                    context: context)
            } catch {
                throw Problem(.notFound, code: code, detail: "the package \(package) is not installed: \(error)")
            }
        }
    }

    private static func response(bytes: [UInt8], mediaType type: String, context: Context) -> HTTPResponse {
        .tagged(bytes, type: type, caching: "no-cache", for: context.request)
    }
}

/// A file of a library of the live page, as packaged in Debian.
struct LibraryFile {
    /// The files of Debian's `libjs-leaflet`, which draws maps, by their public names.
    static let leaflet = [
        "leaflet.js": LibraryFile("leaflet/leaflet.min.js", "text/javascript; charset=utf-8"),
        "leaflet.css": LibraryFile("leaflet/leaflet.css", "text/css; charset=utf-8"),
        "layers.png": LibraryFile("leaflet/images/layers.png", "image/png"),
        "layers-2x.png": LibraryFile("leaflet/images/layers-2x.png", "image/png"),
        "marker-icon.png": LibraryFile("leaflet/images/marker-icon.png", "image/png"),
        "marker-icon-2x.png": LibraryFile("leaflet/images/marker-icon-2x.png", "image/png"),
        "marker-shadow.png": LibraryFile("leaflet/images/marker-shadow.png", "image/png"),
    ]

    /// The file of Debian's `libjs-dygraphs`, which draws charts, by its public name.
    static let dygraphs = [
        "dygraph.js": LibraryFile("dygraphs/dygraph.min.js", "text/javascript; charset=utf-8")
    ]

    /// The path below the directory of libraries.
    let path: String
    /// The value of `Content-Type`.
    let mediaType: String

    private init(_ path: String, _ mediaType: String) { (self.path, self.mediaType) = (path, mediaType) }
}
