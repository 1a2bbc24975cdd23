/// A subcommand with its arguments.
enum WriterCommand {
    /// Writes points, starting with that number, until the process is killed.
    case endless(path: String, first: Int)
    /// Measures the bytes written, with a commit interval in seconds.
    case measure(directory: String, interval: Int)
    /// Creates a history with that many fixes.
    case fill(path: String, fixes: Int)
    /// Measures the cost of recording at a rate in reports per second.
    case flood(path: String, rate: Int)
    /// Measures the time of queries.
    case read(path: String)
    /// Adds missing summaries, and measures the time of what they answer.
    case statistics(path: String)

    static let usage = """
        usage: historywriter endless DATABASE FIRST
               historywriter measure DIRECTORY SECONDS
               historywriter fill DATABASE FIXES
               historywriter flood DATABASE REPORTS-PER-SECOND
               historywriter read DATABASE
               historywriter stats DATABASE
        """

    /// Parses the arguments; nil if they are invalid.
    init?(_ arguments: some Collection<String>) {
        let arguments = Array(arguments)
        if arguments.count == 2, arguments[0] == "read" {
            self = .read(path: arguments[1])
            return
        }
        if arguments.count == 2, arguments[0] == "stats" {
            self = .statistics(path: arguments[1])
            return
        }
        guard arguments.count == 3, let number = Int(arguments[2]) else { return nil }
        switch arguments[0] {
        case "endless": self = .endless(path: arguments[1], first: number)
        case "measure": self = .measure(directory: arguments[1], interval: number)
        case "flood": self = .flood(path: arguments[1], rate: number)
        case "fill": self = .fill(path: arguments[1], fixes: number)
        default: return nil
        }
    }
}
