extension Double {
    /// Metres that make sense on Earth, halfway around which are 20,004 km.
    private static let distanceRange = 0...21e6

    /// Reads a distance as people write it, in metres, 0 or more; nil for anything else.
    ///
    /// - Parameter text: a number of metres such as `500` or `500m`, or of kilometres such as `20km`, up to 21,000 km.
    public init?(distance text: String) {
        let isLong = text.hasSuffix("km")
        let digits = text.dropLast(isLong ? 2 : text.hasSuffix("m") ? 1 : 0)
        guard let number = Double(digits), case let metres = number * (isLong ? 1000 : 1),
            Self.distanceRange.contains(metres)
        else { return nil }
        // Of a negative zero nothing is left to tell.
        self = metres.magnitude
    }
}
