import Linux
import PlacesFiles

/// A file of places that is named on the command line.
enum PlacesInput {
    /// What is wrong with a file.
    struct InputError: Error, CustomStringConvertible {
        let file: String
        let reason: String

        /// One line: the file and what is wrong with it.
        var description: String { "\(file): \(reason)" }
    }

    private static let piece = 1 << 16

    /// All bytes of a file, or of standard input for `-`.
    ///
    /// - Throws: `SystemError`, or ``InputError`` where there are more than a file of places has.
    static func read(_ path: String) throws -> [UInt8] {
        let input = try path == "-" ? FileDescriptor.standardInput() : FileDescriptor.open(path)
        var bytes: [UInt8] = []
        while true {
            let part = try input.read(upTo: piece)
            guard !part.isEmpty else { return bytes }
            bytes += part
            guard bytes.count <= PlacesFormatError.maxBytes else {
                throw InputError(file: path, reason: PlacesFormatError.tooLarge(bytes: bytes.count).description)
            }
        }
    }

    /// The places of a file, told by its content from GeoJSON and OwnTracks waypoints.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - usualRadius: metres that a point of GeoJSON without a radius has; nil where that is a fault.
    /// - Returns: them, and what is wrong with the entries that are none.
    /// - Throws: `SystemError`, or ``InputError`` where it is neither.
    static func places(_ path: String, usualRadius: Double?) throws -> ParsedPlaces {
        let bytes = try read(path)
        do throws(PlacesFormatError) {
            if let harvest = try waypoints(bytes) { return harvest }
            return try PlacesGeoJSON.decode(bytes, defaultRadius: usualRadius)
        } catch .unreadable {
            throw InputError(file: path, reason: "neither GeoJSON nor waypoints of OwnTracks")
        } catch {
            throw InputError(file: path, reason: error.description)
        }
    }

    /// Nil where it is not that.
    private static func waypoints(_ bytes: [UInt8]) throws(PlacesFormatError) -> ParsedPlaces? {
        do throws(PlacesFormatError) { return try OwnTracksWaypoints.decode(bytes) } catch .unreadable { return nil }
    }
}
