/// What one contestant comes to in one scenario with one seed.
struct Score {
    /// Root mean square error of the shown position and of the raw fixes, metres.
    var shownError = 0.0
    var rawError = 0.0
    /// Metres within which the shown position is in 95 of 100 epochs.
    var shown95 = 0.0
    /// Metres an hour that the odometer grew while the truth stood; nil where it never stood.
    var phantom: Double?
    /// Per cent of the true way, above or below; nil where there was none.
    var odometer: Double?
    /// Outliers that were shown.
    var outliers = 0
    /// Per cent of good fixes.
    var rejected = 0.0
    /// Good epochs until a relocation was shown; nil where there was none.
    var relocation: Int?
    /// Seconds, the longest time that the state contradicted the truth.
    var contradiction = 0.0
    /// Epochs in which the time shown ran backwards or was days off, or 0,0 was shown.
    var faults = 0
    /// Per cent of epochs with the truth inside the radius.
    var containment = 0.0
    /// Seconds with the truth three radii away, or more, beyond ten in a row.
    var astray = 0.0
    /// Mean radius, as a part of what gpsd's model makes of the dilution (HDOP x 19 m).
    var radius = 0.0
    /// Per cent of epochs in which the motion was right.
    var motion: Double?
}
