import Location

/// Whether the machine moves, from where fixes are and from the speed they report, never from one of them alone.
///
/// A start and a stop show within seconds in both. Slow motion, such as a boat's at anchor, shows only over tens of
/// seconds, and then holds until as long a time says otherwise.
struct MotionDetector: Sendable {
    private var samples: [MotionSample] = []
    private(set) var motion = Motion.unknown
    /// Whether it moves so slowly that only the long window shows it.
    private var isCreeping = false

    /// Takes a fix: where the receiver said it was on a map, and how fast.
    mutating func add(_ sample: MotionSample) {
        if let last = samples.last, sample.time - last.time < 0.5 { samples.removeLast() }
        samples.append(sample)
        samples.removeAll { sample.time - $0.time > Thresholds.slowWindow + 0.5 }
        judge()
    }

    /// The map was moved by so much.
    mutating func shift(by offset: LocalVector) {
        for index in samples.indices { samples[index].place = samples[index].place + offset }
    }

    /// Fixes were missing: what came before says nothing of now.
    mutating func forget() {
        samples.removeAll()
        motion = .unknown
        isCreeping = false
    }

    /// Metres from where the short window begins to where it ends: what a start has covered when it is noticed.
    var recentDisplacement: LocalVector {
        guard let last = samples.last else { return LocalVector() }
        let window = isCreeping ? Thresholds.slowWindow : Thresholds.quickWindow
        let first = samples.first { last.time - $0.time <= window } ?? last
        return last.place - first.place
    }

    private mutating func judge() {
        let quick = MotionWindow(samples, within: Thresholds.quickWindow)
        let slow = MotionWindow(slowSamples, within: Thresholds.slowWindow)
        if quick.showsStart {
            motion = .moving
            isCreeping = false
        } else if slow.showsCreeping {
            motion = .moving
            isCreeping = true
        } else if isCreeping ? slow.showsRest : quick.showsRest {
            motion = .stationary
            isCreeping = false
        }
    }

    /// The samples since the last that was too fast for the question whether it creeps.
    private var slowSamples: ArraySlice<MotionSample> {
        let fast = samples.lastIndex { ($0.speed ?? 0) > Thresholds.startSpeed * 1.5 }
        return fast.map { samples[($0 + 1)...] } ?? samples[...]
    }
}
