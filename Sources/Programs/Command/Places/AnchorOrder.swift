import Basics
import Configuration
import JSON
import Location
import Places

/// An anchor watch to be set.
struct AnchorOrder {
    /// The radius of the swing circle in metres.
    let radius: Double
    /// The position of the boat, or of the anchor without an offset; nil for the current position.
    let position: Coordinate?
    /// The direction in degrees and the distance in metres from the position to the anchor; nil if it is there.
    var offset: (bearing: Double, distance: Double)?

    /// Creates an order for an anchor at a position.
    init(radius: Double, position: Coordinate?) {
        (self.radius, self.position) = (radius, position)
    }

    /// Parses the options.
    ///
    /// - Throws: `UsageError`.
    init(_ options: ParsedOptions, at position: Coordinate?) throws(UsageError) {
        self.init(radius: try PlaceOptions.radius(options) ?? AnchorWatch.defaultRadius, position: position)
        let (bearing, distance) = (options.value(of: PlaceOptions.bearing), options.value(of: PlaceOptions.distance))
        guard bearing != nil || distance != nil else { return }
        guard let bearing, let distance else { throw UsageError("--bearing and --distance need each other") }
        guard let degrees = Double(bearing), (0...360).contains(degrees) else {
            throw UsageError("--bearing: \(Self.quoted(bearing)) is not a direction from 0 to 360 degrees, such as 210")
        }
        guard let metres = Double(distance: distance), AnchorWatch.offsetRange.contains(metres) else {
            throw UsageError("--distance: \(Self.quoted(distance)) is not a distance up to 1km, such as 25m")
        }
        offset = (degrees, metres)
    }

    /// The body of the request.
    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.number("radius", radius, decimals: 3)
            json.number("latitude", position?.latitude, decimals: 9)
            json.number("longitude", position?.longitude, decimals: 9)
            json.number("bearing", offset?.bearing, decimals: 3)
            json.number("distance", offset?.distance, decimals: 3)
        }
        return json.bytes
    }

    private static func quoted(_ text: String) -> String { String(text.prefix(80)).debugDescription }
}
