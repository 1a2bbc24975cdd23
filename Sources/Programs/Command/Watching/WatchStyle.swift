import Location

/// How a report that comes is shown.
enum WatchStyle: Hashable, Sendable {
    /// One line of a terminal that is written over, so many characters wide.
    case terminal(columns: Int)
    /// A line each.
    case lines
    /// A line of JSON each, as the daemon tells it.
    case json
    /// Not at all.
    case silent

    private static let clearance = "\u{1B}[K"

    /// The bytes that show a line.
    ///
    /// - Parameters:
    ///   - text: the line.
    ///   - time: when, by the user's clock.
    /// - Returns: them; nothing where lines are JSON or nothing is shown.
    func bytes(_ text: String, at time: String) -> [UInt8] {
        switch self {
        // In the last column some terminals go on to the next row.
        case .terminal(let columns): Array("\r\(text.prefix(max(1, columns - 1)))\(Self.clearance)".utf8)
        case .lines: Array("\(time)  \(text)\n".utf8)
        case .json, .silent: []
        }
    }

    /// The bytes that make room for a line on standard error.
    var lineClear: [UInt8] {
        if case .terminal = self { return Array("\r\(Self.clearance)".utf8) }
        return []
    }

    /// The bytes that give the terminal back.
    var closing: [UInt8] {
        if case .terminal = self { return [0x0A] }
        return []
    }
}
