/// The number of a release of gpsd, such as 3.22 or 3.23.1.
struct GPSDRelease: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// It as gpsd says it.
    let description: String
    private let parts: [Int]

    /// Reads the numbers at its start and passes over what follows them, such as `~dev`; nil where there are none.
    init?(_ text: String) {
        let digits = text.prefix { $0 == "." || $0.isASCII && $0.isNumber }
        let parts = digits.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2 else { return nil }
        self.parts = parts
        description = text
    }

    static func < (left: GPSDRelease, right: GPSDRelease) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }

    static func == (left: GPSDRelease, right: GPSDRelease) -> Bool { left.parts == right.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
