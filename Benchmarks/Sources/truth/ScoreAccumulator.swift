/// The sums from which an examiner calculates a score.
struct ScoreAccumulator {
    var phantom = 0.0
    /// The path of the raw fixes at rest in metres.
    var rawPhantom = 0.0
    var restSeconds = 0.0
    var outliers = 0
    var good = 0
    var rejected = 0
    var relocation: Int?
    var wasRelocated = false
    var faults = 0
    var motions = 0
    var correctMotions = 0
    private var shown = Sample()
    private var raw = Sample()

    /// The errors and radii of one method.
    private struct Sample {
        private(set) var errors: [Float] = []
        private(set) var radii: [Float] = []
        private var squares = 0.0
        private var contained = 0

        mutating func add(_ error: Double, radius: Double?) {
            errors.append(Float(error))
            radii.append(Float(radius ?? 0))
            squares += error * error
            if let radius, error <= radius { contained += 1 }
        }

        var rootMeanSquare: Double { (squares / Double(max(1, errors.count))).squareRoot() }
        var containment: Double { 100 * Double(contained) / Double(max(1, errors.count)) }
        var error95: Double { errors.quantile(0.95) }
    }

    /// Adds the error and the radius of an epoch, and those of its raw fix, in metres.
    mutating func add(error: Double, radius: Double?, raw: Double, rawRadius: Double) {
        shown.add(error, radius: radius)
        self.raw.add(raw, radius: rawRadius)
    }

    func score(distance: Double, odometer: Double, contradiction: Double, astray: Double) -> Score {
        var score = Score()
        score.displayedError = shown.rootMeanSquare
        score.rawError = raw.rootMeanSquare
        score.displayed95 = shown.error95
        score.raw95 = raw.error95
        score.phantom = restSeconds > 30 && rawPhantom > 0 ? 100 * phantom / rawPhantom : nil
        score.odometer = distance > 0 ? 100 * (odometer - distance) / distance : nil
        score.outliers = outliers
        score.rejected = 100 * Double(rejected) / Double(max(1, good))
        score.relocation = wasRelocated ? relocation ?? Int.max : nil
        score.contradiction = contradiction
        score.faults = faults
        score.astray = astray
        score.containment = shown.containment
        score.rawContainment = raw.containment
        score.radius = score.raw95 > 0 ? shown.radii.quantile(0.5) / score.raw95 : 0
        score.motion = motions > 0 ? 100 * Double(correctMotions) / Double(motions) : nil
        return score
    }
}

extension [Float] {
    /// Returns the value that a fraction of the values does not exceed; 0 without values.
    fileprivate func quantile(_ fraction: Double) -> Double {
        isEmpty ? 0 : Double(sorted()[Swift.min(count - 1, Int(Double(count) * fraction))])
    }
}
