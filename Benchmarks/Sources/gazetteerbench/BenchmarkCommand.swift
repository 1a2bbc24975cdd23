/// A subcommand with its argument.
enum BenchmarkCommand {
    /// Prints a table with that many rows.
    case generate(Int)
    /// Imports a table from standard input into a gazetteer.
    case importTable(String)
    /// Queries a gazetteer.
    case query(String)

    static let usage = "usage: gazetteerbench generate COUNT | import PLACES.DB <TABLE | query PLACES.DB"

    /// Parses the arguments; nil if they are invalid.
    init?(_ arguments: ArraySlice<String>) {
        guard arguments.count == 2, let word = arguments.first, let value = arguments.last else { return nil }
        switch word {
        case "generate":
            guard let count = Int(value), count > 0 else { return nil }
            self = .generate(count)
        case "import": self = .importTable(value)
        case "query": self = .query(value)
        default: return nil
        }
    }
}
