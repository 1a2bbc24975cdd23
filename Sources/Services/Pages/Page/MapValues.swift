import Languages
import Location
import QRCode

/// The template values of maps: the embedded map, the links, and the QR code of the `geo:` URI.
struct MapValues {
    let fix: Fix
    let coordinate: Coordinate
    let table: LanguageTable

    var values: [String: TemplateValue] {
        let links = MapLink.all(for: fix)
        var values: [String: TemplateValue] = ["map": map]
        values["links"] = .list(links.filter { $0.provider != .geo }.map(Self.link))
        let geo = links.first { $0.provider == .geo }
        values["geo"] = geo.map { .text($0.url) }
        values["codeTitle"] = geo.map { .text(table.text("static.qr-code", ["address": $0.url])) }
        // One SVG path: each row of adjacent dark modules is a stroke as wide as a module.
        values["qr"] = geo.flatMap { try? QRCode($0.url) }
            .map { .object(["path": .text($0.path), "size": .text(String($0.width))]) }
        return values
    }

    private var map: TemplateValue {
        let accuracy = fix.horizontalAccuracy?.radius
        let view = MapView(of: coordinate, accuracy: accuracy, speed: fix.speed)
        var values: [String: TemplateValue] = [
            "url": .text(view.url), "radius": .text(FixedDecimalText.text(view.radius, decimals: 0)),
            "width": .text(FixedDecimalText.text(2 * view.radius, decimals: 0)),
            "latitude": .text(FixedDecimalText.text(view.marker.latitude, decimals: 6)),
            "longitude": .text(FixedDecimalText.text(view.marker.longitude, decimals: 6)),
            "west": .text(FixedDecimalText.text(view.box.west, decimals: 6)),
            "south": .text(FixedDecimalText.text(view.box.south, decimals: 6)),
            "east": .text(FixedDecimalText.text(view.box.east, decimals: 6)),
            "north": .text(FixedDecimalText.text(view.box.north, decimals: 6)),
        ]
        values["circle"] = accuracy.map { .text(FixedDecimalText.text(min($0 / view.radius, 1) * 50, decimals: 2)) }
        let (width, circle) = (["width": "\(FixedDecimalText.text(2 * view.radius, decimals: 0)) m"], accuracy != nil)
        values["sketch"] = .text(table.text(circle ? "static.sketch-with-circle" : "static.sketch", width))
        values["note"] = .text(table.text(circle ? "static.no-map-with-circle" : "static.no-map", width))
        return .object(values)
    }

    private static func link(_ link: MapLink) -> TemplateValue {
        .object([
            "provider": .text(link.provider.rawValue), "name": .text(link.provider.name), "url": .text(link.url),
        ])
    }
}
