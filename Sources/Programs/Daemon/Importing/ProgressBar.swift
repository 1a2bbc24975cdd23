import Basics
import Location

/// How far the reading of a file has come, drawn anew only where that looks different.
struct ProgressBar {
    /// Back to the start of the line, which is erased (ECMA-48, EL).
    static let erasure = "\r\u{1B}[K"

    private static let width = 30
    /// Bytes between two drawings where the file has no known end.
    private static let stride = 4_194_304

    private let name: String
    private let size: Int?
    private var drawn = -1

    /// - Parameters:
    ///   - name: the file, as it is called by the user.
    ///   - size: bytes; nil where that is not known, as of a pipe.
    init(name: String, size: Int?) {
        self.name = PrintableText.sanitized(name.split(separator: "/").last ?? "/", limit: Self.width)
        self.size = size
    }

    /// The line to draw; nil where the last one still says it.
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
