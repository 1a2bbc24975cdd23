/// The results of one contestant in one scenario with one seed.
struct Score {
    /// Root mean square errors of the displayed position and of the raw fixes, metres.
    var displayedError = 0.0
    var rawError = 0.0
    /// The error that 95 of 100 epochs do not exceed, metres.
    var displayed95 = 0.0
    /// The error of the raw fixes that 95 of 100 epochs do not exceed, metres.
    var raw95 = 0.0
    /// The increase of the odometer at rest, per cent of the path of the raw fixes meanwhile; nil without 30 s of rest.
    var phantom: Double?
    /// The signed error of the odometer, per cent of the true distance; nil if that is 0.
    var odometer: Double?
    /// Outliers that were displayed or accepted.
    var outliers = 0
    /// Rejected good fixes, per cent.
    var rejected = 0.0
    /// Good epochs until a relocation was displayed; nil without a relocation.
    var relocation: Int?
    /// The longest time for which the state contradicted the truth, seconds.
    var contradiction = 0.0
    /// Epochs whose time ran backwards or was a day off, or that displayed 0,0.
    var faults = 0
    /// Epochs with the true position inside the radius, per cent.
    var containment = 0.0
    /// The same for the raw fixes and their own radii, or 15 m without one.
    var rawContainment = 0.0
    /// Seconds with the true position more than three radii away, without the first ten of each occurrence,
    /// beyond those of the raw fixes.
    var astray = 0.0
    /// The median radius divided by ``raw95``.
    var radius = 0.0
    /// Epochs with the correct motion, per cent; nil if it was never evaluated.
    var motion: Double?

    /// How far the containment is below what a receiver's own radius reaches, at most 93 %; 0 if it is not, per cent.
    var unsure: Double { max(0, min(93, rawContainment) - containment) }
}
