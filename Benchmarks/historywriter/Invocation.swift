/// What the program is asked for.
enum Invocation {
    /// Writes points from one of that number on, until it is killed.
    case endless(path: String, first: Int)
    /// Measures what is written, at a commit interval in seconds.
    case measure(directory: String, interval: Int)

    static let usage = """
        usage: historywriter endless DATABASE FIRST
               historywriter measure DIRECTORY SECONDS
        """

    init?(_ words: some Collection<String>) {
        let words = Array(words)
        guard words.count == 3, let number = Int(words[2]) else { return nil }
        switch words[0] {
        case "endless": self = .endless(path: words[1], first: number)
        case "measure": self = .measure(directory: words[1], interval: number)
        default: return nil
        }
    }
}
