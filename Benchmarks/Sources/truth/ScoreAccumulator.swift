/// The sums from which an examiner calculates a score.
struct ScoreAccumulator {
    var phantom = 0.0
    var restSeconds = 0.0
    var outliers = 0
    var good = 0
    var rejected = 0
    var relocation: Int?
    var wasRelocated = false
    var faults = 0
    var motions = 0
    var correctMotions = 0
    private var errors: [Float] = []
    private var squares = 0.0
    private var rawSquares = 0.0
    private var contained = 0
    private var radii = 0.0
    private var models = 0.0

    /// Adds the error of an epoch, that of its raw fix, its radius, and that of gpsd's model, in metres.
    mutating func add(error: Double, raw: Double, radius: Double?, model: Double) {
        errors.append(Float(error))
        squares += error * error
        rawSquares += raw * raw
        if let radius, error <= radius { contained += 1 }
        radii += radius ?? 0
        models += model
    }

    func score(distance: Double, odometer: Double, contradiction: Double, astray: Double) -> Score {
        let count = Double(max(1, errors.count))
        var score = Score()
        score.displayedError = (squares / count).squareRoot()
        score.rawError = (rawSquares / count).squareRoot()
        let sorted = errors.sorted()
        score.displayed95 = sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, sorted.count * 95 / 100)])
        score.phantom = restSeconds > 30 ? phantom / restSeconds * 3600 : nil
        score.odometer = distance > 0 ? 100 * (odometer - distance) / distance : nil
        score.outliers = outliers
        score.rejected = 100 * Double(rejected) / Double(max(1, good))
        score.relocation = wasRelocated ? relocation ?? Int.max : nil
        score.contradiction = contradiction
        score.faults = faults
        score.astray = astray
        score.containment = 100 * Double(contained) / count
        score.radius = models > 0 ? radii / models : 0
        score.motion = motions > 0 ? 100 * Double(correctMotions) / Double(motions) : nil
        return score
    }
}
