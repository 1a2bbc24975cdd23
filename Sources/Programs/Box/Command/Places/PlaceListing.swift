import Basics
import CommandLine
import JSON
import Location
import Pages
import Places

/// `whereismy place list` and `show`: print places and their distances.
struct PlaceListing {
    let current: CurrentReport
    let style: DisplayStyle

    func list(_ own: OwnPlaces, _ format: PlaceFormat) -> CommandResult {
        switch format {
        case .names:
            let names = own.places.map { $0.place.name.text + "\n" }.joined()
            return CommandResult(text: names, diagnostics: own.issues.joined(separator: "\n"))
        case .json:
            return .json(diagnostics: diagnostics(own)) { $0.objects("places", own.places, members: members) }
        default:
            guard !own.places.isEmpty else {
                return CommandResult(diagnostics: "there are no places; fix: whereismy place add", code: .nothingKnown)
            }
            return CommandResult(
                text: TextTable.text(own.places.map(row)), diagnostics: diagnostics(own))
        }
    }

    func show(
        _ name: String, of own: OwnPlaces, _ format: PlaceFormat, in context: Context
    ) throws(UnknownPlaceError) -> CommandResult {
        let place = try own.place(named: name)
        guard format == .text else {
            return .json(diagnostics: diagnostics(own)) { members(&$0, place) }
        }
        let rows: [(name: String, text: String?)] = [
            ("place", place.place.name.text), ("shape", PlaceDescription.shape(place.place.shape, style)),
            ("from here", distance(to: place)), ("dwell", place.place.dwell.setting),
            ("created", place.place.created.map(context.localTime)),
            ("defined", place.isConfigured ? Self.configured : nil),
            ("map", MapLink.url(.openstreetmap, for: place.place.shape.centre)),
        ]
        let table = TextTable.text(rows.compactMap { row in row.text.map { [row.name, $0] } })
        return CommandResult(text: table, diagnostics: diagnostics(own))
    }

    private static let configured = "in the configuration"

    /// Warns that an old position makes distances old.
    private func diagnostics(_ own: OwnPlaces) -> String {
        let age = own.places.isEmpty || current.code == .success || current.fix == nil ? [] : [current.summary]
        return (own.issues + age).joined(separator: "\n")
    }

    private func distance(to place: OwnPlace) -> String? {
        current.fix?.coordinate.map { PlaceDescription.distance(to: place, from: $0, style.units) }
    }

    private func row(_ place: OwnPlace) -> [String] {
        let mark = place.isConfigured ? Self.configured : ""
        return [
            place.place.name.text, PlaceDescription.shape(place.place.shape, style), distance(to: place) ?? "", mark,
        ]
    }

    private func members(_ json: inout JSONWriter, _ own: OwnPlace) {
        let place = own.place
        let middle = own.place.shape.centre
        json.string("name", place.name.text)
        json.number("latitude", middle.latitude, decimals: 9)
        json.number("longitude", middle.longitude, decimals: 9)
        switch place.shape {
        case .circle(let circle): json.number("radius", circle.radius, decimals: 3)
        case .polygon(let polygon): json.integer("corners", polygon.rings.reduce(0) { $0 + $1.count })
        }
        json.number("dwell", place.dwell.inSeconds, decimals: 3)
        json.time("created", place.created)
        json.boolean("configured", own.isConfigured)
        if let isInside = own.isInside { json.boolean("inside", isInside) }
        guard let here = current.fix?.coordinate else { return }
        json.number("distance", max(0, place.shape.signedDistance(to: here)), decimals: 1)
        // A bearing is below 360; a value that rounds to 360 is 0.
        json.number("bearing", here.bearing(to: middle).map { $0 >= 359.95 ? 0 : $0 }, decimals: 1)
    }
}

enum PlaceDescription {
    /// The shape, such as `100 m around -37.810000, 144.960000`.
    static func shape(_ shape: PlaceShape, _ style: DisplayStyle) -> String {
        let middle = PositionText.text(shape.centre, style.coordinates)
        switch shape {
        case .circle(let circle): return "\(DistanceText.text(circle.radius, style.units)) around \(middle)"
        case .polygon(let polygon):
            let corners = polygon.rings.reduce(0) { $0 + $1.count }
            return "\(corners) corners around \(middle)"
        }
    }

    /// The distance and the direction of the nearest point of the border, such as `1.2 km to its edge, to the north-east`, or
    /// that the position is inside.
    static func distance(to place: OwnPlace, from here: Coordinate, _ units: UnitSystem) -> String {
        let distance = place.place.shape.signedDistance(to: here)
        if place.isInside ?? (distance <= 0) { return "inside" }
        guard distance > 0 else { return "inside, not entered yet" }
        let direction = place.place.shape.bearing(from: here).flatMap { CompassText.direction($0) }
        let toEdge = "\(DistanceText.rounded(distance, units)) to its edge"
        return [toEdge, direction].compactMap { $0 }.joined(separator: ", ")
    }
}
