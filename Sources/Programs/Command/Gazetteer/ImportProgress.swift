import Linux

/// How far a long import has come, drawn over itself in a line of the terminal.
struct ImportProgress {
    /// Columns of the bar at most.
    private static let maxWidth = 50

    private let size: Int?
    private let width: Int?
    private var done = 0
    private var shown = -1

    /// - Parameters: of the file in bytes, nil where it has no end of its own; columns of the terminal, nil for none.
    init(of size: Int?, columns: Int?) {
        self.size = size
        width = columns.map { max(10, min($0 - 10, Self.maxWidth)) }
    }

    /// Draws it where it has changed; standard error, since the answer goes elsewhere.
    mutating func show(bytes: Int) {
        done += bytes
        guard let width, let size, size > 0, StandardStream.error.isTerminal else { return }
        let percent = min(100, done * 100 / size)
        guard percent != shown else { return }
        shown = percent
        let filled = width * percent / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        try? StandardStream.error.write(Array("\r\(bar) \(percent) %".utf8))
    }

    /// Clears the line.
    func end() {
        guard shown >= 0 else { return }
        try? StandardStream.error.write(Array("\r\u{1B}[K".utf8))
    }
}
