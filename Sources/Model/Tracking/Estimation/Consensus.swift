import Location

/// Where most fixes of late would be by now, had each gone on as the receiver's speed says.
///
/// A receiver's speed, from the Doppler shift, is right to a decimetre a second while reflections carry its positions
/// off by tens of metres for a minute. Seen from a machine that goes along by that speed, true positions stay where
/// they are, and reflections show as crowds elsewhere. The largest crowd is found by mean shift (Comaniciu and Meer,
/// "Mean Shift: A Robust Approach Toward Feature Space Analysis", 2002).
struct Consensus: Sendable {
    private struct Sample: Sendable {
        /// Metres from the present place.
        var place: LocalVector
        /// Seconds that it stands for, divided by its variance.
        var weight: Double
        /// Seconds of travel since the beginning.
        var age: Double
    }

    private static let capacity = 64

    private var samples: [Sample] = []
    private var interval = Thresholds.witnessInterval
    /// Metres the machine has gone since the beginning, and the seconds that took.
    private(set) var travelled = LocalVector()
    private var age = 0.0
    private var sum = LocalVector()
    private var weight = 0.0
    private var time = 0.0
    private var held: LocalVector?

    init() {
        samples.reserveCapacity(Self.capacity)
    }

    /// Where the crowd is, on the map; nil before there is one.
    var centre: LocalVector? { held.map { $0 + travelled } }

    /// The machine has gone so far, in a time after which what was means less; where nobody knows how far, in longer.
    mutating func advance(by distance: LocalVector, time: Double) {
        travelled = travelled + distance
        age += time
    }

    /// A receiver says where the machine is on the map.
    mutating func add(_ place: LocalVector, time step: Double, deviation: Double) {
        let part = min(step, Thresholds.gap) / (deviation * deviation)
        sum = sum + (place - travelled) * part
        weight += part
        time += step
        if held == nil { held = place - travelled }
        guard time >= interval else { return }
        append(Sample(place: sum * (1 / weight), weight: weight, age: age))
        (sum, weight, time) = (LocalVector(), 0, 0)
        settle(within: deviation * Thresholds.consensusDeviations)
    }

    /// The map was moved, and what was at a place is at another now.
    mutating func apply(_ turn: FrameChange) {
        for index in samples.indices { samples[index].place = turn.position(samples[index].place + travelled) }
        held = held.map { turn.position($0 + travelled) }
        sum = weight > 0 ? turn.position(sum * (1 / weight) + travelled) * weight : LocalVector()
        travelled = LocalVector()
    }

    private mutating func append(_ witness: Sample) {
        if samples.count == Self.capacity { makeRoom() }
        samples.append(witness)
    }

    /// The oldest goes when it means nothing any more; else each two become one.
    private mutating func makeRoom() {
        if let oldest = samples.first, age - oldest.age > 2 * Thresholds.witnessTime {
            samples.removeFirst()
            interval = Thresholds.witnessInterval
            return
        }
        for index in 0..<Self.capacity / 2 {
            let (first, second) = (samples[2 * index], samples[2 * index + 1])
            samples[index] = first.weight > second.weight ? first : second
            samples[index].weight = first.weight + second.weight
        }
        samples.removeLast(Self.capacity / 2)
        interval *= 2
    }

    private mutating func settle(within radius: Double) {
        guard let latest = samples.last?.place else { return }
        let stay = climb(from: held ?? latest, within: radius)
        let change = climb(from: latest, within: radius)
        let isBetter = change.density > stay.density * Thresholds.conversion
        held = isBetter ? change.place : stay.place
    }

    /// Two steps of mean shift; the places are found again each time, and so it arrives in the end.
    private func climb(from start: LocalVector, within radius: Double) -> (place: LocalVector, density: Double) {
        var (place, density) = (start, 0.0)
        for _ in 0..<2 {
            var total = LocalVector()
            density = 0
            for witness in samples {
                let (north, east) = (witness.place.north - place.north, witness.place.east - place.east)
                let near = 1 / (1 + (north * north + east * east) / (radius * radius))
                let late = 1 + (age - witness.age) / Thresholds.witnessTime
                let part = witness.weight * near * near / (late * late * late)
                total.north += part * witness.place.north
                total.east += part * witness.place.east
                density += part
            }
            guard density > 0 else { return (start, 0) }
            place = total * (1 / density)
        }
        return (place, density)
    }
}
