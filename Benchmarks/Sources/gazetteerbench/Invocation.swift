/// What is measured.
enum Invocation {
    case generate(Int)
    case bringIn(String)
    case ask(String)

    static let usage = "usage: gazetteerbench generate COUNT | import PLACES.DB <TABLE | ask PLACES.DB"

    /// Nil where the arguments make no sense.
    init?(_ arguments: ArraySlice<String>) {
        guard arguments.count == 2, let word = arguments.first, let value = arguments.last else { return nil }
        switch word {
        case "generate":
            guard let count = Int(value), count > 0 else { return nil }
            self = .generate(count)
        case "import": self = .bringIn(value)
        case "ask": self = .ask(value)
        default: return nil
        }
    }
}
