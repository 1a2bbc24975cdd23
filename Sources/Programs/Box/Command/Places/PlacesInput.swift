import Linux
import PlacesFiles

enum PlacesInput {
    struct InputError: Error, CustomStringConvertible {
        let file: String
        let reason: String

        var description: String { "\(file): \(reason)" }
    }

    private static let chunkSize = 1 << 16

    /// Reads a file, or standard input for `-`.
    ///
    /// - Throws: `SystemError`, or ``InputError`` above the size limit.
    static func read(_ path: String) throws -> [UInt8] {
        let input = try path == "-" ? FileDescriptor.standardInput() : FileDescriptor.open(path)
        var bytes: [UInt8] = []
        while true {
            let chunk = try input.read(upTo: chunkSize)
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
            guard bytes.count <= PlacesFormatError.maxBytes else {
                throw InputError(file: path, reason: PlacesFormatError.tooLarge(bytes: bytes.count).description)
            }
        }
    }

    /// Reads the places of a file, either GeoJSON or OwnTracks waypoints, detected from its content.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - usualRadius: the radius in metres of GeoJSON points without one; nil to report them as issues.
    /// - Returns: the places and the issues of invalid entries.
    /// - Throws: `SystemError`, or ``InputError`` for other formats.
    static func places(_ path: String, usualRadius: Double?) throws -> ParsedPlaces {
        let bytes = try read(path)
        do throws(PlacesFormatError) {
            if let places = try waypoints(bytes) { return places }
            return try PlacesGeoJSON.decode(bytes, defaultRadius: usualRadius)
        } catch .unreadable {
            throw InputError(file: path, reason: "neither GeoJSON nor OwnTracks waypoints")
        } catch {
            throw InputError(file: path, reason: error.description)
        }
    }

    /// Nil if the file is not OwnTracks waypoints.
    private static func waypoints(_ bytes: [UInt8]) throws(PlacesFormatError) -> ParsedPlaces? {
        do throws(PlacesFormatError) { return try OwnTracksWaypoints.decode(bytes) } catch .unreadable { return nil }
    }
}
