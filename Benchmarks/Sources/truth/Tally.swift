/// What an examiner adds up.
struct Tally {
    var phantom = 0.0
    var standing = 0.0
    var outliers = 0
    var good = 0
    var rejected = 0
    var relocation: Int?
    var wasRelocated = false
    var faults = 0
    var motions = 0
    var rightMotions = 0
    private var errors: [Float] = []
    private var squares = 0.0
    private var rawSquares = 0.0
    private var contained = 0
    private var radii = 0.0
    private var models = 0.0

    mutating func add(error: Double, raw: Double, radius: Double?, model: Double) {
        errors.append(Float(error))
        squares += error * error
        rawSquares += raw * raw
        if let radius, error <= radius { contained += 1 }
        radii += radius ?? 0
        models += model
    }

    func score(way: Double, odometer: Double, contradiction: Double, astray: Double) -> Score {
        let count = Double(max(1, errors.count))
        var score = Score()
        score.shownError = (squares / count).squareRoot()
        score.rawError = (rawSquares / count).squareRoot()
        let sorted = errors.sorted()
        score.shown95 = sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, sorted.count * 95 / 100)])
        score.phantom = standing > 30 ? phantom / standing * 3600 : nil
        score.odometer = way > 0 ? 100 * (odometer - way) / way : nil
        score.outliers = outliers
        score.rejected = 100 * Double(rejected) / Double(max(1, good))
        score.relocation = wasRelocated ? relocation ?? Int.max : nil
        score.contradiction = contradiction
        score.faults = faults
        score.astray = astray
        score.containment = 100 * Double(contained) / count
        score.radius = models > 0 ? radii / models : 0
        score.motion = motions > 0 ? 100 * Double(rightMotions) / Double(motions) : nil
        return score
    }
}
