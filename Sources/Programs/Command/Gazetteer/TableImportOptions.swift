import Configuration
import Gazetteer

/// What says how a table of places is read.
enum TableImportOptions {
    static let name = Option("name", value: "NAME", help: "import: what the source is called (the file's name)")
    static let kind = Option(
        "kind", value: "KIND", .each(of: GazetteerFormat.self),
        help: "import: geonames, csv or cities (told from the first line)")
    static let columns = Option(
        "columns", value: "LIST", help: "import: which column of a CSV is what: name=suburb,latitude=4,...")

    static let ifChanged = Option(
        "if-changed", help: "import: only where libgeonames has other cities than were brought in")

    static let all = [name, kind, columns, ifChanged]
}
