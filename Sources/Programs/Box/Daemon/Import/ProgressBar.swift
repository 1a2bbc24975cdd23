import Basics

/// A progress bar for reading a file, redrawn only where it changes.
struct ProgressBar {
    /// Returns to the start of the line and erases it (ECMA-48, EL).
    static let erasure = "\r\u{1B}[K"

    private static let width = 30
    /// Bytes between two updates where the size is unknown.
    private static let stride = 4_194_304

    private let name: String
    private let size: Int?
    private var drawn = -1

    init(name: String, size: Int?) {
        self.name = PrintableText.sanitized(name.split(separator: "/").last ?? "/", limit: Self.width)
        self.size = size
    }

    /// The line to draw; nil if it has not changed.
    mutating func line(read bytes: Int, points: Int) -> String? {
        let step = size.map { $0 > 0 ? min(bytes, $0) * 100 / $0 : 100 } ?? bytes / Self.stride
        guard step != drawn else { return nil }
        drawn = step
        guard size != nil else { return "\(Self.erasure)\(name) \(points) points" }
        let full = step * Self.width / 100
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
        return "\(Self.erasure)\(name) [\(bar)] \(step) % \(points) points"
    }
}
