import Basics
public import Languages
public import Location

/// The places around a position as text.
public enum PlaceText {
    /// Metres from the centre of a town in which the position is in the town.
    private static let centreRadius = 250.0
    /// The maximum number of own places that are named; the rest are counted.
    private static let maxNames = 3
    /// Kilometres or miles from which they are used: a town has no centre to the metre.
    private static let longUnitFrom = 0.1

    /// Returns the places around a report's fix, such as `0.8 km north of Melbourne, Victoria, AU`, `at Home · in
    /// Melbourne, Victoria, AU` and `0.8 km north of Melbourne, Victoria, AU · 300 m from the edge of Home`.
    ///
    /// The text is as old as the fix, which callers have to show. It contains no control characters.
    ///
    /// - Parameters:
    ///   - report: the report; its state and age do not matter.
    ///   - units: the system of units.
    ///   - table: the language.
    /// - Returns: the text; nil without a position or known places.
    public static func text(
        _ report: Report, _ units: UnitSystem = .metric, in table: LanguageTable = .command
    ) -> String? {
        let parts = parts(report, units, in: table)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// Returns the parts of the text; none without known places.
    static func parts(
        _ report: Report, _ units: UnitSystem = .metric, in table: LanguageTable = .command
    ) -> [String] {
        guard report.fix?.coordinate != nil else { return [] }
        return [
            inside(report.inside, in: table), report.place.map { nearest($0, units, in: table) },
            report.near.map { own($0, units, in: table) },
        ].compactMap { $0 }
    }

    /// Returns the same capitalized, such as `At Home · in Melbourne, Victoria, AU`.
    public static func headline(
        _ report: Report, _ units: UnitSystem = .metric, in table: LanguageTable = .command
    ) -> String? {
        text(report, units, in: table).map { capitalized($0, of: report) }
    }

    /// Returns text with a capital where it begins with our own word; names keep their spelling.
    static func capitalized(_ text: String, of report: Report) -> String {
        let begins = !report.inside.isEmpty || report.place.map { $0.distance <= centreRadius } ?? false
        return begins ? text.prefix(1).uppercased() + text.dropFirst() : text
    }

    /// Returns the position relative to a place of the gazetteer, such as `0.8 km north of Melbourne, Victoria, AU` and
    /// `in Melbourne, Victoria, AU`.
    public static func nearest(
        _ place: NearbyPlace, _ units: UnitSystem = .metric, in table: LanguageTable = .command
    ) -> String {
        let name = name(place)
        guard place.distance.isFinite else { return name }
        guard place.distance > centreRadius else { return table.text("static.in", ["place": name]) }
        // The bearing of the place from here is the opposite of the direction from the place to here.
        let point = place.bearing.flatMap { CompassText.point($0 + 180) }
        let distance = table.number(distance(place.distance, units))
        return table.text("static.\(point.map { "\($0)-of" } ?? "from")", ["distance": distance, "place": name])
    }

    /// Returns the name of a place of the gazetteer, such as `Melbourne, Victoria, AU`.
    public static func name(_ place: NearbyPlace) -> String {
        PrintableText.sanitized([place.name, place.region, place.country].compactMap { $0 }.joined(separator: ", "))
    }

    /// Returns the nearest own place, such as `300 m from the edge of Home`.
    ///
    /// Inside a place that has not been entered yet, which takes its dwell time, it is `within Home, not entered yet`.
    public static func own(
        _ place: NearbyPlace, _ units: UnitSystem = .metric, in table: LanguageTable = .command
    ) -> String {
        let name = PrintableText.sanitized(place.name)
        guard place.distance > 0 else { return table.text("static.within", ["place": name]) }
        let distance = table.number(DistanceText.rounded(place.distance, units))
        return table.text("static.from-edge", ["distance": distance, "place": name])
    }

    /// Returns the own places around the position, such as `at Home` and `at Home, Garden`; nil if there are none.
    public static func inside(_ names: [String], in table: LanguageTable = .command) -> String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count - maxNames
        let named = names.prefix(maxNames).map { PrintableText.sanitized($0) }.joined(separator: ", ")
        guard rest > 0 else { return table.text("static.at", ["places": named]) }
        return table.text("static.at-more", ["places": named], count: rest)
    }

    private static func distance(_ metres: Double, _ units: UnitSystem) -> String {
        let amount = metres / units.longUnit.metres
        guard amount.isFinite else { return "" }
        guard amount >= longUnitFrom else { return DistanceText.text(metres, units) }
        return DistanceText.rounded(metres, in: units.longUnit)
    }
}
