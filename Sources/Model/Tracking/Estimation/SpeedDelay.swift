import Location

/// By how much a receiver's velocity is late, from where its positions go.
///
/// Many receivers smooth their speed, and gpsd pairs some with the speed of the epoch before: a second is usual. What
/// positions and reported way differ by is then the delay times each change of velocity: a least-squares fit with
/// forgetting, drawn towards no delay while little is known (ridge regression).
struct SpeedDelay: Sendable {
    private var fading = ExponentialDecay(Thresholds.delayTime)
    /// Sums over the past, forgotten bit by bit: of squared changes, and of their products with the difference.
    private var changes = 0.0
    private var products = 0.0

    /// Seconds.
    private var delay: Double {
        min(max(products / (changes + Thresholds.delayPrior), 0), Thresholds.longestDelay)
    }

    /// Takes how far the positions have gone in a time, and how far the receiver says.
    mutating func learn(moved: LocalVector, reported travel: Travel, time: Double) {
        let left = fading.remaining(after: time)
        let change = travel.change
        let known = change * delay
        // What comes at once is a reflection, and says nothing of the speed.
        let difference = known + (moved - travel.displacement - known).limited(to: Thresholds.creepingPace * time)
        let weight = 1 / (time + travel.variance)
        changes = changes * left + weight * (change.north * change.north + change.east * change.east)
        products =
            products * left + weight * (difference.north * change.north + difference.east * change.east)
    }

    /// The travel without the delay.
    func corrected(_ travel: Travel) -> Travel { travel.with(displacement: travel.displacement + travel.change * delay) }
}
