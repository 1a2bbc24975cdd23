import CommandLine
import Configuration
import JSON
import Location
import Places

/// The anchor that the daemon is asked to set.
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

    init(_ options: ParsedOptions, at position: Coordinate?) throws(UsageError) {
        self.init(radius: try PlaceOptions.radius(options) ?? AnchorWatch.defaultRadius, position: position)
        guard options.contains(PlaceOptions.bearing) == options.contains(PlaceOptions.distance) else {
            throw UsageError("--bearing and --distance need each other")
        }
        let direction = ValueSyntax<Double>("a direction from 0 to 360 degrees, such as 210") { text in
            Double(text).flatMap { (0...360).contains($0) ? $0 : nil }
        }
        let length = ValueSyntax.distance("a distance up to 1km, such as 25m", within: AnchorWatch.offsetRange)
        if let bearing = try options.value(of: PlaceOptions.bearing, as: direction),
            let distance = try options.value(of: PlaceOptions.distance, as: length)
        {
            offset = (bearing, distance)
        }
    }

    /// The body of the request.
    var bytes: [UInt8] {
        JSONWriter.object { json in
            json.number("radius", radius, decimals: 3)
            json.number("latitude", position?.latitude, decimals: 9)
            json.number("longitude", position?.longitude, decimals: 9)
            json.number("bearing", offset?.bearing, decimals: 3)
            json.number("distance", offset?.distance, decimals: 3)
        }
    }
}
