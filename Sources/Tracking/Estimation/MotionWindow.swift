import Location

/// What the fixes of the last seconds say about motion.
struct MotionWindow {
    /// Seconds from the first to the last.
    let span: Double
    /// Metres from the first to the last.
    let distance: Double
    /// Metres per second, the mean of what was reported; nil where nothing was.
    let speed: Double?
    private let wanted: Double
    private let count: Int

    init(_ samples: some BidirectionalCollection<MotionSample>, within seconds: Double) {
        wanted = seconds
        guard let last = samples.last else {
            (span, distance, speed, count) = (0, 0, nil, 0)
            return
        }
        let recent = samples.suffix(while: { last.time - $0.time <= seconds })
        let first = recent.first ?? last
        let speeds = recent.compactMap(\.speed)
        span = last.time - first.time
        distance = (last.place - first.place).length
        speed = speeds.isEmpty ? nil : speeds.reduce(0, +) / Double(speeds.count)
        count = recent.count
    }

    /// It goes, and both the speed and the positions say so.
    var showsStart: Bool {
        guard count >= 2, let speed else { return distance > 4 * Thresholds.slowDistance }
        return speed >= Thresholds.startSpeed && distance >= 0.5 * speed * span
    }

    /// It rests, and both say so.
    var showsRest: Bool {
        guard count >= 2 else { return false }
        guard let speed else { return distance < Thresholds.slowDistance && span > wanted / 2 }
        return speed < Thresholds.stopSpeed && distance < Thresholds.stopSpeed * span + 1
    }

    /// It moves slowly: over the whole window, as far as the reported speed makes likely and farther than noise.
    var showsCreeping: Bool {
        guard span > 0.6 * wanted, let speed, speed > 0.2 else { return false }
        return distance > Thresholds.slowDistance && distance > 0.4 * speed * span && distance < 2 * speed * span
    }
}

extension BidirectionalCollection {
    /// The longest end of the collection of which all fulfil a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
