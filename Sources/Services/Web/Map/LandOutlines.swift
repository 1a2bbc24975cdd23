package import Coastline
import HTTPServer
package import JSON
import Linux
import Systemd

/// The outlines of land for a map without tiles, which reveal nothing about a position.
package struct LandOutlines: Sendable {
    private let land: LandFile?

    /// Takes the outlines of a file; nil for none.
    package init(_ land: LandFile?) { self.land = land }

    /// Opens the first of these files that exists; on an error logs a warning, and goes on with the next.
    package init(files: [String], log write: (String) -> Void = { Log.write(.warning, $0) }) {
        self.init(Self.first(of: files, write))
    }

    private static func first(of files: [String], _ write: (String) -> Void) -> LandFile? {
        for file in files {
            do throws(SystemError) {
                return try LandFile(file)
            } catch  where error.isNotFound {
                continue
            } catch {
                write("\(file) has no outlines of land: \(error)")
            }
        }
        return nil
    }

    /// Writes the members of the map's description for the outlines; nothing without any.
    package func describe(_ json: inout JSONWriter) {
        json.string("land", land == nil ? nil : "v1/land/{z}/{x}/{y}")
        json.integer("landTolerance", land?.tolerance)
    }

    /// Returns the route of the outlines in a square of the map.
    package func route<Context: RouteContext>(for audience: Context.Audience) -> ContextRoute<Context> {
        ContextRoute("/v1/land/{z}/{x}/{y}", for: audience, [.get: { try response(to: $0) }])
    }

    private func response(to context: some RouteContext) throws -> HTTPResponse {
        let numbers = context.segments.compactMap { Int($0) }
        guard let land, numbers.count == 3,
            let square = MapSquare(zoom: numbers[0], column: numbers[1], row: numbers[2])
        else {
            throw Problem.notFound("there are no outlines of \(context.segments.joined(separator: "/").prefix(80))")
        }
        let path = String(decoding: try Self.path(of: square, in: land), as: UTF8.self)
        let outlines = JSONWriter.line { json in
            json.integer("extent", LandFile.extent)
            json.string("path", path)
        }
        return .tagged(
            outlines, type: "application/json", caching: "private, max-age=86400", for: context.request)
    }

    private static func path(of square: MapSquare, in land: LandFile) throws(Problem) -> [UInt8] {
        do {
            return try land.path(of: square)
        } catch {
            throw Problem(.serviceUnavailable, code: "land-unreadable", detail: "\(error)")
        }
    }
}
