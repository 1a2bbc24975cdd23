/// What the program is asked for.
enum Invocation {
    /// Writes points from one of that number on, until it is killed.
    case endless(path: String, first: Int)
    /// Measures what is written, at a commit interval in seconds.
    case measure(directory: String, interval: Int)

    /// Makes a history of so many fixes.
    case fill(path: String, count: Int)

    /// Measures what recording costs at so many reports a second.
    case flood(path: String, rate: Int)
    /// Measures how long it takes to read from one.
    case read(path: String)

    static let usage = """
        usage: historywriter endless DATABASE FIRST
               historywriter measure DIRECTORY SECONDS
               historywriter fill DATABASE FIXES
               historywriter flood DATABASE REPORTS-A-SECOND
               historywriter read DATABASE
        """

    init?(_ words: some Collection<String>) {
        let words = Array(words)
        if words.count == 2, words[0] == "read" {
            self = .read(path: words[1])
            return
        }
        guard words.count == 3, let number = Int(words[2]) else { return nil }
        switch words[0] {
        case "endless": self = .endless(path: words[1], first: number)
        case "measure": self = .measure(directory: words[1], interval: number)
        case "flood": self = .flood(path: words[1], rate: number)
        case "fill": self = .fill(path: words[1], count: number)
        default: return nil
        }
    }
}
