import Glibc

/// Multipath excursions: occasionally the position drifts away for some time and returns.
struct MultipathOffset: Sendable {
    private struct Course {
        let size: Double
        let north: Double
        let east: Double
        var length: Double
        let ramp: Double
        var age = 0.0
    }

    private var present: Course?
    private var delay: Double?
    private var flutter: GaussMarkovProcess

    /// The present offset in metres.
    private(set) var north = 0.0
    private(set) var east = 0.0

    init(using generator: inout SeededGenerator) {
        flutter = GaussMarkovProcess(time: 6, using: &generator)
    }

    /// The magnitude of the offset in metres.
    var size: Double { hypot(north, east) }

    mutating func advance(_ seconds: Double, under sky: SkyCondition, using generator: inout SeededGenerator) {
        let wobble = flutter.next(after: seconds, using: &generator)
        if present == nil { start(after: seconds, under: sky, using: &generator) }
        guard var course = present else { return }
        // Buildings left behind no longer reflect.
        if course.size > sky.excursionSize.upperBound {
            course.length = min(course.length, course.age + min(course.age, course.ramp))
        }
        course.age += seconds
        present = course.age < course.length ? course : nil
        let rest = max(0, min(course.age, course.length - course.age) / course.ramp)
        // Reflections appear within seconds and fluctuate.
        let metres = course.size * min(1, rest) * (1 + 0.12 * wobble)
        north = metres * course.north
        east = metres * course.east
    }

    private mutating func start(
        after seconds: Double, under sky: SkyCondition, using generator: inout SeededGenerator
    ) {
        guard let gap = sky.excursionGap else {
            delay = nil
            return
        }
        let remaining = (delay ?? -gap * log(Double.random(in: 1e-9...1, using: &generator))) - seconds
        delay = remaining
        guard remaining <= 0 else { return }
        delay = nil
        let direction = Double.random(in: 0...(2 * .pi), using: &generator)
        present = Course(
            size: .random(in: sky.excursionSize, using: &generator), north: cos(direction), east: sin(direction),
            length: .random(in: sky.excursionTime, using: &generator),
            ramp: .random(in: 2...6, using: &generator))
    }
}
