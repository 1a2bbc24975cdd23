/// Why a file is no table of places.
public enum GazetteerImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is a ZIP archive.
    case archive
    /// Its columns cannot be told.
    case columns(ColumnMapping.MappingError)
    /// There is no place in it; the first line that is none, where there is one.
    case empty(first: String?)

    /// One line: what is wrong, and what would work.
    public var description: String {
        switch self {
        case .archive: "a ZIP archive: unzip it first, as in unzip -p FILE | whereismy gazetteer import --name NAME -"
        case .columns(let fault): fault.description
        case .empty(let first): "no place in it" + (first.map { ", \($0)" } ?? "")
        }
    }
}
