import Basics
public import Location

/// Where a position is, by the names of places.
public enum PlaceText {
    /// Own places that are named; of more the number is told.
    private static let maxNames = 3
    /// Metres from which a place of the world is told in kilometres: a town has no middle to the metre.
    private static let kilometresFrom = 100.0
    /// Metres from which a tenth of a kilometre says nothing.
    private static let wholeKilometresFrom = 99_950.0

    /// What a report knows of the places around its fix, such as `Melbourne, Victoria, AU (0.8 km NE)`,
    /// `in Home · Melbourne, Victoria, AU (0.8 km NE)` and `Melbourne, Victoria, AU (0.8 km NE) · 300 m from Home`.
    ///
    /// That is as old as the fix: who shows it says so. Nothing in it moves a terminal.
    ///
    /// - Parameter report: the report, with the state and age it is shown with or any other.
    /// - Returns: the words; nil where there is no position, or nothing is known of its places.
    public static func text(_ report: Report) -> String? {
        let parts = parts(report)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The same in its parts; none where nothing is known.
    static func parts(_ report: Report) -> [String] {
        guard report.fix?.coordinate != nil else { return [] }
        return [inside(report.inside), report.place.map(nearest), report.near.map(own)].compactMap { $0 }
    }

    /// The same to begin a line with, such as `In Home · Melbourne, Victoria, AU (0.8 km NE)`.
    public static func headline(_ report: Report) -> String? {
        text(report).map { capitalized($0, of: report) }
    }

    /// The first words with a capital, where they are ours; names keep the letters that they have.
    static func capitalized(_ words: String, of report: Report) -> String {
        report.inside.isEmpty ? words : "I\(words.dropFirst())"
    }

    /// A place of the world, such as `Melbourne, Victoria, AU (0.8 km NE)`: the direction is that from the position to
    /// the place, where one would have to go to get there.
    public static func nearest(_ place: NearbyPlace) -> String {
        let direction = place.bearing.map { CompassText.abbreviation($0) } ?? ""
        let way = [distance(place.distance), direction].filter { !$0.isEmpty }
        let name = name(place)
        return way.isEmpty ? name : "\(name) (\(way.joined(separator: " ")))"
    }

    /// What a place of the world is called, such as `Melbourne, Victoria, AU`.
    public static func name(_ place: NearbyPlace) -> String {
        PrintableText.sanitized([place.name, place.region, place.country].compactMap { $0 }.joined(separator: ", "))
    }

    /// The nearest of one's own places, such as `300 m from Home`.
    public static func own(_ place: NearbyPlace) -> String {
        "\(DistanceText.text(place.distance)) from \(PrintableText.sanitized(place.name))"
    }

    /// The own places that one is in, such as `in Home` and `in Home, Garden`; nil where there are none.
    public static func inside(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count - maxNames
        let named = names.prefix(maxNames).map { PrintableText.sanitized($0) }.joined(separator: ", ")
        return rest > 0 ? "in \(named) and \(rest) more" : "in \(named)"
    }

    private static func distance(_ metres: Double) -> String {
        guard metres >= kilometresFrom else { return DistanceText.text(metres) }
        let text = FixedDecimalText.text(metres / 1000, decimals: metres < wholeKilometresFrom ? 1 : 0)
        return text.isEmpty ? "" : "\(text) km"
    }
}
