import Basics

/// The points that an append added to an hour of a device.
struct HourAddition {
    /// The times of the new points.
    let added: [Timestamp]
    /// The times of the sealed points in that hour that were there before, as far as they may lie between the new ones.
    let sealed: Set<Timestamp>
}

/// The late spans of an append, by device.
struct LateSpans {
    /// The spans of each device, none of which reaches into another hour.
    private(set) var byDevice: [Int64: [TimeSpan]] = [:]

    /// Adds spans of an hour of a device.
    mutating func add(_ spans: [TimeSpan], device: Int64) {
        guard !spans.isEmpty else { return }
        byDevice[device, default: []] += spans
    }

    /// Returns the spans that times make up; a new one begins after a stored point.
    ///
    /// - Parameters:
    ///   - times: the times in order.
    ///   - stored: the times of points that were stored before, in order; those before the first one end no span.
    /// - Returns: The spans in order.
    static func spans(of times: [Timestamp], interruptedBy stored: [Timestamp]) -> [TimeSpan] {
        var spans: [TimeSpan] = []
        var rest = stored[...]
        for time in times {
            let passed = rest.prefix { $0 < time }.count
            rest = rest.dropFirst(passed)
            if passed == 0, let span = spans.popLast() {
                spans.append(TimeSpan(first: span.first, last: time))
            } else {
                spans.append(TimeSpan(first: time, last: time))
            }
        }
        return spans
    }
}
